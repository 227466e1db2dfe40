package app_test

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

// defaultMetrics is the default address of the metrics.
const defaultMetrics = "127.0.0.1:9090"

// occupyDefaultMetrics occupies the default port of the metrics, unless another
// process uses it.
func occupyDefaultMetrics(t *testing.T) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", defaultMetrics)
	if err == nil {
		t.Cleanup(func() { _ = l.Close() })
	}
}

//nolint:paralleltest // it uses a fixed port
func TestTheSiteStartsIfTheDefaultMetricsPortIsInUse(t *testing.T) {
	apptest.RequireBuild(t)
	occupyDefaultMetrics(t)
	v := newServer(t)
	v.args = []string{"serve", "--listen", v.Address, "--data", t.TempDir()}
	v.start()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+v.Address+"/healthz", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := reply.Body.Close(); err != nil || reply.StatusCode != http.StatusOK {
		t.Errorf("%d, %v", reply.StatusCode, err)
	}
	if log, err := os.ReadFile(v.log.Name()); err != nil || !strings.Contains(string(log), "metrics not served") {
		t.Errorf("the log does not mention metrics: %s %v", log, err)
	}
}

//nolint:paralleltest // it uses a fixed port
func TestAConfiguredMetricsPortInUseIsAnError(t *testing.T) {
	apptest.RequireBuild(t)
	occupyDefaultMetrics(t)
	file := filepath.Join(t.TempDir(), "site.toml")
	if err := os.WriteFile(file, []byte("metrics-listen = \""+defaultMetrics+"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, chosen := range []struct {
		by          string
		first, last []string
		environment string
	}{
		{by: "flag", last: []string{"--metrics-listen", defaultMetrics}},
		{by: "environment", environment: "FERRULE_METRICS_LISTEN=" + defaultMetrics},
		{by: "file", first: []string{"--config", file}},
	} {
		all := append(append(chosen.first, "serve", "--listen", "127.0.0.1:0", "--data", t.TempDir()), chosen.last...)
		args, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestServesUntilKilled$") //nolint:gosec // this very program
		c.Env = append(os.Environ(), asProgram+"="+string(args), chosen.environment)
		if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "cannot listen for metrics") {
			t.Errorf("%s: %v %s", chosen.by, err, out)
		}
	}
}
