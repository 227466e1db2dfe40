package bench

import (
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// plainReply is the reply of the plain handler: constant, or a file sent by
// http.ServeFile.
type plainReply struct {
	Header http.Header
	Body   []byte
	File   string
}

// plainJSON returns a JSON reply with the minimum of headers.
func plainJSON(body []byte) plainReply {
	return plainReply{Header: http.Header{"Content-Type": {"application/json; charset=utf-8"}}, Body: body}
}

// plainVariable is the environment variable with the file of the reply that the test
// binary serves instead of running tests.
const plainVariable = "FERRULE_BENCH_PLAIN"

func TestMain(m *testing.M) {
	if file := os.Getenv(plainVariable); file != "" {
		if err := servePlain(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if text := os.Getenv(attackVariable); text != "" {
		var load attack
		err := json.Unmarshal([]byte(text), &load)
		if err == nil {
			err = load.run(os.Stdin, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// startPlain starts the plain handler in its own process.
func startPlain(b *testing.B, reply plainReply) *process {
	b.Helper()
	text, err := json.Marshal(reply)
	if err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "reply")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		b.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	return start(b, []string{plainVariable + "=" + file}, self)
}

func servePlain(file string) error {
	text, err := os.ReadFile(file) //nolint:gosec // named by the benchmark
	if err != nil {
		return err
	}
	var reply plainReply
	if err := json.Unmarshal(text, &reply); err != nil {
		return err
	}
	if reply.File == "" {
		reply.Header.Set("Content-Length", fmt.Sprint(len(reply.Body)))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { //nolint:gosec // the plain handler has no timeouts
		maps.Copy(w.Header(), reply.Header) // allocates nothing
		if reply.File != "" {
			http.ServeFile(w, r, reply.File)
			return
		}
		_, _ = w.Write(reply.Body) // a client that does not read is not measured
	}))
}
