# Reads groups of three lines: what was run, what hardware counted, what the emulator counted (columns as in compare.sh).
# Prints a table with `markdown`, otherwise the values that should be equal and are not.

BEGIN {
  columns = split("branch eff. %,branch targets,divergent,load sectors,load requests,store sectors,store requests," \
    "load eff. %,store eff. %,load conflicts,store conflicts,occupancy %,registers,instr./warp", title, ",")
}

# Hardware prints 0 where there is nothing to divide by.
function same(ours, theirs) {
  if (ours == "") return theirs + 0 == 0
  return ours - theirs <= 0.00501 && theirs - ours <= 0.00501
}

function rounded(value) { return value == int(value) ? sprintf("%d", value) : sprintf("%.2f", value) }

# Why a value need not be equal; empty if it must be. The letters are those of docs/counters.md.
function reason(i, build, kernel) {
  if (title[i] == "instr./warp") return "p"
  if (title[i] ~ /conflicts/) return "c"
  if (build == "-O3" && (title[i] == "branch targets" || title[i] == "branch eff. %")) {
    if (kernel ~ /Unrolling[24]$/) return "b"
    if (kernel ~ /Sync$/) return "w"
  }
  if (kernel ~ /^reduce_(shared|first)/ && (title[i] ~ /branch/ || title[i] == "divergent")) return "b"
  return ""
}

NR % 3 == 1 { what = $0; next }
NR % 3 == 2 { hardware = $0; next }
{
  split(what, run, ",")
  split(hardware, theirs, ",")
  split($0, ours, ",")
  if (markdown && !header++) {
    line = "| build | kernel | elements | grid x block |"
    rule = "| --- | --- | --- | --- |"
    for (i = 1; i <= columns; ++i) { line = line " " title[i] " |"; rule = rule " --- |" }
    print line "\n" rule
  }
  line = "| `" run[1] "` | " run[2] " | " run[3] " | " run[4] " x " run[5] " |"
  for (i = 1; i <= columns; ++i) {
    ++all
    cell = ours[i] == "" ? "-" : rounded(ours[i])
    if (same(ours[i], theirs[i])) {
      ++equal
    } else {
      why = reason(i, run[1], run[2])
      cell = "**" cell "** / " rounded(theirs[i]) " " (why == "" ? "?" : why)
      if (why == "") {
        ++wrong
        if (!markdown) print what ": " title[i] " is " ours[i] ", on hardware " theirs[i]
      }
    }
    line = line " " cell " |"
  }
  if (markdown) print line
}

END {
  summary = equal " of " all " values are equal to the digit"
  print markdown ? "\n" summary "." : summary ", " wrong + 0 " differ without a reason"
  exit wrong > 0 || all == 0
}
