#include "reports/site/browser.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kPatienceMs = 30000;

// The protocol's pipes are descriptors 3 and 4 of the browser.
[[noreturn]] void BecomeBrowser(const std::string& program,
                                const std::string& folder, int in, int out) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Beyond 3 and 4 first: one of the two may be the other's place.
  const int spare_in = fcntl(in, F_DUPFD, 10);
  const int spare_out = fcntl(out, F_DUPFD, 10);
  dup2(spare_in, 3);
  dup2(spare_out, 4);
  const int null = open("/dev/null", O_RDWR);
  for (int fd : {0, 1, 2}) dup2(null, fd);
  const std::string profile = "--user-data-dir=" + folder;
  setenv("HOME", folder.c_str(), 1);
  execl(program.c_str(), program.c_str(), "--remote-debugging-pipe",
        // A test may run as root, and where /dev/shm is small.
        "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
        "--headless", "--no-first-run", "--disable-background-networking",
        profile.c_str(), "about:blank", nullptr);
  _exit(127);
}

}  // namespace

std::string Browser::Find() {
  for (const char* path :
       {"/usr/bin/chromium-headless-shell", "/usr/bin/chromium"}) {
    if (std::filesystem::exists(path)) return path;
  }
  return "";
}

Browser::Browser(const std::string& program, const std::string& folder) {
  int commands[2], events[2];
  if (pipe2(commands, O_CLOEXEC) != 0 || pipe2(events, O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipe";
    return;
  }
  pid_ = fork();
  if (pid_ == 0) BecomeBrowser(program, folder, commands[0], events[1]);
  close(commands[0]);
  close(events[1]);
  to_ = commands[1];
  from_ = events[0];
  const json target =
      Call("Target.createTarget",
           {{"url", "about:blank"}, {"width", 1200}, {"height", 800}});
  if (!target.contains("targetId")) return;  // Call() has said why
  session_ = Call("Target.attachToTarget",
                  {{"targetId", target["targetId"]}, {"flatten", true}})
                 .value("sessionId", "");
  for (const char* domain : {"Page", "Runtime", "Log", "Network"}) {
    Call(absl::StrCat(domain, ".enable"), json::object());
  }
}

Browser::~Browser() {
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(to_);
  close(from_);
}

void Browser::Send(const json& message) {
  const std::string text = message.dump() + '\0';
  size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t n = write(to_, text.data() + sent, text.size() - sent);
    if (n <= 0) return;  // the browser is gone; no answer will come
    sent += static_cast<size_t>(n);
  }
}

json Browser::Receive() {
  const auto until = Clock::now() + std::chrono::milliseconds(kPatienceMs);
  size_t end;
  while ((end = received_.find('\0')) == std::string::npos) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - Clock::now());
    pollfd ready = {from_, POLLIN, 0};
    char buffer[65536];
    if (left.count() <= 0 ||
        poll(&ready, 1, static_cast<int>(left.count())) <= 0) {
      return json();
    }
    const ssize_t n = read(from_, buffer, sizeof(buffer));
    if (n <= 0) return json();
    received_.append(buffer, static_cast<size_t>(n));
  }
  json message = json::parse(received_.substr(0, end), nullptr, false);
  received_.erase(0, end + 1);
  return message;
}

void Browser::Note(const json& event) {
  const std::string method = event.value("method", "");
  if (method == "Runtime.exceptionThrown" || method == "Log.entryAdded" ||
      (method == "Runtime.consoleAPICalled" &&
       event["params"]["type"] == "error")) {
    complaints_.push_back(event["params"].dump());
  } else if (method == "Network.requestWillBeSent") {
    requests_.push_back(event["params"]["request"].value("url", "?"));
  }
}

json Browser::Call(const std::string& method, json params) {
  json message = {
      {"id", ++last_id_}, {"method", method}, {"params", std::move(params)}};
  if (!session_.empty()) message["sessionId"] = session_;
  Send(message);
  while (true) {
    const json answer = Receive();
    if (!answer.is_object()) {
      ADD_FAILURE() << method << ": the browser did not answer";
      return json::object();
    }
    if (answer.value("id", 0) != last_id_) {
      Note(answer);
      continue;
    }
    if (answer.contains("error")) {
      ADD_FAILURE() << method << ": " << answer["error"].dump();
    }
    return answer.value("result", json::object());
  }
}

void Browser::Open(const std::string& url) {
  // A page that differs in its fragment alone would not be loaded anew.
  Call("Page.navigate", {{"url", "about:blank"}});
  Await("location.href === 'about:blank'");
  Call("Page.navigate", {{"url", url}});
  Await(
      "location.href !== 'about:blank' && document.readyState === 'complete'");
}

json Browser::Eval(const std::string& expression) {
  const json answer = Call("Runtime.evaluate", {{"expression", expression},
                                                {"awaitPromise", true},
                                                {"returnByValue", true}});
  if (answer.contains("exceptionDetails")) {
    ADD_FAILURE() << expression << ": " << answer["exceptionDetails"].dump();
    return json();
  }
  return answer.contains("result") ? answer["result"].value("value", json())
                                   : json();
}

void Browser::Await(const std::string& expression) {
  const auto until = Clock::now() + std::chrono::milliseconds(kPatienceMs);
  while (Clock::now() < until) {
    const json value = Eval(expression);
    if (value == true) return;
    if (testing::Test::HasFailure()) return;
    // The page's next turn, so that its own work goes on.
    Eval("new Promise((resolve) => setTimeout(resolve, 10))");
  }
  ADD_FAILURE() << "never true: " << expression;
}

void Browser::Press(const std::string& key) {
  static const auto& codes = *new std::map<std::string, int>{
      {"Tab", 9},   {"Enter", 13},      {"Escape", 27},   {"/", 191},
      {"Home", 36}, {"ArrowRight", 39}, {"ArrowDown", 40}};
  for (const char* type : {"keyDown", "keyUp"}) {
    json event = {{"type", type},
                  {"key", key},
                  {"code", key},
                  {"windowsVirtualKeyCode", codes.at(key)}};
    // A button takes the character, not the key.
    if (key == "Enter") event["text"] = "\r";
    Call("Input.dispatchKeyEvent", event);
  }
}

void Browser::Show(int width, int height, bool dark) {
  Call("Emulation.setDeviceMetricsOverride", {{"width", width},
                                              {"height", height},
                                              {"deviceScaleFactor", 1},
                                              {"mobile", false}});
  Call("Emulation.setEmulatedMedia",
       {{"features",
         {{{"name", "prefers-color-scheme"},
           {"value", dark ? "dark" : "light"}}}}});
}

void Browser::Click(const std::string& selector) {
  const json at = Eval(absl::StrCat(
      "(() => { const e = document.querySelector(", json(selector).dump(),
      "); if (!e) return null; e.scrollIntoView({block: 'center'});"
      " const r = e.getBoundingClientRect();"
      " return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()"));
  if (!at.is_object()) {
    ADD_FAILURE() << "nothing to click: " << selector;
    return;
  }
  for (const char* type : {"mousePressed", "mouseReleased"}) {
    Call("Input.dispatchMouseEvent", {{"type", type},
                                      {"x", at["x"]},
                                      {"y", at["y"]},
                                      {"button", "left"},
                                      {"clickCount", 1}});
  }
}

}  // namespace wgsync
