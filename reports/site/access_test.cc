// What people need who do not use a mouse, or do not see the page well: names,
// headings, contrast, and a focus that can be seen.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/matrix/test_shapes.h"
#include "reports/site/page_fixture.h"

namespace wgsync {
namespace {

// Complaints about all that is shown, as a list of texts.
constexpr char kCheck[] = R"js((() => {
  const wrong = [];
  const shown = [...document.querySelectorAll('body *')]
    .filter((e) => e.checkVisibility() &&
      (!document.querySelector('dialog[open]') || e.closest('dialog')));
  const nameOf = (e) => e.getAttribute('aria-label') || e.textContent.trim() ||
    [...(e.labels || [])].map((l) => l.textContent.trim()).join('') || e.title;
  const tell = (e, what) => wrong.push(what + ': ' +
    e.outerHTML.slice(0, 120));
  for (const e of shown) {
    if (e.matches('a, button, input, select, summary, [role=group], ' +
        '[role=region], [role=grid], form, nav, dialog, canvas') &&
        !e.hasAttribute('aria-labelledby') && !nameOf(e)) tell(e, 'no name');
    if (e.matches('th:not([scope])') && !e.closest('[aria-hidden]')) {
      tell(e, 'a head of nothing');
    }
  }
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  ids.filter((id, i) => ids.indexOf(id) !== i)
    .forEach((id) => wrong.push('twice: #' + id));
  for (const e of document.querySelectorAll('[aria-controls]')) {
    if (!ids.includes(e.getAttribute('aria-controls'))) tell(e, 'controls?');
  }
  for (const e of shown) {
    const style = getComputedStyle(e);
    if (e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0 &&
        /auto|scroll/.test(style.overflowX) && e.clientWidth > 0 &&
        !e.querySelector('[tabindex="0"]')) tell(e, 'no key scrolls it');
  }
  let level = document.querySelector('dialog[open]') ? 1 : 0;
  for (const e of shown.filter((e) => /^H\d$/.test(e.tagName))) {
    if (Number(e.tagName[1]) > level + 1) tell(e, 'a level is left out');
    level = Number(e.tagName[1]);
  }
  const colorOf = (text) => text.match(/[\d.]+/g).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const backgroundOf = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const color = colorOf(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  for (const e of shown) {
    const hasText = [...e.childNodes].some((n) => n.nodeType === 3 &&
      n.data.trim());
    if (!hasText && !e.matches('input[type=search]')) continue;
    const styles = [getComputedStyle(e)];
    if (e.placeholder) styles.push(getComputedStyle(e, '::placeholder'));
    for (const style of styles) {
      const [a, b] = [light(colorOf(style.color)), light(backgroundOf(e))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) tell(e, 'contrast ' + ratio.toFixed(2));
    }
  }
  return wrong;
})())js";

class AccessTest : public PageTest {
 protected:
  static void Check(const std::string& address) {
    for (const bool dark : {false, true}) {
      for (const int width : {1280, 390}) {
        browser_->Show(width, 900, dark);
        browser_->Open(address);
        if (address.find("case=") != std::string::npos ||
            address.find("device=") != std::string::npos) {
          browser_->Await("document.querySelector('#case').open");
        }
        if (width == 390) {
          browser_->Eval("document.querySelector('#fold')?.click()");
        }
        browser_->Eval(
            "document.querySelectorAll('details').forEach((d) => "
            "{ d.open = true; })");
        const auto wrong = browser_->Eval(kCheck);
        ASSERT_TRUE(wrong.is_array()) << wrong;
        for (const auto& text : wrong) {
          ADD_FAILURE() << address << (dark ? ", dark" : ", light") << ", "
                        << width << ": " << text.get<std::string>();
        }
      }
    }
  }
};

TEST_F(AccessTest, TheMatrixHasNamesOrderAndContrast) {
  Check(Failing("#open=*"));
}

TEST_F(AccessTest, ACaseHasNamesOrderAndContrast) {
  Check(Matrix(absl::StrCat("#case=", kLock)));
}

TEST_F(AccessTest, ADevicesPanelHasNamesOrderAndContrast) {
  Check(Matrix("#device=x"));
  browser_->Open(Matrix());
  Check(Matrix("#device=" +
               browser_->Eval("index.columns[0].code").get<std::string>()));
}

TEST_F(AccessTest, TheOtherViewsHaveNamesOrderAndContrast) {
  for (const char* view : {"charts", "about", "add"}) {
    Check(Matrix(absl::StrCat("#view=", view)));
  }
  Check(Diff());
}

TEST_F(AccessTest, TheClassesOfProgressHaveNamesOrderAndContrast) {
  const LoggedRun seen = TestRun("P/D", ShapeCases(progress::Model::kHsaObe));
  const LoggedRun few = TestRun("P/E", {LivelockCase("duel")});
  const std::string folder = folder_ + "/models";
  ASSERT_TRUE(WriteMatrixSite({seen, few}, {}, folder).ok());
  Check("file://" + folder + "/index.html#view=progress");
}

TEST_F(AccessTest, AnOverviewHasNamesOrderAndContrast) {
  SiteOptions options;
  options.most_bytes = 150'000;
  std::vector<LoggedRun> runs = FailingRuns();
  for (LoggedRun& run : runs) run.notes = {std::string(100'000, 'x')};
  ASSERT_TRUE(WriteMatrixSite(runs, options, folder_ + "/overview").ok());
  Check("file://" + folder_ + "/overview/index.html");
}

// Each stop of the tab key once, until the page is left or it begins anew.
TEST_F(AccessTest, TheFocusCanBeSeenAtEachStopAndReachesAllControls) {
  browser_->Open(Failing());
  const int controls = browser_->Eval(
      "[...document.querySelectorAll('a[href], button, input, select, summary, "
      "tbody [tabindex=\"0\"]')].filter((e) => e.checkVisibility() && "
      "!e.disabled).length");
  browser_->Eval("window.seen = new Set()");
  for (int i = 0; i < 100; ++i) {
    browser_->Press("Tab");
    const auto stop = browser_->Eval(R"js((() => {
      const e = document.activeElement;
      if (e === document.body || seen.has(e)) return null;
      seen.add(e);
      const style = getComputedStyle(e);
      return style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2
        ? e.outerHTML.slice(0, 120) : '';
    })())js");
    if (stop.is_null()) break;
    EXPECT_EQ(stop, "") << "the focus is not seen";
  }
  EXPECT_GE(browser_->Eval("seen.size").get<int>(), controls);
}

}  // namespace
}  // namespace wgsync
