package admin

import (
	"strings"
	"testing"
)

func TestFlowIsWrittenOnceAndTried(t *testing.T) {
	t.Parallel()
	s := newStandIn()
	d, reported, err := s.administrator(t, "root")
	if err != nil {
		t.Fatal(err)
	}
	hook := Hook{Site: "https://www.example.com/", Secret: "secret"}
	apply := func() error {
		*reported = nil
		return d.ApplyFlow(t.Context(), hook, []string{"directus_folders", "absent"})
	}
	if err := apply(); err != nil || len(*reported) != 1 {
		t.Fatalf("%v, %q", err, *reported)
	}
	if len(s.items["/flows"]) != 1 || !sameJSON(s.items["/flows"][0]["options"], map[string]any{
		"type": "action", "scope": events, "collections": []string{"directus_files", "directus_folders"},
	}) {
		t.Errorf("Flows %v", s.items["/flows"])
	}
	if got := s.tried["options"].(map[string]any)["url"]; got != "https://www.example.com/api/hooks/content" {
		t.Errorf("address %v", got)
	}
	if err := apply(); err != nil || len(*reported) > 0 {
		t.Errorf("once more: %v, %q", err, *reported)
	}
	// An administrator may rename it, but not stop it.
	s.items["/flows"][0]["name"] = "Website"
	if err := apply(); err != nil || len(*reported) > 0 {
		t.Errorf("renamed: %v, %q", err, *reported)
	}
	s.items["/flows"][0]["status"] = "inactive"
	if err := apply(); err != nil || len(*reported) != 1 || s.items["/flows"][0]["status"] != "active" {
		t.Errorf("stopped: %v, %q, %v", err, *reported, s.items["/flows"])
	}
	hook.Secret = "other"
	if err := apply(); err != nil || len(*reported) != 1 {
		t.Errorf("another secret: %v, %q", err, *reported)
	}
}

func TestFailureOfTheHookIsExplained(t *testing.T) {
	t.Parallel()
	s := newStandIn()
	d, _, err := s.administrator(t, "root")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		site   string
		result any
		want   string
	}{
		{"https://www.example.com", `{"status":401}`, "give the same one as --directus-secret of serve"},
		{"https://www.example.com", `{"status":404}`, "start serve with --directus"},
		{"https://www.example.com", `{"status":502}`, "replies to the Directus with 502"},
		{"https://www.example.com", map[string]any{"message": "getaddrinfo ENOTFOUND www.example.com", "code": "ENOTFOUND"}, "check --to as seen from the host of the Directus"},
		{"https://www.example.com", `Requested domain "www.example.com" resolves to a denied IP address`, "it is in its list IMPORT_IP_DENY_LIST"},
		{"http://127.0.0.1:8080", `Requested domain "127.0.0.1" resolves to a denied IP address`, "0.0.0.0 in its list IMPORT_IP_DENY_LIST"},
		{"www.example.com", nil, "--to: "},
	} {
		s.result = c.result
		if err := d.ApplyFlow(t.Context(), Hook{Site: c.site, Secret: "secret"}, []string{"directus_folders"}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.result, err, c.want)
		}
		if len(s.items["/flows"]) > 0 {
			t.Errorf("%v: Flows after the attempt: %v", c.result, s.items["/flows"])
		}
	}
	if err := d.ApplyFlow(t.Context(), Hook{Site: "https://www.example.com"}, nil); err == nil || !strings.Contains(err.Error(), "--secret") {
		t.Errorf("no secret: %v", err)
	}
}

func TestWrongAddressesAndTokensAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(*standIn)
		token  string
		want   string
	}{
		{func(*standIn) {}, "guest", "does not accept the token"},
		{func(*standIn) {}, "", "needs a token"},
		{func(s *standIn) { s.admin = false }, "root", "no administrator"},
		{func(s *standIn) { s.version = "10.13.1" }, "root", "version 11 or newer is needed"},
	} {
		s := newStandIn()
		c.change(s)
		if _, _, err := s.administrator(t, c.token); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.token, err, c.want)
		}
	}
	for address, want := range map[string]string{"cms.example.com": "is no address", "http://127.0.0.1:1": "cannot be reached"} {
		if _, _, err := connectTo(t, address, "root"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}
