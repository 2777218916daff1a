/* Launches one kernel several times in concurrent dispatches, each with its
 * number of groups. All work-items meet at intel_device_barrier(), 128 times.
 *
 * changed_groups PLATFORM GROUPS...; PLATFORM is the number of it, from 0. */
#include <CL/cl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char* source =
    "void __attribute__((overloadable))"
    "intel_device_barrier(cl_mem_fence_flags);"
    "kernel void rotate_sum(global uint* a) {"
    "  size_t i = get_global_id(0), n = get_global_size(0);"
    "  for (int round = 0; round < 64; ++round) {"
    "    uint sum = a[i] + a[(i + 1) % n];"
    "    intel_device_barrier(CLK_GLOBAL_MEM_FENCE);"
    "    a[i] = sum;"
    "    intel_device_barrier(CLK_GLOBAL_MEM_FENCE);"
    "  }"
    "}";

static void Hangs(int signal) {
  static const char text[] = "hangs: no end in 10 s\n";
  (void)signal;
  _exit(write(1, text, sizeof text - 1) > 0 ? 1 : 2);
}

int main(int argc, char** argv) {
  cl_platform_id platforms[16];
  cl_device_id device;
  clGetPlatformIDs(16, platforms, NULL);
  clGetDeviceIDs(platforms[argc > 1 ? atoi(argv[1]) : 0], CL_DEVICE_TYPE_ALL,
                 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(context, device, NULL, NULL);
  cl_program program =
      clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL);
  cl_kernel kernel = clCreateKernel(program, "rotate_sum", NULL);
  cl_uint concurrent = 1;
  cl_mem words = clCreateBuffer(context, CL_MEM_READ_WRITE, 64 * 64 * 4, NULL,
                                NULL);
  clSetKernelArg(kernel, 0, sizeof words, &words);
  clSetKernelExecInfo(kernel, 0x4257, sizeof concurrent, &concurrent);
  signal(SIGALRM, Hangs);
  for (int i = 2; i < argc; ++i) {
    size_t local = 64, global = (size_t)atoi(argv[i]) * local;
    printf("%s groups: ", argv[i]);
    fflush(stdout);
    alarm(10);
    cl_int code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global,
                                         &local, 0, NULL, NULL);
    code = code != CL_SUCCESS ? code : clFinish(queue);
    printf("code %d\n", code);
    if (code != CL_SUCCESS) return 1;
  }
  return 0;
}
