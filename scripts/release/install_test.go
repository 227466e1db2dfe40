//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

// oldestDebian is the oldest release of Debian that the package is for.
const oldestDebian = "bookworm"

// machine is a root folder, in which programs run as in a container.
type machine struct {
	root        string
	environment []string
}

func (m machine) command(t *testing.T, user uint32, name string, args ...string) *exec.Cmd {
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir, command.Env = "/", m.environment
	command.SysProcAttr = &syscall.SysProcAttr{Chroot: m.root, Credential: &syscall.Credential{Uid: user, Gid: user}}
	return command
}

func (m machine) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := m.command(t, 0, name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v: %s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// serve starts a server as a user and returns when its health check succeeds, which
// must fail before. stop ends the server.
func (m machine) serve(t *testing.T, user uint32, address string, server, health []string) (stop func()) {
	t.Helper()
	check := func() error {
		_, err := m.command(t, user, health[0], health[1:]...).CombinedOutput()
		return err
	}
	if check() == nil {
		t.Fatal("the health check succeeds without a server")
	}
	var log bytes.Buffer
	running := m.command(t, user, server[0], server[1:]...)
	running.Stdout, running.Stderr = &log, &log
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- running.Wait() }()
	stop = func() {
		if err := running.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v: %s", err, &log)
		}
	}
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for check() != nil {
		select {
		case err := <-ended:
			t.Fatalf("the server ended with %v: %s", err, &log)
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal("the health check does not succeed")
		}
	}
	status := run(t, "sh", "-c", "awk '/^Uid:|^CapEff:/ {print $2}' /proc/"+strconv.Itoa(running.Process.Pid)+"/status")
	if status != strconv.Itoa(int(user))+"\n0000000000000000" {
		t.Errorf("the server has the user and the capabilities %q", status)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/en/catalog", nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	page, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK || !bytes.Contains(page, []byte("<h1")) {
		t.Errorf("the catalogue: %s, %v: %.200s", reply.Status, err, page)
	}
	return stop
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func requireRoot(t *testing.T) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may change its root folder")
	}
}

func TestThePackageIsInstalledUpgradedAndRemoved(t *testing.T) {
	t.Parallel()
	requireRoot(t)
	file := dist(t, "*_"+runtime.GOARCH+".deb")
	root := filepath.Join(t.TempDir(), "debian")
	// What is mounted meanwhile ends with the namespace.
	run(t, "unshare", "--mount", "debootstrap", "--variant=minbase", "--include=adduser", oldestDebian, root)
	m := machine{root: root, environment: []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"}}
	run(t, "cp", file, filepath.Join(root, "ferrule.deb"))
	exists := func(name string) bool {
		_, err := os.Lstat(filepath.Join(root, name))
		return err == nil
	}
	if told := m.run(t, "/usr/bin/dpkg", "--install", "/ferrule.deb"); !strings.Contains(told, "systemctl enable --now ferrule.service") {
		t.Errorf("the installation does not say how to start: %s", told)
	}
	if changed := m.run(t, "/usr/bin/dpkg", "--verify", "ferrule"); changed != "" {
		t.Errorf("installed files differ: %s", changed)
	}
	for _, name := range []string{"usr/lib/systemd/system/ferrule.service", "usr/lib/systemd/system/ferrule.socket", "etc/logrotate.d/ferrule", "usr/share/man/man1/ferrule-serve.1.gz", "usr/share/bash-completion/completions/ferrule", "usr/share/doc/ferrule/copyright"} {
		if !exists(name) {
			t.Errorf("%s is not installed", name)
		}
	}
	if modes := m.run(t, "/usr/bin/stat", "--format=%U %a", "/var/lib/ferrule", "/etc/ferrule/ferrule.env", "/usr/bin/ferrule"); modes != "ferrule 700\nroot 600\nroot 755" {
		t.Errorf("owners and permissions: %s", modes)
	}
	user, err := strconv.Atoi(m.run(t, "/usr/bin/id", "--user", "ferrule"))
	if err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	configuration := filepath.Join(root, "etc/ferrule/ferrule.toml")
	if err := os.WriteFile(configuration, []byte("data = \"/var/lib/ferrule\"\nlisten = \""+address+"\"\nmetrics-listen = \"\"\ndemo = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(configuration, 0o644); err != nil {
		t.Fatal(err)
	}
	program := []string{"/usr/bin/ferrule", "--config", "/etc/ferrule/ferrule.toml"}
	stop := m.serve(t, uint32(user), address, append(slices.Clone(program), "serve"), append(slices.Clone(program), "health"))
	stop()
	m.run(t, "/usr/bin/dpkg", "--install", "/ferrule.deb")
	if text, err := os.ReadFile(configuration); err != nil || !strings.Contains(string(text), address) {
		t.Errorf("the configuration after an upgrade: %s, %v", text, err)
	}
	m.run(t, "/usr/bin/dpkg", "--remove", "ferrule")
	if exists("usr/bin/ferrule") || !exists("etc/ferrule/ferrule.toml") {
		t.Error("removed: the program is still there, or the configuration is not")
	}
	if told := m.run(t, "/usr/bin/dpkg", "--purge", "ferrule"); !strings.Contains(told, "/var/lib/ferrule has the stored data and is kept") {
		t.Errorf("purged: %s", told)
	}
	if exists("etc/ferrule") || exists("etc/logrotate.d/ferrule") || exists("var/log/ferrule") || !exists("var/lib/ferrule/requests.db") {
		t.Error("purged: configuration or log is still there, or the data is not")
	}
}

func TestTheImageRunsAsItsUser(t *testing.T) {
	t.Parallel()
	requireRoot(t)
	files, root := t.TempDir(), t.TempDir()
	run(t, "tar", "--extract", "--directory", files, "--file", dist(t, "*-image.tar"))
	outer, err := layout.ImageIndexFromPath(files)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := outer.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 || manifest.Manifests[0].Annotations["org.opencontainers.image.ref.name"] == "" {
		t.Fatalf("%+v, %v", manifest, err)
	}
	index, err := outer.ImageIndex(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	platforms, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var image v1.Image
	for _, d := range platforms.Manifests {
		names = append(names, d.Platform.String())
		if d.Platform.Architecture == runtime.GOARCH {
			if image, err = index.Image(d.Digest); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !slices.Equal(names, []string{"linux/amd64", "linux/arm64"}) {
		t.Fatal(names)
	}
	file, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	unpack := exec.CommandContext(t.Context(), "tar", "--extract", "--same-owner", "--same-permissions", "--numeric-owner", "--directory", root)
	unpack.Stdin = mutate.Extract(image)
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	config := file.Config
	if config.User != "65532:65532" || config.Labels["org.opencontainers.image.version"] == "" || config.Healthcheck == nil || config.Healthcheck.Test[0] != "CMD" {
		text, _ := json.Marshal(config)
		t.Fatalf("%s", text)
	}
	address := freeAddress(t)
	m := machine{root: root, environment: append(config.Env, "FERRULE_LISTEN="+address, "FERRULE_METRICS_LISTEN=", "FERRULE_DEMO=true")}
	defer m.serve(t, 65532, address, append(config.Entrypoint, config.Cmd...), config.Healthcheck.Test[1:])()
	roots, err := os.Stat(filepath.Join(root, rootsOfDebian))
	if err != nil || roots.Size() < 100_000 {
		t.Errorf("the roots of certificates: %v, %v", roots, err)
	}
}
