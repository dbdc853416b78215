#!/bin/sh
# Runs before the files of an installed Packbench are replaced. A running one would start its next label with files of another version.
program=/opt/Packbench/packbench
running=$(find /proc/[0-9]*/exe -maxdepth 0 \( -lname "$program" -o -lname "$program (deleted)" \) 2>/dev/null)
if [ -n "$running" ]; then
  echo 'Packbench is running, and a booking or a label may be under way. Nothing was changed.' >&2
  echo 'Close Packbench, also for other users of this computer. It finishes its work first. Then install again.' >&2
  exit 1
fi
