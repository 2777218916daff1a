// The code in a program's binary, so that two programs can be compared by what
// the driver's compiler made of them. Pure.
//
// Binaries hold more than code: paths, the compiler's name, hashes of the
// source. So only the platforms in the table of binary.cc have digests. For
// these it was measured that two workers get the same digest of one program,
// that a comment or an unused option does not change it, and that a dropped
// fence does (devices/README.md). The programs of all other platforms have no
// digest, which means "not known".
//
// Example:
//   const Compiler compiler = {d.platform_name, d.device_name,
//                              d.driver_version};
//   if (TellsCode(compiler)) digest = DigestOfBinary(compiler, binary);

#ifndef WGSYNC_DEVICES_DRIVER_BINARY_H_
#define WGSYNC_DEVICES_DRIVER_BINARY_H_

#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

// The compiler that made a binary, by the names that OpenCL reports.
struct Compiler {
  std::string platform;        // CL_PLATFORM_NAME
  std::string device;          // CL_DEVICE_NAME
  std::string driver_version;  // CL_DRIVER_VERSION
};

// Whether this platform's binaries tell their code. A binary of another one
// need not be asked for: PoCL 3.1 compiles each kernel once more for it, which
// took 0.5 to 0.9 s per program.
bool TellsCode(const Compiler& compiler);

// The part of a binary that decides which instructions run; "" if the binary
// does not have its platform's form:
// - NVIDIA: PTX, without lines that are comments;
// - Intel's CPU runtime: the sections of the object file in the section
//   .ocl.obj, without the compiler's name. Kernels are in .ltext there, and
//   .text is empty;
// - rusticl: the whole binary, SPIR-V after a head of 12 bytes.
std::string CodeOfBinary(const Compiler& compiler, absl::string_view binary);

// SHA-256 in hex of the code; "" if that is not known. Equal digests mean that
// the same instructions run: PTX and SPIR-V are compiled again by the driver,
// so the digest covers the driver's version too, and that of SPIR-V the device.
// Different digests do not prove that the instructions differ. Build options
// other than -D and -cl-std are not covered.
std::string DigestOfBinary(const Compiler& compiler, absl::string_view binary);

// Whether NVIDIA's code declares variables in global memory, of which the
// driver counts none; false for other platforms, whose drivers count them.
bool DeclaresVariables(const Compiler& compiler, absl::string_view binary);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_BINARY_H_
