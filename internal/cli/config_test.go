package cli_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ferrule/internal/app/apptest"
	"ferrule/internal/cli"
)

// A flag overrides the environment, and the environment the file. The command
// fails before it listens, with the value in its error.
func TestThePrecedenceOfConfigurationSources(t *testing.T) {
	file := filepath.Join(t.TempDir(), "site.toml")
	if err := os.WriteFile(file, []byte("listen = \"from-file\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, environment, want string
		flags                   []string
	}{
		{"the file", "", "from-file", nil},
		{"the environment", "from-environment", "from-environment", nil},
		{"the flag", "from-environment", "from-flag", []string{"--listen", "from-flag"}},
	} {
		if tt.environment != "" {
			t.Setenv("FERRULE_LISTEN", tt.environment)
		}
		_, err := apptest.Command(t, append([]string{"--config", file, "serve"}, tt.flags...)...)
		if err == nil || !strings.Contains(err.Error(), `"`+tt.want+`" is not an address`) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestTheConfigurationFileAcceptsAListOfProxies(t *testing.T) {
	t.Parallel()
	for _, value := range []string{`["10.0.0.5", "::/0"]`, `"10.0.0.5, ::/0"`} {
		file := filepath.Join(t.TempDir(), "site.toml")
		if err := os.WriteFile(file, []byte("trusted-proxies = "+value+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := apptest.Command(t, "--config", file, "serve", "--listen", "x")
		if err == nil || !strings.Contains(err.Error(), "--trusted-proxies: ::/0 covers") {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestAllConfigurationProblemsAreReportedTogether(t *testing.T) {
	t.Parallel()
	_, err := apptest.Command(t, "serve", "--listen", "x", "--base-url", "ftp://x", "--cache-mb", "0", "--request-rate", "0", "--build-check", "5ms", "--consent-hours", "8785", "--cart-hours", "0", "--connections-per-client", "15", "--trusted-proxies", "10.0.0.5,0.0.0.0/0",
		"--time-zone", "CEST", "--working-days", "mon-fry,sat", "--holidays", "2026-02-30,25.12.,12-25", "--security-contact", "security at example.com")
	if err == nil {
		t.Fatal("the configuration was accepted")
	}
	for _, flag := range []string{
		"--listen", "--base-url", "--cache-mb", "--request-rate", "--build-check", "--consent-hours", "--cart-hours", "--connections-per-client", "--trusted-proxies: 0.0.0.0/0",
		`--time-zone: "CEST"`, `--working-days: "mon-fry"`, `--holidays: "2026-02-30"`, `--holidays: "25.12."`, "--security-contact",
	} {
		if !strings.Contains(err.Error(), flag) {
			t.Errorf("%s is not named in: %v", flag, err)
		}
	}
}

func TestHolidaysLeaveWorkingDays(t *testing.T) {
	t.Parallel()
	var days []string
	for day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() == 2024; day = day.AddDate(0, 0, 1) {
		days = append(days, day.Format("01-02"))
	}
	_, err := apptest.Command(t, "requests", "list", "--data", t.TempDir(), "--overdue", "--holidays", strings.Join(days, ","))
	if err == nil || !strings.Contains(err.Error(), "--holidays: 366 holidays of each year are too many") {
		t.Error(err)
	}
}

func TestEveryCommandOfRequestsChecksTheCalendar(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"requests list", "requests export", "requests show F-7K3-94Q", "requests forget --reference F-7K3-94Q", "searches", "doctor"} {
		_, err := apptest.Command(t, append(strings.Fields(command), "--data", t.TempDir(), "--time-zone", "CEST", "--working-days", "x")...)
		if err == nil || !strings.Contains(err.Error(), "--time-zone") || !strings.Contains(err.Error(), "--working-days") {
			t.Errorf("%s: %v", command, err)
		}
	}
}

func TestDoctorReportsWorkingDays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ flags, want string }{
		{"", "not configured, the promised 24 hours always count"},
		{"--working-days mon-thu,sat --holidays 12-25,2027-01-01", "mon-thu,sat, 2 holidays"},
		{"--holidays 12-25", "all days, 1 holiday"},
	} {
		out, _ := apptest.Command(t, append([]string{"doctor", "--data", t.TempDir()}, strings.Fields(tt.flags)...)...) // other checks fail
		apptest.Contains(t, out, "working days "+tt.want)
	}
}

func TestDoctorReportsProxies(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ flags, want string }{
		{"", "OK    proxies      none, the client is the peer of the connection"},
		{"--trusted-proxies 10.0.0.5,10.1.0.0/16", "OK    proxies      10.0.0.5, 10.1.0.0/16, client in X-Forwarded-For"},
		{"--trusted-proxies 10.0.0.5 --forwarded-header forwarded", "OK    proxies      10.0.0.5, client in Forwarded"},
		{"--trusted-proxies 10.0.0.5 --proxy-protocol", "OK    proxies      10.0.0.5, PROXY protocol required"},
		{"--trusted-proxies ::/0", "FAIL  proxies      --trusted-proxies: ::/0 covers visitors"},
		{"--proxy-protocol", "FAIL  proxies      --proxy-protocol: accepted from no address; name the proxies with --trusted-proxies"},
	} {
		out, _ := apptest.Command(t, append([]string{"doctor", "--data", t.TempDir()}, strings.Fields(tt.flags)...)...) // other checks fail
		apptest.Contains(t, out, tt.want)
	}
}

func TestHeadersOfProxiesNeedTrustedProxies(t *testing.T) {
	t.Parallel()
	for flags, want := range map[string]string{
		"--forwarded-header forwarded":                      "--forwarded-header: forwarded is trusted from no address; name the proxies with --trusted-proxies",
		"--proxy-protocol":                                  "--proxy-protocol: accepted from no address; name the proxies with --trusted-proxies",
		"--forwarded-header via --trusted-proxies 10.0.0.5": `--forwarded-header must be one of "x-forwarded-for","forwarded" but got "via"`,
	} {
		if _, err := apptest.Command(t, append([]string{"serve"}, strings.Fields(flags)...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", flags, err)
		}
	}
}

func TestTimeZoneIsAnIANAName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Winterthur", "CEST", "Local", "+01:00"} {
		if _, err := apptest.Command(t, "doctor", "--data", t.TempDir(), "--time-zone", name); err == nil || !strings.Contains(err.Error(), "is not a time zone") {
			t.Errorf("%s: %v", name, err)
		}
	}
	out, _ := apptest.Command(t, "doctor", "--data", t.TempDir(), "--time-zone", "Asia/Tokyo") // other checks fail
	apptest.Contains(t, out, "Asia/Tokyo, ", "JST")
}

func TestCommandsReadStoredData(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	var printed strings.Builder
	for _, args := range [][]string{
		{"content", "import", "demo", "--data", data},
		{"requests", "list", "--format", "json", "--data", data},
		{"doctor", "--data", data},
	} {
		out, err := apptest.Command(t, args...)
		if err != nil && args[0] != "doctor" {
			t.Fatalf("%v: %v", args, err)
		}
		printed.WriteString(out)
	}
	for _, want := range []string{"[]", "OK    content", "120 products", "OK    requests"} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, printed.String())
		}
	}
}

func TestAnImportWithARedirectLoopFails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	body := `{"items":{"redirects":[{"path":"/old","target":"/older"},{"path":"/older","target":"/old"}]}}`
	if err := os.WriteFile(filepath.Join(folder, "content.json"), []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := apptest.Command(t, "content", "import", folder, "--data", t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "/old → /older → /old") || out != "" {
		t.Errorf("got %v and %q", err, out)
	}
}

// The keys that are comments are read as well.
func TestTheConfigurationFileOfAnInstallationIsValid(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../deploy/ferrule.toml")
	if err != nil {
		t.Fatal(err)
	}
	documented, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile(`(?m)^#(\S)`).ReplaceAllString(string(text), "$1")
	keys := regexp.MustCompile(`(?m)^([a-z-]+) = `).FindAllStringSubmatch(all, -1)
	if len(keys) == 0 {
		t.Fatal("it has no keys")
	}
	for _, key := range keys {
		if !strings.Contains(string(documented), "`--"+key[1]+"`") {
			t.Errorf("%s is not documented", key[1])
		}
	}
	file := filepath.Join(t.TempDir(), "ferrule.toml")
	if err := os.WriteFile(file, []byte(all), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = apptest.Command(t, "--config", file, "serve", "--data", t.TempDir(), "--cache-mb", "0")
	if err == nil || err.Error() != "serve: --cache-mb: 0 is too small; use 1 or more" {
		t.Errorf("not the one error that the flag causes: %v", err)
	}
}

// A configuration file and the environment win over the database, and say so.
func TestTheSourceOfASettingIsNamed(t *testing.T) {
	t.Setenv("FERRULE_REQUEST_MAIL", "environment@example.com")
	file := filepath.Join(t.TempDir(), "site.toml")
	if err := os.WriteFile(file, []byte("request-language = \"en-US\"\nsmtp = \"smtp://u:hidden@127.0.0.1\"\nrequest-mail = [\"file@example.com\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sources, err := cli.SourcesOf(t.Context(), "--config", file, "serve", "--data", t.TempDir(), "--mail-from", "a@example.com")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"request-mail": "environment", "request-language": "file", "smtp": "file", "mail-from": "flag"}
	if !maps.Equal(sources, want) {
		t.Errorf("got %v, want %v", sources, want)
	}
}
