package app_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// varnish is a Varnish in front of a server, with docs/shared-cache.vcl.
type varnish struct {
	t              *testing.T
	address, tls   string // the latter for a proxy that ends TLS
	purges         string
	folder, config string
}

// daemonScript ends a daemon when its standard input is closed, at the latest with
// the test.
const daemonScript = `"$@" & read -r _; kill $!; wait`

// startVarnish starts Varnish and returns when it accepts connections.
func startVarnish(t *testing.T, backend string) *varnish {
	t.Helper()
	config, err := os.ReadFile("../../docs/shared-cache.vcl")
	if err != nil {
		t.Fatal(err)
	}
	host, port, err := net.SplitHostPort(backend)
	if err != nil {
		t.Fatal(err)
	}
	v := &varnish{t: t, address: freeAddress(t), tls: freeAddress(t), purges: freeAddress(t), folder: t.TempDir()}
	v.config = strings.NewReplacer(`"127.0.0.1"`, `"`+host+`"`, `"8080"`, `"`+port+`"`).Replace(string(config))
	startDaemon(t, v.address, "varnishd", "-F", "-j", "none", "-n", v.folder, "-f", v.write("first.vcl", v.config),
		"-a", "http="+v.address, "-a", "tls="+v.tls, "-a", "purge="+v.purges, "-s", "malloc,64m", "-p", "http_gzip_support=off")
	return v
}

// startDaemon starts a daemon and returns when its address accepts connections. It
// ends with the test.
func startDaemon(t *testing.T, address, name string, args ...string) {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		program = "/usr/sbin/" + name // not in every PATH
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v; install it: scripts/deps.sh cache balancer", err)
	}
	var log bytes.Buffer
	c := exec.Command("sh", append([]string{"-c", daemonScript, name, program}, args...)...)
	c.Stdout, c.Stderr = &log, &log
	stdin, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	t.Cleanup(func() { _ = stdin.Close(); <-ended })
	for {
		if connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address); err == nil {
			_ = connection.Close() // it accepts connections
			return
		}
		select {
		case <-ended:
			t.Fatalf("%s does not start: %s", name, log.String())
		default:
			runtime.Gosched()
		}
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }() // it took no connection
	return l.Addr().String()
}

func (v *varnish) write(name, config string) (path string) {
	v.t.Helper()
	path = filepath.Join(v.folder, name)
	if err := os.WriteFile(path, []byte(config), 0o644); err != nil {
		v.t.Fatal(err)
	}
	return path
}

// varnishReply is a reply with its body read.
type varnishReply struct {
	status int
	hit    bool // from the cache of Varnish
	header http.Header
	body   string
}

func (v *varnish) get(path string, headers ...string) varnishReply {
	v.t.Helper()
	return v.request(v.address, path, headers...)
}

// request sends a GET for a path to an address.
func (v *varnish) request(address, path string, headers ...string) varnishReply {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	return v.do(r)
}

func (v *varnish) do(r *http.Request) varnishReply {
	v.t.Helper()
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	body, err := io.ReadAll(reply.Body)
	if err = errors.Join(err, reply.Body.Close()); err != nil {
		v.t.Fatal(err)
	}
	return varnishReply{reply.StatusCode, reply.Header.Get("X-Cache") == "hit", reply.Header, string(body)}
}

// hit requests a page until Varnish replies from its cache.
func (v *varnish) hit(path string) varnishReply {
	v.t.Helper()
	for {
		a := v.get(path)
		if a.status != http.StatusOK {
			v.t.Fatalf("%s: %d %.300s", path, a.status, a.body)
		}
		if a.hit {
			return a
		}
	}
}

// edit changes a record, through Varnish.
func (v *varnish) edit(token, path, body string) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodPatch, "http://"+v.address+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	if a := v.do(r); a.status != http.StatusOK {
		v.t.Fatalf("%d %s", a.status, a.body)
	}
}

// expire makes all pages older than their grace time, in which Varnish serves them
// while it fetches them again.
func (v *varnish) expire() {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, "http://"+v.purges, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Surrogate-Key", "all")
	if a := v.do(r); a.status != http.StatusOK {
		v.t.Fatalf("%d %s", a.status, a.body)
	}
	later := v.write("later.vcl", strings.Replace(v.config, "req.grace = 60s", "req.grace = 0s", 1))
	for _, order := range [][]string{{"vcl.load", "later", later}, {"vcl.use", "later"}} {
		if out, err := exec.Command("varnishadm", append([]string{"-n", v.folder}, order...)...).CombinedOutput(); err != nil {
			v.t.Fatalf("%v: %s", err, out)
		}
	}
}
