#include "suite/core/litmus/program.h"

#include "absl/algorithm/container.h"

namespace wgsync {
namespace litmus {

absl::optional<int> Instruction::Written(int old, int value, int check) const {
  if (access == Access::kWrite || access == Access::kExchange) return value;
  if (access == Access::kCas && old == check) return value;
  if (access == Access::kAdd) return Sum(old, value);
  return absl::nullopt;
}

bool Instruction::Goes(int read, int check) const {
  return Compares(Kept(read), branch, check);
}

bool Compares(int is, Branch branch, int check) {
  const bool goes[] = {false,       is == check, is != check, check > is,
                       is <= check, is > check,  is >= check, true};
  return goes[static_cast<size_t>(branch)];
}

void SetDefaults(const Code& code, Instruction* now) {
  now->failure = now->order == Order::kAcqRel    ? Order::kAcquire
                 : now->order == Order::kRelease ? Order::kRelaxed
                                                 : now->order;
  const bool local =
      now->UsesWord() && code.arrays[now->array].memory == Memory::kLocal;
  now->scope = local || now->access == Access::kBarrier ? Scope::kWorkGroup
                                                        : Scope::kDevice;
}

bool MayHaveOrder(const Instruction& now) {
  const auto loads = [](Order o) {
    return o == Order::kSeqCst || !Releases(o);
  };
  if (now.access == Access::kWrite) {
    return now.order == Order::kSeqCst || !Acquires(now.order);
  }
  return loads(now.access == Access::kRead ? now.order : now.failure);
}

bool Claim::Holds(const Outcome& end) const {
  return always == absl::c_any_of(any, [&](const auto& all) {
           return absl::c_all_of(all, [&](const Comparison& c) {
             return Compares(end[c.number], c.branch,
                             c.other ? end[*c.other] : c.value);
           });
         });
}

size_t Code::FindArray(absl::string_view array) const {
  size_t at = 0;
  while (at < arrays.size() && arrays[at].name != array) ++at;
  return at;
}

size_t Program::FirstWord(size_t array) const {
  size_t word = 0;
  for (size_t a = 0; a < array; ++a) {
    word += arrays[a].size * (arrays[a].memory == Memory::kLocal ? groups : 1);
  }
  return word;
}

const Array& Program::ArrayOf(size_t word) const {
  size_t at = 0;
  while (FirstWord(at + 1) <= word) ++at;
  return arrays[at];
}

const Instruction* Program::At(size_t thread, size_t pc) const {
  const std::vector<Instruction>& code = roles[threads[thread].role].code;
  return pc < code.size() ? &code[pc] : nullptr;
}

Cursor::Cursor(const Program& program, size_t thread)
    : program_(&program),
      thread_(thread),
      registers_(program.roles[program.threads[thread].role].registers.size()),
      passed_(program.roles[program.threads[thread].role].code.size()) {}

const Instruction* Cursor::Next() {
  constexpr int kMostSteps = 1000;
  const Instruction* now = nullptr;
  for (int step = 0; step < kMostSteps; ++step) {
    now = program_->At(thread_, pc_);
    if (now != nullptr) passed_[pc_] |= kCame;
    if (now == nullptr || now->access != Access::kNone) return now;
    Finish(ValueOf(now->value));
  }
  return now;
}

size_t Cursor::Word() const {
  const Array& a = program_->arrays[Now().array];
  const int index = ValueOf(Now().index);
  if (index < 0 || static_cast<size_t>(index) >= a.size)
    return program_->Words();
  const size_t copy =
      a.memory == Memory::kLocal ? program_->threads[thread_].group : 0;
  return program_->FirstWord(Now().array) + copy * a.size + index;
}

bool Cursor::IsAwait() const {
  return Now().branch != Branch::kNever &&
         Now().target == static_cast<int>(pc_) && !Now().plain;
}

absl::optional<int> Cursor::Written(int read) const {
  return Now().Written(read, ValueOf(Now().value), ValueOf(Now().check));
}

bool Cursor::MayRead(int read) const {
  return !IsAwait() || !Now().Goes(read, ValueOf(Now().check));
}

const Instruction* Cursor::WrongStep() const {
  const Role& role = program_->roles[program_->threads[thread_].role];
  return pc_ > role.code.size() ? &role.code[last_] : nullptr;
}

void Cursor::Finish(int read) {
  const Instruction& now = Now();
  last_ = pc_;
  const bool goes = now.Goes(read, ValueOf(now.check));
  passed_[pc_] |= goes ? kWentToTarget : kWentOn;
  pc_ = goes ? now.target : pc_ + 1;
  if (now.result >= 0) registers_[now.result] = now.Kept(read);
}

}  // namespace litmus
}  // namespace wgsync
