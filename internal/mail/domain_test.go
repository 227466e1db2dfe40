package mail_test

import (
	"context"
	"net"
	"testing"

	"ferrule/internal/mail"
)

// zone is a resolver with the TXT records of names; a name with nil does not answer.
type zone map[string][]string

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	records, ok := z[name]
	switch {
	case !ok:
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	case records == nil:
		return nil, &net.DNSError{Err: "timeout", Name: name, IsTimeout: true}
	}
	return records, nil
}

func TestTheRecordsOfADomainAreExplained(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, spf, dmarc string
		zone             zone
	}{
		{"nothing", "missing none", "missing none", zone{}},
		{"no answer", "unchecked no-dns", "unchecked no-dns", zone{"a.example": nil, "_dmarc.a.example": nil}},
		{"good", "good found", "good found", zone{"a.example": {"other", "v=spf1 mx -all"}, "_dmarc.a.example": {"v=DMARC1; p=reject"}}},
		{"a redirect", "good found", "good found", zone{"a.example": {"v=spf1 redirect=b.example"}, "_dmarc.a.example": {"v=DMARC1;p=quarantine"}}},
		{"weak", "weak undefined", "weak monitor", zone{"a.example": {"v=spf1 mx"}, "_dmarc.a.example": {"v=DMARC1; p=none"}}},
		{"for everybody", "wrong all", "wrong no-policy", zone{"a.example": {"v=spf1 +all"}, "_dmarc.a.example": {"v=DMARC1; rua=mailto:a@a.example"}}},
		{"twice", "wrong several", "wrong several", zone{"a.example": {"v=spf1 -all", "v=spf1 mx -all"}, "_dmarc.a.example": {"v=DMARC1; p=none", "v=DMARC1; p=reject"}}},
	} {
		got := map[string]string{}
		for _, f := range mail.CheckDomain(t.Context(), tt.zone, "a.example") {
			got[f.Name] = string(f.State) + " " + f.Reason
		}
		if got["spf"] != tt.spf || got["dmarc"] != tt.dmarc || got["dkim"] != "unchecked selector" {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	for _, f := range mail.CheckDomain(t.Context(), zone{}, "localhost") {
		if f.State != mail.Unchecked || f.Reason != mail.ReasonLocal {
			t.Errorf("a domain of this machine: %+v", f)
		}
	}
}
