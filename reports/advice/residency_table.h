// Prints a residency report as tables and sentences.

#ifndef WGSYNC_REPORTS_ADVICE_RESIDENCY_TABLE_H_
#define WGSYNC_REPORTS_ADVICE_RESIDENCY_TABLE_H_

#include <cstddef>
#include <string>

#include "suite/core/record/residency_record.h"

namespace wgsync {

// The meaning of the table's columns, for before the wait for it.
std::string ResidencyColumns(size_t width = 80);

// Sentences are wrapped at `width` columns; tables are as wide as they are.
std::string ResidencyText(const ResidencyReport& report, size_t width = 80);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_RESIDENCY_TABLE_H_
