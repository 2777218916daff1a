// A headless browser for tests of the pages, driven by the DevTools protocol
// over two pipes.

#ifndef WGSYNC_REPORTS_SITE_BROWSER_H_
#define WGSYNC_REPORTS_SITE_BROWSER_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "nlohmann/json_fwd.hpp"

namespace wgsync {

// Every call is bounded: what takes longer than half a minute is a failure of
// the test. The browser and all it has started is killed at the end, and dies
// with the test.
class Browser {
 public:
  // The path of Debian's browser; "" where there is none.
  static std::string Find();

  // Starts it with an empty page; `folder` is for its files.
  Browser(const std::string& program, const std::string& folder);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  // Opens the page and waits until all of it is there.
  void Open(const std::string& url);
  // The value of a JavaScript expression, once its promise is kept.
  nlohmann::json Eval(const std::string& expression);
  // Waits until the expression is true.
  void Await(const std::string& expression);
  // A key, by its name: "Escape", "Enter", "ArrowDown", "Tab".
  void Press(const std::string& key);
  // A click in the middle of the first element that fits the selector.
  void Click(const std::string& selector);

  // The size of the window from now on, and whether it is in dark mode.
  void Show(int width, int height, bool dark);

  // What the pages have complained of: exceptions, errors of the console, and
  // what the policy refused.
  const std::vector<std::string>& complaints() const { return complaints_; }
  // Forgets them: a test that provokes one has looked at it.
  void ForgetComplaints() { complaints_.clear(); }
  // What the pages have asked for, by URL.
  const std::vector<std::string>& requests() const { return requests_; }

 private:
  nlohmann::json Call(const std::string& method, nlohmann::json params);
  void Send(const nlohmann::json& message);
  // The next message; null where none came in time.
  nlohmann::json Receive();
  void Note(const nlohmann::json& event);

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  int last_id_ = 0;
  std::string session_;
  std::string received_;
  std::vector<std::string> complaints_, requests_;
};

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_BROWSER_H_
