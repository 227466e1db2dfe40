package app

import (
	"fmt"
	netmail "net/mail"
	"net/url"
	"strings"
)

// ContactConfig names where vulnerabilities of the site are reported.
type ContactConfig struct {
	SecurityContact string `help:"Mail address or https URL for reports of vulnerabilities, served as /.well-known/security.txt." placeholder:"CONTACT"`
}

// Validate returns an error for a contact that is neither a mail address nor an https
// address: a line break in it would be a field of its own.
func (c ContactConfig) Validate() error {
	if c.SecurityContact == "" {
		return nil
	}
	if address, err := netmail.ParseAddress(c.SecurityContact); err == nil && address.Address == c.SecurityContact {
		return nil
	}
	if u, err := url.Parse(c.SecurityContact); err != nil || u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("--security-contact: %q is neither a mail address nor an https address; use one such as security@example.com", c.SecurityContact)
	}
	return nil
}

// contactURI returns the contact as a URI, and "" for none.
func (c ContactConfig) contactURI() string {
	if c.SecurityContact == "" || strings.HasPrefix(c.SecurityContact, "https://") {
		return c.SecurityContact
	}
	return "mailto:" + c.SecurityContact
}
