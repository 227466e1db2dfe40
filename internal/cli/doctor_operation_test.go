package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

func TestProblemsOfADomainAreNamedWithTheirRemedy(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "root.pem")
	if err := os.WriteFile(empty, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ flags, want string }{
		{"--domain https://www.example.com", `--domain: "https://www.example.com" is not a domain; use a name without scheme and port`},
		{"--domain www.example.com:443", `--domain: "www.example.com:443" is not a domain`},
		{"--domain *.example.com", `--domain: "*.example.com" has a wildcard`},
		{"--domain 203.0.113.7", `--domain: "203.0.113.7" is an address`},
		{"--domain localhost", `--domain: "localhost" is not on the internet`},
		{"--domain www.example.com --https-listen 443", `--https-listen: "443" is not an address; use host:port such as :443`},
		{"--domain www.example.com --http-listen :eighty", `--http-listen: ":eighty" is not an address`},
		{"--domain www.example.com --acme-directory http://ca.example/dir", `--acme-directory: "http://ca.example/dir" is not an address with https`},
		{"--domain www.example.com --acme-root /nowhere", "--acme-root: open /nowhere"},
		{"--domain www.example.com --acme-root " + empty, "has no certificate; use a PEM file"},
		{"--domain www.example.com --acme-email admin", `--acme-email: "admin" is not a mail address`},
		{"--domain www.example.com --hsts-preload", "--hsts-preload: browsers' lists accept a domain only with its subdomains"},
		{"--acme-email admin@example.com", "--acme-email: has no effect without --domain"},
		{"--hsts-subdomains", "--hsts-subdomains: has no effect without --domain"},
		{"--access-log-format xml", `--access-log-format must be one of "combined","json"`},
	} {
		for _, command := range []string{"serve", "doctor"} {
			_, err := apptest.Command(t, append([]string{command, "--data", t.TempDir()}, strings.Fields(tt.flags)...)...)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s %s: %v", command, tt.flags, err)
			}
		}
	}
}

func TestDoctorReportsDomainsAndTheAccessLog(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ flags, want string }{
		{"", "OK    domain       none"},
		{"--domain localhost --acme-directory https://ca.internal/dir", "WARN  domain       localhost has no certificate yet; serve obtains it"},
		{"", "OK    access log   none"},
		{"--access-log " + filepath.Join(t.TempDir(), "access.log"), "OK    access log   /"},
		{"--access-log /nowhere/access.log", "FAIL  access log   stat /nowhere: no such file or directory; name a file in a folder"},
	} {
		out, _ := apptest.Command(t, append([]string{"doctor", "--data", t.TempDir()}, strings.Fields(tt.flags)...)...)
		apptest.Contains(t, out, tt.want)
	}
}
