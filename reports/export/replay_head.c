#define _DEFAULT_SOURCE
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
enum { RIGHT, WRONG, HUNG, NOT_RUN, BAD_OPTION }; /* the exit code */
enum { WORDS, PAYLOAD, BOARD, REPORT, SCRATCH, BUFFERS };
static const char *const outcomes[] = {"right", "WRONG", "HUNG"}, *const names[] = {"words", "payload", "board", "report", "scratch"};
/* Word first + j * row_stride + k * stride holds value + j * row_step + k * step, j < rows, k < count; or a row's sum is that; in each team. */
struct table { int buffer; unsigned first, count, stride, value, step, rows, row_stride, row_step, teams, team_stride; int sum, otherwise; const char *what; };
