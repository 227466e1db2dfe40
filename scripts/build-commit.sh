#!/usr/bin/env bash
# Builds the program of another commit.
#
#   scripts/build-commit.sh COMMIT FILE
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
git clone --quiet --no-checkout . "$work"
git -C "$work" checkout --quiet "$1"
make --no-print-directory -C "$work" build
install -D "$work/bin/ferrule" "$2"
