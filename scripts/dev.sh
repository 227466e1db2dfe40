#!/usr/bin/env bash
# Runs front end and server with hot reload: Vite serves the front end's modules, the
# server restarts when Go code or the model changes, and the browser renders pages.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
trap 'kill 0' EXIT
[ -f web/dist/server/ssr.js ] || npm run --silent build
vite --config web/vite.config.ts &
node --watch-path=internal --watch-path=cmd --watch-path=demo --watch-preserve-output scripts/dev-server.mjs
