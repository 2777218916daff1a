// What a driver in a worker can reach: the worker closes itself in before it
// loads one.
//
//   files     nothing can be made, changed or removed but in the run's scratch
//             folder and the drivers' caches that the user has named; the files
//             of /dev, and the worker's own of /proc, can be written. Reading
//             is as before.
//   network   no sockets of IP, packets or virtual machines
//   signals   none to processes outside
//
// All of it holds for what the driver starts, too, and cannot be undone. Files
// and signals are Landlock's (Linux 5.19, and 6.12 for signals), the network a
// filter of system calls (x86-64 and aarch64).
//
// A process that is closed in gains no privileges from setuid programs.
// NVIDIA's library runs one, nvidia-modprobe, until /dev/nvidia-uvm is there:
// so long its workers stay open.

#ifndef WGSYNC_SUITE_WORKER_SANDBOX_H_
#define WGSYNC_SUITE_WORKER_SANDBOX_H_

#include <string>

namespace wgsync {

// "off" in the caller's environment leaves workers open (`--no-sandbox`); in a
// worker's, the scratch folder's whole path.
inline constexpr char kSandboxVariable[] = "WGSYNC_SANDBOX";
inline constexpr char kSandboxOff[] = "off";

// Closes this process in, as its environment says; it must have one thread.
// Returns the kinds that are kept from it, "files, network, signals", or "none:
// " and the reason.
std::string EnterSandbox();

// Whether the environment of this process leaves its workers open.
bool SandboxIsOff();

// Of a driver that does not open, in the controller: the advice, in words
// that go on a message; "" where workers are left open.
std::string SandboxHint();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_SANDBOX_H_
