// One function object of several lambdas, by which std::visit() branches on a
// variant. It does not compile if no lambda takes one of the variant's types.
//
//   const std::string name = std::visit(
//       Overload{[](const KernelCase& c) { return c.primitive->name; },
//                [](const HostCase& c) { return c.check->name; }},
//       planned);

#ifndef WGSYNC_SUITE_CORE_BASE_OVERLOAD_H_
#define WGSYNC_SUITE_CORE_BASE_OVERLOAD_H_

namespace wgsync {

template <typename... Functions>
struct Overload : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
Overload(Functions...) -> Overload<Functions...>;

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_OVERLOAD_H_
