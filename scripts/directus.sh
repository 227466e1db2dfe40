#!/usr/bin/env bash
# directus.sh VERSION: installs a Directus from npm into .bin/directus/VERSION, with the
# Node that it needs and an empty SQLite database for the tests, and prints that folder.
set -euo pipefail
version=$1 node=22.23.3
home=$(cd "$(dirname "$0")/.." && pwd)/.bin/directus/$version
if [ -e "$home/empty.db" ]; then echo "$home"; exit; fi
mkdir -p "$home"
cd "$home"
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

# isolated-vm, which Directus needs, does not compile for the Node of the front end.
if [ ! -x node/bin/node ]; then
  mkdir -p package && echo '{"private":true}' >package/package.json
  npm install --prefix package "node@$node" >&2
  headers=$(find package -path '*/include/node' -type d | head -1)
  mkdir -p node && cp -r "$headers/../../bin" "$headers/../../include" node/
fi
export PATH="$home/node/bin:$PATH" npm_config_nodedir="$home/node"

# Of the administration's pages, the version that some releases require is not published.
overrides='{}'
[ "$version" = 12.4.1 ] && overrides='{"@directus/app":"18.0.0"}'
echo "{\"private\":true,\"type\":\"module\",\"dependencies\":{\"directus\":\"$version\"},\"overrides\":$overrides}" >package.json
npm install >&2

rm -f empty.part
DB_CLIENT=sqlite3 DB_FILENAME="$home/empty.part" SECRET=secret-of-the-tests TELEMETRY=false \
  ADMIN_EMAIL=admin@example.com ADMIN_PASSWORD=admin-password-of-the-tests ADMIN_TOKEN=admin-token-of-the-tests \
  node node_modules/directus/cli.js bootstrap >&2
mv empty.part empty.db
echo "$home"
