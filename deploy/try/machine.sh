# Functions for a machine in a container, sourced by run. $root is its root folder.

fail() { echo "$*" >&2; return 1; }

# step runs a function and prints what was done and how long it took. The output is shown
# if it fails, which ends the script.
step() {
  current=$1
  local start=${EPOCHREALTIME/./}
  "${@:2}" >"$work/step.log" 2>&1
  printf '%8d ms  %s\n' $(((${EPOCHREALTIME/./} - start) / 1000)) "$current" >&3
  current=
}

# until_true runs a command until it succeeds, for a number of seconds at most.
until_true() {
  local end=$((SECONDS + $1))
  until "${@:2}" >"$work/try.log" 2>&1; do
    [ $SECONDS -lt $end ] || { cat "$work/try.log"; fail "after $1 s still not: ${*:2}"; }
    sleep 0.2
  done
}

# inside runs a command on the machine, as root.
inside() {
  nsenter --target "$leader" --mount --uts --ipc --net --pid --cgroup --root --wdns=/ \
    env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

# debian makes the base system, with the tools of this script.
debian() {
  [ ! -e "$debian/etc/debian_version" ] || return 0
  local codename mirror
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' | awk -v c="$codename" '$1 == c && $2 == "main" {print $3; exit}')
  [ -n "$mirror" ] || fail "apt has no mirror of Debian $codename; add it to /etc/apt/sources.list"
  # What is mounted meanwhile ends with the namespace.
  unshare --mount debootstrap --variant=minbase --include=adduser,systemd,systemd-sysv,dbus,ca-certificates "$codename" "$debian" "$mirror"
  systemd-nspawn --quiet --directory "$debian" "${nspawn[@]}" sh -ec '
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet=2
    apt-get install --yes --quiet=2 --no-install-recommends age curl openssl prometheus sqlite3
    systemctl disable prometheus'
}

# boot starts a machine and returns when its services are started.
boot() {
  root=$work/$1
  cp --archive --reflink=auto "$debian" "$root"
  cp "$pebble" "$root/usr/local/bin/pebble"
  printf '127.0.0.1 localhost %s\n' "$domain" >"$root/etc/hosts"
  systemd-nspawn --quiet --boot --directory "$root" --machine "ferrule-try-$1" --private-network \
    --bind "$work/backups:$backups" "${nspawn[@]}" </dev/null >"$work/$1.log" 2>&1 &
  container=$!
  until_true 60 started
}
# started finds the container's first process; before it, nspawn has other children.
started() {
  leader=$(pgrep --parent "$container") || return
  case $(inside systemctl is-system-running) in running | degraded) ;; *) return 1 ;; esac
}

# destroy ends the machine without a chance to write anything, and removes its disk.
destroy() {
  kill -KILL "$leader" || kill -KILL "$container"
  wait "$container" || true
  container=
  remove "$root"
}

# remove deletes a folder in which nothing is mounted.
remove() {
  ! findmnt --noheadings --list --output TARGET | grep -F "$1/" || fail "$1 is not removed: file systems are mounted in it"
  rm --recursive --force --one-file-system "$1"
}

# finish removes everything that was made; it is run at the end, however that comes.
finish() {
  local status=$?
  if [ -n "${current:-}" ]; then
    exec 2>&3 >&3
    echo "FAILED: $current"
    tail --lines 20 "$work/step.log"
    [ -z "${container:-}" ] || inside journalctl --no-pager --quiet --lines 20 || true
  fi
  [ -z "${container:-}" ] || destroy
  remove "$work"
  exit $status
}
