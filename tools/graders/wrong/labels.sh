#!/bin/sh
# Prints the labels of the wrong answers in a folder, one a line. Usage: labels.sh FOLDER

for answer in "$1"/*.cu; do
    if [ -e "$answer" ]; then basename "$answer" .cu; fi
done
