/* Launches a grid of as many groups as a driver promises to run at the same
 * time (cl_intel_concurrent_dispatch), or fewer, that meet at a counter.
 *
 * promised_groups PLATFORM [GROUPS]; PLATFORM is the number of it, from 0. */
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef cl_int(CL_API_CALL* CountCall)(cl_command_queue, cl_kernel, cl_uint,
                                       const size_t*, const size_t*, size_t*);
static const char* source =
    "kernel void meet(global uint* count) {"
    "  if (get_local_id(0) == 0) {"
    "    atomic_inc(count);"
    "    while (atomic_or(count, 0) < get_num_groups(0));"
    "  }"
    "}";

static void Hangs(int signal) {
  static const char text[] = "hangs: no end in 10 s\n";
  (void)signal;
  _exit(write(1, text, sizeof text - 1) > 0 ? 1 : 2);
}

int main(int argc, char** argv) {
  cl_platform_id platforms[16], platform;
  cl_device_id device;
  clGetPlatformIDs(16, platforms, NULL);
  platform = platforms[argc > 1 ? atoi(argv[1]) : 0];
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(context, device, NULL, NULL);
  cl_program program =
      clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel kernel = clCreateKernel(program, "meet", NULL);
  cl_uint none = 0, concurrent = 1;
  cl_mem count = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof none,
                                &none, NULL);
  clSetKernelArg(kernel, 0, sizeof count, &count);
  CountCall call = (CountCall)clGetExtensionFunctionAddressForPlatform(
      platform, "clGetKernelMaxConcurrentWorkGroupCountINTEL");
  if (call == NULL) return puts("the driver does not have the extension"), 2;
  size_t local = 64, promised = 0;
  cl_int code = call(queue, kernel, 1, NULL, &local, &promised);
  printf("promised: %zu groups of %zu (code %d)\n", promised, local, code);
  code = clSetKernelExecInfo(kernel, 0x4257, sizeof concurrent, &concurrent);
  size_t groups = argc > 2 ? (size_t)atoi(argv[2]) : promised;
  size_t global = groups * local;
  printf("clSetKernelExecInfo: %d; %zu groups: ", code, groups);
  fflush(stdout);
  signal(SIGALRM, Hangs);
  alarm(10);
  code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0,
                                NULL, NULL);
  code = code != CL_SUCCESS ? code : clFinish(queue);
  printf("code %d\n", code);
  return code != CL_SUCCESS;
}
