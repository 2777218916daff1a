#!/usr/bin/env bash
# Counts the phrases of words.tsv in prose and sources. The count of each file is in words.txt and
# may only fall; a file without an entry must have none.
# The words of the documents have a limit too: a reader needs each sentence once.
#   tools/lint/words.sh              checks
#   tools/lint/words.sh FILE...      lists the phrases of these files, with what to write instead
#   tools/lint/words.sh --update     writes words.txt anew; refuses a count that has risen
set -euo pipefail

# shellcheck source=tools/lint/sources.sh
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

cd "$(source_root)"
readonly PHRASES=tools/lint/words.tsv COUNTS=tools/lint/words.txt
# Of all documents but those that a run has published, and of VERDICTS.md.
readonly MOST_WORDS=45000 MOST_WORDS_OF_VERDICTS=1500

# Prints "FILE:LINE: phrase -> what to write instead" for each phrase of the files.
list_phrases() {
  perl -e '
    use strict;
    use warnings;
    my @phrases;
    open(my $table, "<", shift) or die "$!";
    while (<$table>) {
      chomp;
      next if /^#/;
      my ($pattern, $instead) = split(/\t/);
      push @phrases, [qr/$pattern/, $instead];
    }
    my $every = join("|", map { $_->[0] } @phrases);
    my $any = qr/$every/;
    while (<>) {
      if ($_ =~ $any) {
        for my $phrase (@phrases) {
          my ($pattern, $instead) = @$phrase;
          print "$ARGV:$.: $& -> $instead\n" while /$pattern/g;
        }
      }
      close ARGV if eof;
    }' "$PHRASES" "$@"
}

if (( $# > 0 )) && [[ "$1" != --update ]]; then
  list_phrases "$@"
  exit
fi

# What a run has published, and what a golden file holds, is reworded where it is printed.
sources="$(list_sources '*.md' '*.h' '*.cc' '*.cl' '*.sh' '*.bzl' '*.js' |
  grep -Ev '^(reports/published/matrix[.]md|tools/golden/(expected|runs)/)')"
mapfile -t files <<< "$sources"
# "COUNT FILE", sorted by file; files without a phrase have no line.
found="$(list_phrases "${files[@]}")"
now="$(cut -d : -f 1 <<< "$found" | uniq -c | awk '{ print $1, $2 }')"

# Lines "risen|fallen|new|gone FILE COUNT-IN-WORDS.TXT COUNT-NOW".
changes="$(awk 'NR == FNR { if ($0 !~ /^#/) was[$2] = $1; next }
  { is[$2] = $1 }
  END {
    for (file in is) {
      if (!(file in was)) print "new", file, 0, is[file]
      else if (is[file] > was[file]) print "risen", file, was[file], is[file]
      else if (is[file] < was[file]) print "fallen", file, was[file], is[file]
    }
    for (file in was) if (!(file in is)) print "gone", file, was[file], 0
  }' "$COUNTS" <(printf '%s\n' "$now") | LC_ALL=C sort)"

if [[ "${1:-}" == --update ]]; then
  # A file that was moved is new and gone. The sum of those may not rise either.
  if ! awk '$1 == "risen" { print $2 ": " $3 " phrases before, " $4 " now"; bad = 1 }
    $1 == "new" { more += $4 }
    $1 == "gone" { less += $3 }
    END {
      if (more > less) print "new files have " more " phrases, files that are gone had " less + 0
      exit bad || more > less
    }' <<< "$changes" >&2; then
    echo "$COUNTS stays as it was: a count may only fall" >&2
    exit 1
  fi
  { grep '^#' "$COUNTS"; printf '%s\n' "$now"; } > "$COUNTS.new"
  mv "$COUNTS.new" "$COUNTS"
  exit
fi

mapfile -t documents < <(printf '%s\n' "${files[@]}" | grep '\.md$' | grep -v '^reports/published/')
words="$(cat "${documents[@]}" | wc -w)"
of_verdicts="$(wc -w < VERDICTS.md)"
if (( words > MOST_WORDS || of_verdicts > MOST_WORDS_OF_VERDICTS )); then
  echo "the documents have $words words, VERDICTS.md has $of_verdicts;" \
    "$MOST_WORDS and $MOST_WORDS_OF_VERDICTS are allowed: say each thing once" >&2
  exit 1
fi

if [[ -z "$changes" ]]; then
  echo "$words words in ${#documents[@]} documents,"
  echo "$(awk '{ n += $1 } END { print n + 0 }' <<< "$now") phrases in ${#files[@]} files, as in $COUNTS."
  exit
fi
while read -r kind file was is; do
  case "$kind" in
    risen | new)
      echo "$file has $is phrases that our text avoids; $COUNTS allows $was:"
      grep -F "$file:" <<< "$found"
      ;;
    fallen | gone)
      echo "$file has $is phrases and $was in $COUNTS; run tools/lint/words.sh --update"
      ;;
  esac
done <<< "$changes" >&2
exit 1
