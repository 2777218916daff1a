// An OpenCL library with one device, for export_replay_test.py: it has no
// compiler, and nothing that it is given runs.
//
//   FAKE_LOG    LENGTH:KIND: the build fails, with a log of LENGTH characters.
//               KIND is whole (a NUL ends it), open (no NUL does), nuls (every
//               third character is NUL), escapes (controls of a terminal),
//               less and more (the query of its size names half of it, or as
//               much again), huge (the query names nearly 2^64), refused (the
//               query has the size, and the second call fails).
//   no FAKE_LOG the build is right, and launches leave random words.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A handle that nobody looks into.
#define HANDLE(type) ((type)(uintptr_t)64)

static cl_int Give(const void *value, size_t size, size_t room, void *to,
                   size_t *needed) {
  if (needed != NULL) *needed = size;
  if (to == NULL) return CL_SUCCESS;
  if (room < size) return CL_INVALID_VALUE;
  memcpy(to, value, size);
  return CL_SUCCESS;
}

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *platforms, cl_uint *found) {
  if (n > 0) platforms[0] = HANDLE(cl_platform_id);
  *found = 1;
  return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id p, cl_device_type t, cl_uint n,
                      cl_device_id *devices, cl_uint *found) {
  (void)p, (void)t;
  if (n > 0) devices[0] = HANDLE(cl_device_id);
  *found = 1;
  return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id p, cl_platform_info what, size_t room,
                         void *to, size_t *needed) {
  (void)p, (void)what;
  return Give("Fake", 5, room, to, needed);
}

// The longest name that replay.c has room for, with no NUL after it.
cl_int clGetDeviceInfo(cl_device_id d, cl_device_info what, size_t room,
                       void *to, size_t *needed) {
  char name[255];
  (void)d, (void)what;
  memset(name, 'D', sizeof name);
  return Give(name, sizeof name, room, to, needed);
}

cl_context clCreateContext(const cl_context_properties *p, cl_uint n,
                           const cl_device_id *d,
                           void(CL_CALLBACK *f)(const char *, const void *,
                                                size_t, void *),
                           void *u, cl_int *code) {
  (void)p, (void)n, (void)d, (void)f, (void)u;
  if (code != NULL) *code = CL_SUCCESS;
  return HANDLE(cl_context);
}

cl_command_queue clCreateCommandQueue(cl_context c, cl_device_id d,
                                      cl_command_queue_properties p,
                                      cl_int *code) {
  (void)c, (void)d, (void)p;
  if (code != NULL) *code = CL_SUCCESS;
  return HANDLE(cl_command_queue);
}

cl_program clCreateProgramWithSource(cl_context c, cl_uint n,
                                     const char **texts, const size_t *sizes,
                                     cl_int *code) {
  (void)c, (void)n, (void)texts, (void)sizes;
  *code = CL_SUCCESS;
  return HANDLE(cl_program);
}

cl_int clBuildProgram(cl_program p, cl_uint n, const cl_device_id *d,
                      const char *o, void(CL_CALLBACK *f)(cl_program, void *),
                      void *u) {
  (void)p, (void)n, (void)d, (void)o, (void)f, (void)u;
  return getenv("FAKE_LOG") ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

cl_int clGetProgramBuildInfo(cl_program p, cl_device_id d,
                             cl_program_build_info what, size_t room, void *to,
                             size_t *needed) {
  char kind[16] = "";
  unsigned long length = 0;
  (void)p, (void)d, (void)what;
  if (sscanf(getenv("FAKE_LOG"), "%lu:%15s", &length, kind) != 2) abort();
  const int is_open = strcmp(kind, "open") == 0;
  const size_t size = length + (is_open || length == 0 ? 0 : 1);
  if (needed != NULL) {
    *needed = strcmp(kind, "less") == 0   ? size / 2
              : strcmp(kind, "more") == 0 ? size * 2
              : strcmp(kind, "huge") == 0 ? SIZE_MAX - 7
                                          : size;
  }
  if (to == NULL) return CL_SUCCESS;
  if (room < size || strcmp(kind, "refused") == 0) return CL_INVALID_VALUE;
  char *log = to;
  memset(log, 'A', length);
  for (size_t i = 0; i < length; ++i) {
    if (strcmp(kind, "nuls") == 0 && i % 3 == 0) log[i] = 0;
    if (strcmp(kind, "escapes") == 0) log[i] = "\033\x9b\007\r"[i % 4];
  }
  if (size > length) log[length] = 0;
  return CL_SUCCESS;
}

cl_kernel clCreateKernel(cl_program p, const char *name, cl_int *code) {
  (void)p, (void)name;
  if (code != NULL) *code = CL_SUCCESS;
  return HANDLE(cl_kernel);
}

cl_mem clCreateBuffer(cl_context c, cl_mem_flags f, size_t size, void *host,
                      cl_int *code) {
  (void)c, (void)f, (void)size, (void)host;
  if (code != NULL) *code = CL_SUCCESS;
  return HANDLE(cl_mem);
}

cl_int clEnqueueWriteBuffer(cl_command_queue q, cl_mem m, cl_bool blocks,
                            size_t at, size_t size, const void *from, cl_uint n,
                            const cl_event *waits, cl_event *event) {
  (void)q, (void)m, (void)blocks, (void)at, (void)size, (void)from;
  (void)n, (void)waits, (void)event;
  return CL_SUCCESS;
}

cl_int clEnqueueReadBuffer(cl_command_queue q, cl_mem m, cl_bool blocks,
                           size_t at, size_t size, void *to, cl_uint n,
                           const cl_event *waits, cl_event *event) {
  (void)q, (void)m, (void)blocks, (void)at, (void)n, (void)waits, (void)event;
  for (size_t i = 0; i < size; ++i) ((unsigned char *)to)[i] = rand() >> 4;
  return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel k, cl_uint i, size_t size, const void *value) {
  (void)k, (void)i, (void)size, (void)value;
  return CL_SUCCESS;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dims,
                              const size_t *offset, const size_t *global,
                              const size_t *local, cl_uint n,
                              const cl_event *waits, cl_event *event) {
  (void)q, (void)k, (void)dims, (void)offset, (void)global, (void)local;
  (void)n, (void)waits;
  if (event != NULL) *event = HANDLE(cl_event);
  return CL_SUCCESS;
}

cl_int clGetEventInfo(cl_event e, cl_event_info what, size_t room, void *to,
                      size_t *needed) {
  const cl_int status = CL_COMPLETE;
  (void)e, (void)what;
  return Give(&status, sizeof status, room, to, needed);
}

cl_int clFlush(cl_command_queue q) { return (void)q, CL_SUCCESS; }
cl_int clFinish(cl_command_queue q) { return (void)q, CL_SUCCESS; }
cl_int clWaitForEvents(cl_uint n, const cl_event *e) {
  return (void)n, (void)e, CL_SUCCESS;
}
cl_int clReleaseMemObject(cl_mem m) { return (void)m, CL_SUCCESS; }
