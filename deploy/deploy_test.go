// Package deploy_test checks the files for an installation with systemd.
package deploy_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// maxExposure is the highest exposure of the service that is accepted, as
// systemd-analyze security computes it. What remains is the network and the socket of
// notifications.
const maxExposure = 1.3

func systemdAnalyze(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed: scripts/deps.sh operation")
	}
	return program
}

// The program and its user need not be installed for the check: this test takes the
// program's place.
func TestSystemdAcceptsTheUnits(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var units []string
	for _, name := range []string{"ferrule.service", "ferrule.socket"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		unit := filepath.Join(folder, name)
		if err := os.WriteFile(unit, []byte(strings.Replace(string(text), "/usr/bin/ferrule", os.Args[0], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		units = append(units, unit)
	}
	out, err := exec.CommandContext(t.Context(), systemdAnalyze(t), append([]string{"verify", "--man=no"}, units...)...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}

func TestTheServiceIsHardlyExposed(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), systemdAnalyze(t), "security", "--offline=true", "--no-pager", "ferrule.service").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, rest, found := strings.Cut(string(out), "Overall exposure level for ferrule.service: ")
	level, err := strconv.ParseFloat(strings.SplitN(rest, " ", 2)[0], 64)
	if !found || err != nil || level > maxExposure {
		t.Errorf("exposure %g, at most %g is accepted: %s", level, maxExposure, out)
	}
}

func TestTheServiceHasNoCapability(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), systemdAnalyze(t), "security", "--offline=true", "--no-pager", "--json=short", "ferrule.service").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var checks []struct {
		Set  bool   `json:"set"`
		Name string `json:"json_field"`
	}
	if err := json.Unmarshal(out, &checks); err != nil {
		t.Fatal(err)
	}
	bounded := 0
	for _, check := range checks {
		if strings.HasPrefix(check.Name, "CapabilityBoundingSet") || check.Name == "AmbientCapabilities" || check.Name == "UserOrDynamicUser" {
			if bounded++; !check.Set {
				t.Errorf("%s is not restricted", check.Name)
			}
		}
	}
	if bounded == 0 {
		t.Errorf("no capability was checked: %s", out)
	}
}
