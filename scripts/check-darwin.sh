#!/usr/bin/env bash
# Checks the packages that can be compiled for macOS without its C compiler: those
# that do not import C, directly or indirectly. They are vetted with
# their tests where those do not import C either, and compiled otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

c=$(go list -deps -f '{{if and .CgoFiles (not .Standard)}}{{.ImportPath}}{{end}}' ./...)

# Reads lines of a package and its imports; prints the packages without C.
without_c() {
  awk -v c="$c" '
    BEGIN { split(c, list, "\n"); for (i in list) has[list[i]] }
    { p = $1; sub(/\.test$/, "", p); all[p]; for (i = 1; i <= NF; i++) if ($i in has) bad[p] }
    END { for (p in all) if (!(p in bad)) print p }'
}
imports='{{or .ForTest .ImportPath}}{{range .Deps}} {{.}}{{end}}'
build=$(go list -f "$imports" ./... | without_c)
vet=$(go list -test -f "$imports" ./... | without_c)
export GOOS=darwin CGO_ENABLED=0
go build $build
go vet $vet
