package app_test

import (
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/mail/mailtest"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/mailbox/dovecottest"
)

// A site asks a question by mail, and the visitor answers to the address of that mail.
func TestAReplyToAMailReachesItsRequest(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	sent, mailbox := mailtest.Start(t), dovecottest.Start(t)
	config := apptest.Config(t, "--smtp", "smtp://ferrule:secret@"+sent.Address, "--mail-from", "shop@example.com", "--request-mail", "sales@example.com",
		"--imap", strings.Replace(mailbox.URL("anfragen"), "anfragen:", "anfragen%40example.com:", 1))
	site := apptest.Start(t, config)
	status, body := apptest.Request(t, site.Handler(), http.MethodPost, "/api/form-messages", `{"name":"Zoe","phone":"+41 44 123 45 67","email":"zoe@example.org","agree":true,"language":"en-US","idempotencyKey":"k"}`, "Content-Type", "application/json")
	if status != http.StatusCreated {
		t.Fatalf("%d %s", status, body)
	}
	reference := body[strings.Index(body, `"F-`)+1:][:9]
	toVisitor := func(n int) (head map[string]string) {
		t.Helper()
		apptest.Until(t, "the visitor has the mail", func() bool {
			found := 0
			for _, m := range sent.All() {
				if m.To[0] == "zoe@example.org" {
					head, _ = mailtest.Read(t, m.Data)
					found++
				}
			}
			return found == n
		})
		return head
	}
	toVisitor(1)
	apptest.WithRequests(t, config.DataConfig, func(s *rfq.Store) error {
		return s.By(rfq.Person{Name: "Ada"}).Ask(t.Context(), reference, rfq.Letter{Language: "en-US", Subject: "One question", Text: "Which pressure?"})
	})
	question := toVisitor(2)
	if to := question["Reply-To"]; !strings.HasPrefix(to, "<anfragen+") || !strings.HasSuffix(to, "@example.com>") {
		t.Fatalf("replies go to %s", to)
	}
	mailbox.Deliver("anfragen", "From: zoe@example.org\nTo: "+question["Reply-To"]+"\nSubject: Re: One question\nMessage-ID: <1@example.org>\nIn-Reply-To: "+question["Message-Id"]+"\n\nPN 16\n")
	var letters []rfq.Letter
	apptest.Until(t, "the reply is in the history", func() bool {
		apptest.WithRequests(t, config.DataConfig, func(s *rfq.Store) error {
			r, err := s.ByReference(t.Context(), reference)
			if err == nil {
				letters, err = s.Letters(t.Context(), r.ID)
			}
			return err
		})
		return len(letters) == 2
	})
	if l := letters[1]; l.Kind != rfq.LetterReply || l.Text != "PN 16" || l.Mail.Other {
		t.Errorf("%+v", l)
	}
	apptest.Until(t, "the house is told", func() bool {
		for _, m := range sent.All() {
			if strings.Contains(string(m.Data), "PN 16") && m.To[0] == "sales@example.com" {
				return true
			}
		}
		return false
	})
	if _, report := apptest.Request(t, site.Handler(), http.MethodGet, "/readyz", ""); strings.Contains(report, "replies by mail") {
		t.Errorf("%s", report)
	}
	if _, metrics := apptest.Request(t, site.MetricsHandler(), http.MethodGet, "/metrics", ""); !strings.Contains(metrics, `ferrule_mailbox_mails_total{outcome="reply"} 1`) || !strings.Contains(metrics, `ferrule_check_failed{check="mailbox"} 0`) {
		t.Errorf("%s", metrics)
	}
}
