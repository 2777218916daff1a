#include "suite/core/memory/program.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace wgsync {
namespace memory {

size_t Program::Words() const {
  size_t words = 0;
  for (const Array& a : arrays)
    words += a.size * (a.memory == Memory::kLocal ? groups : 1);
  return words;
}

const Array& Program::ArrayOf(size_t word) const {
  size_t at = arrays.size() - 1;
  while (arrays[at].base > word) --at;
  return arrays[at];
}

std::string Program::WordName(size_t word) const {
  const Array& a = ArrayOf(word);
  const size_t at = word - a.base;
  std::string name = a.name;
  if (a.size > 1) absl::StrAppend(&name, "[", at % a.size, "]");
  if (a.memory == Memory::kLocal && groups > 1)
    absl::StrAppend(&name, " of group ", at / a.size);
  return name;
}

std::string Program::ThreadName(size_t thread) const {
  const Thread& t = threads[thread];
  const bool alone =
      std::count_if(threads.begin(), threads.end(), [&](const Thread& other) {
        return other.group == t.group;
      }) == 1;
  return alone ? absl::StrCat("group ", t.group)
               : absl::StrCat("group ", t.group, ", item ", t.item);
}

const Instruction* Program::At(size_t thread, size_t pc) const {
  const std::vector<Instruction>& code = roles[threads[thread].role].code;
  return pc < code.size() ? &code[pc] : nullptr;
}

bool Program::PromisesS() const {
  bool device = true, svm = true;
  for (const Role& role : roles) {
    for (const Instruction& at : role.code) {
      if (at.order != Order::kSeqCst && at.failure != Order::kSeqCst) continue;
      const bool fence = at.access == Access::kFence;
      device = device && at.scope == Scope::kDevice &&
               (fence || !arrays[at.array].svm);
      svm = svm && at.scope == Scope::kAllSvmDevices &&
            (fence || arrays[at.array].svm);
    }
  }
  return device || svm;
}

bool Program::Meets(const std::vector<std::vector<int>>& registers,
                    const std::vector<int>& words) const {
  const auto is_true = [&](const Comparison& c) {
    const int is =
        c.thread < 0 ? words[c.number] : registers[c.thread][c.number];
    return (is == c.value) == c.equal;
  };
  const bool any =
      std::any_of(demand.begin(), demand.end(), [&](const auto& all) {
        return std::all_of(all.begin(), all.end(), is_true);
      });
  return any == always;
}

Cursor::Cursor(const Program& program, size_t thread)
    : program_(&program),
      thread_(thread),
      registers_(program.roles[program.threads[thread].role].registers.size()) {
}

int Cursor::ValueOf(const Operand& operand) const {
  return operand.constant + (operand.reg < 0 ? 0 : registers_[operand.reg]);
}

bool Cursor::Branches(const Instruction& now, int read) const {
  const bool equal = read == ValueOf(now.check);
  return now.branch == Branch::kAlways ||
         (now.branch == Branch::kIfEqual && equal) ||
         (now.branch == Branch::kIfUnequal && !equal);
}

const Instruction* Cursor::Next() {
  constexpr int kMostSteps = 1000;
  const Instruction* now = nullptr;
  for (int step = 0; step < kMostSteps; ++step) {
    now = program_->At(thread_, pc_);
    if (now == nullptr || now->access != Access::kNone) return now;
    Finish(ValueOf(now->value));
  }
  return now;
}

size_t Cursor::Word() const {
  const Instruction& now = *program_->At(thread_, pc_);
  const Array& a = program_->arrays[now.array];
  const int index = ValueOf(now.index);
  if (index < 0 || static_cast<size_t>(index) >= a.size)
    return program_->Words();
  const size_t copy =
      a.memory == Memory::kLocal ? program_->threads[thread_].group : 0;
  return a.base + copy * a.size + index;
}

bool Cursor::IsAwait() const {
  const Instruction& now = *program_->At(thread_, pc_);
  return now.branch != Branch::kNever && now.target == pc_ &&
         program_->arrays[now.array].atomic;
}

bool Cursor::Writes(int read, int* written) const {
  const Instruction& now = *program_->At(thread_, pc_);
  *written = ValueOf(now.value) + (now.access == Access::kAdd ? read : 0);
  return now.access == Access::kWrite || now.access == Access::kExchange ||
         now.access == Access::kAdd ||
         (now.access == Access::kCas && read == ValueOf(now.expected));
}

bool Cursor::MayRead(int read) const {
  return !IsAwait() || !Branches(*program_->At(thread_, pc_), read);
}

void Cursor::Finish(int read) {
  const Instruction& now = *program_->At(thread_, pc_);
  // The comparison is of the registers before the access.
  pc_ = Branches(now, read) ? now.target : pc_ + 1;
  if (now.result >= 0) registers_[now.result] = read;
}

}  // namespace memory
}  // namespace wgsync
