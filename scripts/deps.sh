#!/usr/bin/env bash
# Installs the dependencies besides Go, Node and npm, or prints the missing ones with
# the command that installs them.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "deps: $*" >&2; exit 1; }

command -v go >/dev/null || fail "Go is missing; install Go $(awk '$1 == "go" {print $2}' go.mod) or newer: https://go.dev/doc/install"
command -v npm >/dev/null || fail "Node and npm are missing; install them: apt-get install nodejs npm"

# node_modules contains the pinned Node that runs the front end's tools.
if [ ! -x node_modules/.bin/vite ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci
  touch node_modules/.package-lock.json
fi
[ -x node_modules/.bin/node ] || fail "the pinned Node was not installed; run: npm ci --foreground-scripts"

# Arguments name what is needed: "compiler" for builds; "browser", "database", "cache",
# "balancer", "mailbox", "operation", "shells", "arm64", "bootstrap" and "machine" for
# tests; "release" for a release.
[ $# -gt 0 ] || exit 0
absent=()
want() { command -v "$1" >/dev/null || absent+=("$2"); }
for need in "$@"; do
  case $need in
  compiler)
    want "${CC:-gcc}" gcc
    [ -e /usr/include/stdlib.h ] || absent+=(libc6-dev)
    ;;
  browser)
    want chromium chromium
    want chromium-headless-shell chromium-headless-shell
    want firefox-esr firefox-esr
    want WebKitWebDriver webkit2gtk-driver
    want Xvfb xvfb
    # openssl creates the certificate of the tests over TLS.
    want openssl openssl
    ;;
  database)
    # Debian installs the server's programs outside PATH.
    compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || want postgres postgresql
    ;;
  arm64)
    want aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
    [ -e /usr/aarch64-linux-gnu/lib/libc.a ] || absent+=(libc6-dev-arm64-cross)
    want qemu-aarch64-static qemu-user-static
    ;;
  balancer)
    [ -x /usr/sbin/haproxy ] || want haproxy haproxy
    ;;
  mailbox)
    [ -x /usr/sbin/dovecot ] || want dovecot dovecot-imapd
    ;;
  operation)
    # promtool, logrotate and systemd's programs check the files of deploy/.
    want promtool prometheus
    [ -x /usr/sbin/logrotate ] || want logrotate logrotate
    want systemd-analyze systemd
    ;;
  shells)
    want zsh zsh
    want fish fish
    want groff groff-base
    ;;
  release)
    want x86_64-linux-gnu-gcc gcc-x86-64-linux-gnu
    want aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
    want dpkg-deb dpkg
    [ -e /etc/ssl/certs/ca-certificates.crt ] || absent+=(ca-certificates)
    [ -e /usr/aarch64-linux-gnu/lib/libc.a ] || [ -e /usr/lib/aarch64-linux-gnu/libc.a ] || absent+=(libc6-dev-arm64-cross)
    [ -e /usr/x86_64-linux-gnu/lib/libc.a ] || [ -e /usr/lib/x86_64-linux-gnu/libc.a ] || absent+=(libc6-dev-amd64-cross)
    ;;
  bootstrap)
    want debootstrap debootstrap
    ;;
  machine)
    want debootstrap debootstrap
    want systemd-nspawn systemd-container
    want jq jq
    ;;
  cache)
    [ -x /usr/sbin/varnishd ] || want varnishd varnish
    compgen -G '/usr/lib/*/varnish/vmods/libvmod_xkey.so' >/dev/null || absent+=(varnish-modules)
    ;;
  esac
done
[ ${#absent[@]} -gt 0 ] || exit 0
install="apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confold ${absent[*]}"
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  root=()
elif command -v apt-get >/dev/null && command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
  root=(sudo)
else
  fail "some of what is needed is missing; install it: sudo $install"
fi
# The tests start their own server; the package must not create a cluster.
clusters=/etc/postgresql-common/createcluster.conf
if [[ " ${absent[*]} " = *" postgresql "* ]] && [ ! -e "$clusters" ]; then
  "${root[@]}" mkdir -p "${clusters%/*}"
  echo 'create_main_cluster = false' | "${root[@]}" tee "$clusters" >/dev/null
fi
# It must not start one either, now or at boot.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap '"${root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${root[@]}" tee "$policy" >/dev/null
  "${root[@]}" chmod 755 "$policy"
fi
"${root[@]}" apt-get update -qq
"${root[@]}" env DEBIAN_FRONTEND=noninteractive $install
services=$(dpkg -L "${absent[@]}" | sed -nE 's|.*/systemd/system/([^/@]+\.service)$|\1|p')
if [ -n "$services" ] && command -v systemctl >/dev/null; then
  "${root[@]}" systemctl disable --quiet $services
fi
