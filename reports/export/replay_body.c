/* The process that launches shares its memory with the one that watches it. */
static unsigned *memory[BUFFERS];
static volatile struct { enum { SET_UP, RUNNING, CHECKING } phase; int launch, counts[3]; } *state;
static double now(void) {
  struct timespec t;
  return clock_gettime(CLOCK_MONOTONIC, &t), (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static void total(void) { printf("launches: %d right, %d wrong, %d hung\n", state->counts[RIGHT], state->counts[WRONG], state->counts[HUNG]); }
static void leave(int code) { fflush(stdout), _exit(code); } /* in exit() a driver may hang */
static void must(cl_int code, const char *call) {
  if (code != CL_SUCCESS) printf("%s: OpenCL error %d\n", call, code), leave(state->phase == RUNNING ? WRONG : NOT_RUN);
}

/* Stores a table into memory; or compares them, and prints the first difference. */
static int differs(const struct table *t, int store) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < t->rows * t->teams; ++i) {
    unsigned j = i % t->rows, first = t->first + i / t->rows * t->team_stride, sum = 0, value = t->value + j * t->row_step;
    for (unsigned k = 0; k < t->count; ++k, value += t->step) {
      unsigned at = first + j * t->row_stride + k * t->stride, *word = memory[t->buffer] + at;
      if (store) *word = value;
      sum += *word;
      if (!t->sum && *word != value && wrong++ == 0)
        printf("  %s: %s[%u] is 0x%08x, must be 0x%08x\n", t->what, names[t->buffer], at, *word, value);
    }
    if (t->sum && sum != value && wrong++ == 0) printf("  %s: the sum is %u, must be %u\n", t->what, sum, value);
  }
  if (wrong > 1) printf("  ... and so in %u words\n", wrong);
  return wrong != 0;
}

static cl_device_id find_device(const char *wanted) {
  cl_platform_id platforms[64];
  cl_device_id devices[64];
  cl_uint np = 0, nd = 0;
  must(clGetPlatformIDs(64, platforms, &np), "clGetPlatformIDs");
  for (cl_uint p = 0; p < np && p < 64; ++p) {
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &nd) != CL_SUCCESS) continue;
    for (cl_uint d = 0; d < nd && d < 64; ++d) {
      char name[512] = "", version[256] = ""; /* one more than is asked for: a 0 ends each */
      clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, 255, name, NULL);
      const size_t slash = strlen(name);
      name[slash] = '/';
      clGetDeviceInfo(devices[d], CL_DEVICE_NAME, 255, name + slash + 1, NULL);
      clGetDeviceInfo(devices[d], CL_DRIVER_VERSION, 255, version, NULL);
      printf("%s, driver %s%s\n", name, version, strstr(name, wanted) ? "" : ": not this one");
      if (strstr(name, wanted)) return fflush(stdout), devices[d];
    }
  }
  printf("there is no device '%s'; -p names another one\n", wanted);
  return leave(NOT_RUN), NULL;
}

/* Prints what the compiler wrote, in printable characters; only the driver knows how long that is. */
static void print_log(cl_program program, cl_device_id device) {
  size_t size = 0;
  cl_int code = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *log = code == CL_SUCCESS && size < 1 << 26 ? calloc(size + 1, 1) : NULL;
  if (log && size > 0) code = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  if (!log || code != CL_SUCCESS) printf("no build log: it has %zu bytes, OpenCL error %d", size, code), size = 0;
  for (size_t i = 0; i < size; ++i)
    if (log[i]) putchar(log[i] == '\n' || log[i] == '\t' || (log[i] >= ' ' && log[i] <= '~') ? log[i] : '?');
  free(log), printf("\n");
}

static cl_kernel build(cl_context context, cl_device_id device) {
  static char text[1 << 20];
  FILE *file = fopen("kernel.cl", "r");
  const size_t size = file ? fread(text, 1, sizeof text, file) : 0;
  cl_int code = 0;
  must(size > 0 && size < sizeof text ? CL_SUCCESS : CL_INVALID_VALUE, "kernel.cl, which must be where this is started");
  cl_program program = clCreateProgramWithSource(context, 1, (const char *[]){text}, &size, &code);
  must(code, "clCreateProgramWithSource");
  code = clBuildProgram(program, 1, &device, OPTIONS, NULL, NULL);
  if (code != CL_SUCCESS) print_log(program, device);
  must(code, "clBuildProgram");
  return clCreateKernel(program, KERNEL, NULL);
}

/* One launch: new buffers, arguments, the kernel; then what it has left, and the wrong reads that it has kept. */
static int launch(cl_context context, cl_command_queue queue, cl_kernel kernel) {
  cl_mem buffers[BUFFERS]; cl_event event = NULL;
  for (cl_uint b = 0; b < BUFFERS; ++b)
    for (size_t i = 0; i < bytes[b] / 4; ++i) memory[b][i] = fills[b];
  for (const struct table *t = before; t->rows; ++t) differs(t, 1);
  for (cl_uint b = 0; b < BUFFERS; ++b) {
    /* Words and payload may lie in another memory; a buffer on shared virtual memory is that memory. */
    int other = b < 2 ? MEMORY : 0;
    static void *svm[BUFFERS];
    if (other > 1 && !svm[b]) svm[b] = clSVMAlloc(context, CL_MEM_READ_WRITE | (other > 2 ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0), bytes[b], 0);
    void *host = SHARED ? memory[b] : svm[b];
    buffers[b] = clCreateBuffer(context, host ? CL_MEM_USE_HOST_PTR : other ? CL_MEM_ALLOC_HOST_PTR : 0, bytes[b], host, NULL);
    must(clEnqueueWriteBuffer(queue, buffers[b], CL_TRUE, 0, bytes[b], memory[b], 0, NULL, NULL), "clEnqueueWriteBuffer");
    must(clSetKernelArg(kernel, b, sizeof buffers[b], &buffers[b]), "clSetKernelArg");
  }
  for (cl_uint s = 0; s < 8; ++s) must(clSetKernelArg(kernel, BUFFERS + s, 4, &scalars[s]), "clSetKernelArg");
  double begun = now(); state->phase = RUNNING;
  for (cl_uint step = 0; step < KERNELS; ++step) {
    if (KERNELS > 1) must(clSetKernelArg(kernel, BUFFERS + 7, 4, &step), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(queue, kernel, DIMS, NULL, global, local, 0, NULL, &event), "clEnqueueNDRangeKernel");
  }
  for (cl_int s = POLLS ? (must(clFlush(queue), "clFlush"), 1) : 0; s > 0; sched_yield()) must(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof s, &s, NULL), "clGetEventInfo");
  must(clFinish(queue), "clFinish"); /* a kernel that waits for ever stays here; watch() ends it */
  must(clWaitForEvents(1, &event), "the kernel");
  double seconds = now() - begun;
  state->phase = CHECKING;
  for (int b = 0; b < BUFFERS; ++b) {
    must(clEnqueueReadBuffer(queue, buffers[b], CL_TRUE, 0, bytes[b], memory[b], 0, NULL, NULL), "clEnqueueReadBuffer");
    clReleaseMemObject(buffers[b]);
  }
  int result = RIGHT;
  for (const struct table *t = after; t->rows; ++t)
    if (differs(t, 0) && result != HUNG) result = t->otherwise;
  for (unsigned k = 0, *r = memory[REPORT] + RECORDS_AT; k < memory[REPORT][0] - PATTERN && k < 3; ++k, r += 8)
    printf("  work-group %u, work-item %u, round %u read payload[%u]: 0x%08x, must be 0x%08x, again at once 0x%08x\n",
           r[0], r[1], r[2], r[3], r[4], r[5], r[6]);
  printf("launch %d: %s, %.3f ms\n", state->launch + 1, outcomes[result], seconds * 1e3);
  return fflush(stdout), result;
}
/* How far a work-group is, by its two words of the board: 0 not started, 1 started, 2 ended. */
static unsigned progress(unsigned group) {
  const unsigned seat = IN_TEAMS ? (group * memory[SCRATCH][0] + memory[SCRATCH][1]) % GROUPS : group;
  volatile unsigned *word = memory[BOARD] + seat / TEAM * BOARD_STRIDE + seat % TEAM;
  return (word[0] != PATTERN) + (word[TEAM] != PATTERN);
}
static unsigned reached(unsigned least) { /* by how many work-groups */
  unsigned n = 0;
  for (unsigned g = 0; g < GROUPS; ++g) n += progress(g) >= least;
  return n;
}
static void list(const char *what, unsigned wanted) { /* the first work-groups that are just so far */
  unsigned n = 0;
  for (unsigned g = 0; g < GROUPS; ++g)
    if (progress(g) == wanted && n++ < 8) printf("%s%u", n == 1 ? what : ", ", g);
  if (n > 0) printf("%s (%u in all)\n", n > 8 ? ", ..." : "", n);
}
/* Waits for the process that launches, and kills it where it hangs. */
static int watch(pid_t child, double patience) {
  int status = 0, phase = SET_UP, number = -1, started = 0;
  double since = now();
  for (; waitpid(child, &status, WNOHANG) != child; usleep(2000)) {
    if (phase != (int)state->phase || number != state->launch) since = now(), started = 0;
    phase = state->phase, number = state->launch;
    /* Drivers compile at the first launch too: the clock begins with the first work-group, where that can be seen. */
    if (!started && phase == RUNNING && (SHARED ? reached(1) > 0 : number > 0)) started = 1, since = now();
    if (now() - since < (phase != RUNNING ? 240 : started ? patience : patience + START_SECONDS)) continue;
    if (SHARED) printf("of %u work-groups %u have started and %u have ended\n", GROUPS, reached(1), reached(2));
    if (SHARED && BY_ID) list("not started: ", 0), list("started and not ended: ", 1);
    printf("launch %d: %s after %.1f s\n", number + 1, phase == RUNNING ? "HUNG: no end" : "no answer", now() - since);
    const int hung = phase == RUNNING && (!SHARED || started);
    state->counts[HUNG] += hung, printf("stops here, "), total(), fflush(stdout);
    kill(child, SIGKILL);
    for (int i = 0; i < 5000 && waitpid(child, &status, WNOHANG) != child; ++i) usleep(2000);
    return hung ? HUNG : NOT_RUN;
  }
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  return printf("the process that launched died by signal %d\n", WTERMSIG(status)), WRONG;
}

/* An option's value: a number that has no other characters than these. */
static double number(int option, const char *text, const char *characters, double least, double most) {
  char *end = NULL;
  const double value = strtod(text, &end);
  if (*text && !*end && strspn(text, characters) == strlen(text) && value >= least && value <= most) return value;
  printf("-%c '%s': name a %snumber from %.10g to %.10g\n", option, text, strchr(characters, '.') ? "" : "whole ", least, most);
  return leave(BAD_OPTION), 0;
}

int main(int argc, char **argv) {
  const char *wanted = DEVICE;
  int launches = LAUNCHES, option;
  double patience = PATIENCE_SECONDS;
  while ((option = getopt(argc, argv, DELAYS ? "p:n:s:d:h" : "p:n:s:h")) != -1) {
    if (option == 'p') wanted = optarg;
    if (option == 'n') launches = (int)number('n', optarg, "0123456789", 1, 1e9);
    if (option == 's') patience = number('s', optarg, ".0123456789", 0.001, 86400);
    if (option == 'd') scalars[3] = (cl_uint)number('d', optarg, "0123456789", 0, 4294967295.);
    if (strchr("h?", option)) return printf("usage: %s [-p PLATFORM/DEVICE] [-n LAUNCHES] [-s SECONDS]%s\n", argv[0], DELAYS ? " [-d DELAY]" : ""), BAD_OPTION;
  }
  if (optind < argc) return printf("'%s': there are options only; see -h\n", argv[optind]), BAD_OPTION;
  for (int b = 0; b <= BUFFERS; ++b) { /* the last one is for the state */
    void *at = mmap(NULL, b < BUFFERS ? bytes[b] : sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return perror("mmap"), NOT_RUN;
    if (b < BUFFERS) memory[b] = at; else state = at;
  }
  const pid_t child = fork();
  if (child != 0) return child > 0 ? watch(child, patience) : NOT_RUN;
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* no kernel outlives main() */
  cl_device_id device = find_device(wanted);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
  cl_kernel kernel = build(context, device);
  for (; state->launch < launches; ++state->launch) ++state->counts[launch(context, queue, kernel)];
  total(), leave(state->counts[HUNG] ? HUNG : state->counts[WRONG] ? WRONG : RIGHT);
}
