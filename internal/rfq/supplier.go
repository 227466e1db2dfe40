package rfq

import (
	"regexp"
	"strings"
)

// Supplier is the supplier as documents of requests name it.
type Supplier struct {
	Name    string
	Contact []string // lines: address, phone numbers, mail addresses
}

// subtag matches the language subtag of a language code.
var subtag = regexp.MustCompile(`^[a-zA-Z]{2,3}$`)

// Link returns the address of the request's page for its sender, on a site without a
// trailing slash; "" for none. The language is the sender's input: anything but a
// language subtag would add their text to mails.
func (r Request) Link(site string) string {
	prefix, _, _ := strings.Cut(r.Language, "-")
	if site == "" || r.Token == "" || !subtag.MatchString(prefix) {
		return ""
	}
	return site + "/" + prefix + "/request/" + r.Token
}
