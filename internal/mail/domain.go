package mail

import (
	"context"
	"errors"
	"net"
	"strings"
)

// Resolver looks up names in DNS.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

// Finding is what DNS says of one way in which receivers check the sender of a mail.
type Finding struct {
	Name   string // spf, dkim, dmarc
	State  State
	Reason string // one of the Reason constants
	Record string // as found; of a missing one, a record to be added
}

// State says how good a Finding is.
type State string

// The states.
const (
	Good      State = "good"
	Weak      State = "weak"
	Missing   State = "missing"
	Wrong     State = "wrong"
	Unchecked State = "unchecked"
)

// Reasons of findings.
const (
	ReasonFound     = "found"
	ReasonNone      = "none"
	ReasonSeveral   = "several"   // records, of which receivers use none
	ReasonAll       = "all"       // SPF allows every server
	ReasonMonitor   = "monitor"   // DMARC asks receivers to do nothing
	ReasonSelector  = "selector"  // the name of a DKIM key is known to the mail server alone
	ReasonNoDNS     = "no-dns"    // DNS did not answer
	ReasonLocal     = "local"     // the domain is not one of the Internet
	ReasonNoPolicy  = "no-policy" // DMARC without a policy
	ReasonUndefined = "undefined" // SPF says nothing of other servers
)

// CheckDomain explains what DNS says of mails from a domain. A mail server that signs with
// DKIM names its key in each mail alone, so that it cannot be looked up here.
func CheckDomain(ctx context.Context, dns Resolver, domain string) []Finding {
	if !strings.Contains(domain, ".") {
		var all []Finding
		for _, name := range []string{"spf", "dkim", "dmarc"} {
			all = append(all, Finding{Name: name, State: Unchecked, Reason: ReasonLocal})
		}
		return all
	}
	return []Finding{checkSPF(ctx, dns, domain), {Name: "dkim", State: Unchecked, Reason: ReasonSelector}, checkDMARC(ctx, dns, domain)}
}

func checkSPF(ctx context.Context, dns Resolver, domain string) Finding {
	f := Finding{Name: "spf"}
	records, err := policies(ctx, dns, domain, "v=spf1")
	switch {
	case err != nil:
		f.State, f.Reason = Unchecked, ReasonNoDNS
	case len(records) == 0:
		f.State, f.Reason, f.Record = Missing, ReasonNone, "v=spf1 mx -all"
	case len(records) > 1:
		f.State, f.Reason, f.Record = Wrong, ReasonSeveral, strings.Join(records, "\n")
	default:
		f.State, f.Reason, f.Record = Good, ReasonFound, records[0]
		terms := strings.Fields(strings.ToLower(records[0]))
		switch last := terms[len(terms)-1]; {
		case last == "all" || last == "+all":
			f.State, f.Reason = Wrong, ReasonAll
		case !strings.HasSuffix(last, "all") && !strings.HasPrefix(last, "redirect="):
			f.State, f.Reason = Weak, ReasonUndefined
		}
	}
	return f
}

func checkDMARC(ctx context.Context, dns Resolver, domain string) Finding {
	f := Finding{Name: "dmarc"}
	records, err := policies(ctx, dns, "_dmarc."+domain, "v=DMARC1")
	switch {
	case err != nil:
		f.State, f.Reason = Unchecked, ReasonNoDNS
	case len(records) == 0:
		f.State, f.Reason, f.Record = Missing, ReasonNone, "v=DMARC1; p=quarantine"
	case len(records) > 1:
		f.State, f.Reason, f.Record = Wrong, ReasonSeveral, strings.Join(records, "\n")
	default:
		f.State, f.Reason, f.Record = Good, ReasonFound, records[0]
		switch tag(records[0], "p") {
		case "none":
			f.State, f.Reason = Weak, ReasonMonitor
		case "quarantine", "reject":
		default:
			f.State, f.Reason = Wrong, ReasonNoPolicy
		}
	}
	return f
}

// tag returns the value of a tag of a record such as "v=DMARC1; p=none".
func tag(record, name string) string {
	for part := range strings.SplitSeq(record, ";") {
		if key, value, ok := strings.Cut(part, "="); ok && strings.TrimSpace(key) == name {
			return strings.ToLower(strings.TrimSpace(value))
		}
	}
	return ""
}

// policies returns the TXT records of a name that begin with a version.
func policies(ctx context.Context, dns Resolver, name, version string) (list []string, err error) {
	all, err := dns.LookupTXT(ctx, name)
	if failed, ok := errors.AsType[*net.DNSError](err); ok && failed.IsNotFound {
		return nil, nil
	}
	for _, text := range all {
		first := text
		if end := strings.IndexAny(text, " ;"); end >= 0 {
			first = text[:end]
		}
		if strings.EqualFold(first, version) {
			list = append(list, text)
		}
	}
	return list, err
}
