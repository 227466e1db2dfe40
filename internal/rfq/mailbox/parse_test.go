package mailbox

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/rfq"
)

const token = "abcdefghijklmnopqrstuvwxyz"

// mailOf joins lines as a mail has them.
func mailOf(lines ...string) []byte { return []byte(strings.Join(lines, "\r\n")) }

func mustParse(t *testing.T, raw []byte) content {
	t.Helper()
	c, err := parse(raw, false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTextOfMails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		raw            []byte
		text, quoted   string
		subject, from_ string
	}{
		{
			"plain, in ISO 8859-1 with quoted-printable",
			mailOf("From: =?iso-8859-1?Q?Zo=EB?= <zoe@example.org>", "Subject: =?utf-8?B?"+base64.StdEncoding.EncodeToString([]byte("AW: Rückfrage"))+"?=",
				"Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: quoted-printable", "", "Gr=FC=DFe,", "PN 16."),
			"Grüße,\nPN 16.", "", "AW: Rückfrage", "zoe@example.org",
		},
		{"no charset, Windows-1252", mailOf("From: a@example.org", "", "5 St\xfcck \x80"), "5 Stück €", "", "", "a@example.org"},
		{"an unknown charset", mailOf("From: a@example.org", "Content-Type: text/plain; charset=x-none", "", "PN 16"), "PN 16", "", "", "a@example.org"},
		{
			"text is preferred to HTML",
			mailOf("Content-Type: multipart/alternative; boundary=b", "", "--b", "Content-Type: text/plain", "", "text", "--b", "Content-Type: text/html", "", "<p>markup</p>", "--b--"),
			"text", "", "", "",
		},
		{
			"HTML without any markup or script",
			mailOf("Content-Type: text/html; charset=utf-8", "", "<html><head><title>x</title><style>p{}</style></head><body><p>Guten&nbsp;Tag</p>",
				"<div>PN&nbsp;16, <b>DN</b> 50<br>siehe <a href=\"https://example.org/a\">Zeichnung</a></div><script>alert(1)</script>",
				"<img src=x onerror=alert(1)><ul><li>eins<li>zwei</ul><div>Am 26.11.2026 schrieb Ferrule &lt;a@b.c&gt;:</div><blockquote>PN?</blockquote></body></html>"),
			"Guten Tag\n\nPN 16, DN 50\nsiehe Zeichnung <https://example.org/a>\n\n- eins\n- zwei", "Am 26.11.2026 schrieb Ferrule <a@b.c>:\n\n> PN?", "", "",
		},
		{
			"the former mail below, wrapped attribution",
			mailOf("", "PN 16.", "", "Ada", "", "On Thu, Nov 26, 2026 at 10:00 AM Ferrule AG", "<anfragen@example.com> wrote:", "", "> Which pressure?", ">", "> Regards"),
			"PN 16.\n\nAda", "On Thu, Nov 26, 2026 at 10:00 AM Ferrule AG\n<anfragen@example.com> wrote:\n\n> Which pressure?\n>\n> Regards", "", "",
		},
		{
			"the header of Outlook",
			mailOf("", "Bonjour", "", "De : Ferrule AG <a@example.com>", "Envoyé : jeudi 26 novembre 2026 10:00", "À : Zoë", "Objet : Question", "", "PN?"),
			"Bonjour", "De : Ferrule AG <a@example.com>\nEnvoyé : jeudi 26 novembre 2026 10:00\nÀ : Zoë\nObjet : Question\n\nPN?", "", "",
		},
		{"a separator", mailOf("", "Ja", "-----Ursprüngliche Nachricht-----", "Von: a"), "Ja", "-----Ursprüngliche Nachricht-----\nVon: a", "", ""},
		{"answers between the lines", mailOf("", "> PN?", "16", "> DN?", "50"), "> PN?\n16\n> DN?\n50", "", "", ""},
		{"nothing of its own", mailOf("", "Le 26.11.2026, Ferrule a écrit :", "> PN?"), "Le 26.11.2026, Ferrule a écrit :\n> PN?", "", "", ""},
		{"from is no quote", mailOf("", "Von: hier", "nach dort"), "Von: hier\nnach dort", "", "", ""},
		{"control characters", mailOf("Subject: a\x00b\u202e", "", "x\x00\x1b[2J\u202ey"), "x[2Jy", "", "ab", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := mustParse(t, tt.raw)
			if diff := cmp.Diff([]string{tt.text, tt.quoted, tt.subject, tt.from_}, []string{c.Text, c.Quoted, c.Subject, c.From}); diff != "" {
				t.Errorf("text, quoted, subject, sender (-want +got):\n%s", diff)
			}
			if c.Cut || len(c.Files) > 0 || len(c.Absent) > 0 {
				t.Errorf("%+v", c)
			}
		})
	}
}

func TestAttachmentsAreBounded(t *testing.T) {
	t.Parallel()
	part := func(disposition, name string, size int) string {
		body := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", size)))
		return fmt.Sprintf("--b\r\nContent-Type: application/pdf\r\nContent-Disposition: %s; filename*=utf-8''%s\r\nContent-Transfer-Encoding: base64\r\n\r\n%s\r\n", disposition, name, body)
	}
	raw := "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n" + part("inline", "logo", 3) + part("attachment", "Gr%C3%B6%C3%9Fe.pdf", 4) +
		part("attachment", "large", rfq.MaxFileBytes+1) + part("attachment", "3", 1) + part("attachment", "4", 1) + part("attachment", "5", 1) + part("attachment", "6", 1) + "--b--\r\n"
	c := mustParse(t, []byte(raw))
	var names []string
	for _, f := range c.Files {
		names = append(names, fmt.Sprint(f.Name, len(f.Data)))
	}
	if !slices.Equal(names, []string{"Größe.pdf4", "31", "41", "51", "61"}) || !slices.Equal(c.Absent, []string{"large", "logo"}) || c.Text != "text" || c.Cut {
		t.Errorf("%v, absent %v, text %q, cut %t", names, c.Absent, c.Text, c.Cut)
	}
}

func TestADamagedMailIsReadAsFarAsItCan(t *testing.T) {
	t.Parallel()
	start := []string{"Content-Type: multipart/mixed; boundary=b", "", "--b", "", "text"}
	for name, end := range map[string][]string{
		"no end":                  {"--b", "Content-Type: application/pdf", "Content-Disposition: attachment; filename=a.pdf", "", "%PDF"},
		"base64 that is none":     {"--b", "Content-Type: application/pdf; name=a.pdf", "Content-Transfer-Encoding: base64", "", "%%%%", "--b--"},
		"a header that is none":   {"--b", "no header", "", "x", "--b--"},
		"parts in parts in parts": {"--b", strings.Repeat("Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n", 100), "--b--"},
		"very many parts":         {strings.Repeat("--b\r\n\r\nx\r\n", 2*maxParts), "--b--"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := mustParse(t, mailOf(append(slices.Clone(start), end...)...))
			if !strings.HasPrefix(c.Text, "text") || !c.Cut {
				t.Errorf("cut %t, text %.100q", c.Cut, c.Text)
			}
		})
	}
	long := mustParse(t, mailOf("", strings.Repeat("ü", maxLetter+1)))
	if utf8.RuneCountInString(long.Text) != maxLetter || !long.Cut {
		t.Errorf("%d characters, cut %t", utf8.RuneCountInString(long.Text), long.Cut)
	}
	for _, raw := range [][]byte{nil, mailOf("no header", "", "x"), mailOf(" x", ""), []byte(strings.Repeat("X-A: b\r\n", maxHeader/8+1) + "\r\nx")} {
		if c, err := parse(raw, false); err == nil && c.Text != "" {
			t.Errorf("%.40q: %+v", raw, c)
		}
	}
}

func TestTokensOfAMail(t *testing.T) {
	t.Parallel()
	other := strings.Repeat("b", 26)
	for name, tt := range map[string]struct {
		raw    []byte
		tokens []string
		own    string
	}{
		"address of the recipient, any case": {mailOf(`To: "Ferrule, AG" <Anfragen+`+strings.ToUpper(token)+`@example.com>`, ""), []string{strings.ToUpper(token)}, ""},
		"as delivered":                       {mailOf("Delivered-To: a+"+token+"@example.com", "To: list@example.org", ""), []string{token}, ""},
		"the mail that is answered":          {mailOf("In-Reply-To: <"+token+".letter.letter.2@example.com>", "References: <x@y>", " <"+other+".created.confirmation@example.com>", ""), []string{token, other}, ""},
		"sent by this program":               {mailOf("Message-ID: <"+token+".created.confirmation@example.com>", "To: a@example.com", ""), nil, token},
		"none":                               {mailOf("To: anfragen+info@example.com", "In-Reply-To: <F-7K3-94Q.created@example.com>", "Subject: "+token, ""), nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, err := parseHeader(tt.raw)
			if err != nil || !slices.Equal(h.Tokens, tt.tokens) || h.Own != tt.own {
				t.Errorf("%v: tokens %v, own %q", err, h.Tokens, h.Own)
			}
		})
	}
}

func TestAutomaticMailsAreRecognized(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"Auto-Submitted: auto-replied":                              true,
		"Auto-Submitted: Auto-Generated; x=y":                       true,
		"Auto-Submitted: no":                                        false,
		"X-Autoreply: yes":                                          true,
		"Precedence: bulk":                                          true,
		"Precedence: list":                                          false,
		"Return-Path: <>":                                           true,
		"Return-Path: <a@example.org>":                              false,
		"From: MAILER-DAEMON@mx.example.org":                        true,
		"Content-Type: multipart/report; report-type=x; boundary=b": true,
		"X-Mailer: a":                                               false,
	} {
		if h, err := parseHeader(mailOf(line, "")); err != nil || h.Automatic != want {
			t.Errorf("%s: automatic %t, %v", line, h.Automatic, err)
		}
	}
}

// bounceOf returns a delivery status notification, as Postfix writes it.
func bounceOf(action, original string) string {
	return strings.Join([]string{
		"From: MAILER-DAEMON@mx.example.net (Mail Delivery System)", "To: anfragen@example.com", "Subject: Undelivered Mail Returned to Sender", "Auto-Submitted: auto-replied",
		"Message-ID: <bounce." + action + "@mx.example.net>", `Content-Type: multipart/report; report-type=delivery-status; boundary="b"`, "",
		"--b", "Content-Description: Notification", "Content-Type: text/plain; charset=us-ascii", "", "I'm sorry.", "",
		"--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.example.net", "Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0100", "",
		"Final-Recipient: rfc822; zoe@example.org", "Action: " + action, "Status: 5.1.1", "Diagnostic-Code: smtp; 550 5.1.1 <zoe@example.org>:", "    user unknown", "",
		"--b", "Content-Type: text/rfc822-headers", "", "Message-ID: <" + original + ">", "Subject: Frage", "", "--b--", "",
	}, "\n")
}

func TestABounceNamesItsDelivery(t *testing.T) {
	t.Parallel()
	c := mustParse(t, []byte(strings.ReplaceAll(bounceOf("failed", token+".letter.letter.2@example.com"), "\n", "\r\n")))
	want := returned{token, ".letter.letter.2", true, "550 5.1.1 <zoe@example.org>: user unknown"}
	if diff := cmp.Diff(want, c.Returned); diff != "" || !c.Report || !c.Automatic {
		t.Errorf("report %t, automatic %t\n%s", c.Report, c.Automatic, diff)
	}
	if delayed := mustParse(t, []byte(bounceOf("delayed", token+".letter.letter@example.com"))); delayed.Returned.Failed {
		t.Error("a delay is a failure")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(mailOf("From: a@example.org", "Content-Type: text/html", "", "<p>a<blockquote>b"), false)
	f.Add([]byte(bounceOf("failed", token+".letter.letter@example.com")), true)
	f.Add(mailOf("Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: multipart/alternative; boundary=c", "", "--c", "", "x", "--b", "Content-Disposition: attachment; filename=a", "Content-Transfer-Encoding: base64", "", "eA==", "--b--"), false)
	f.Add(mailOf("Content-Type: text/plain; charset=utf-7", "Content-Transfer-Encoding: quoted-printable", "", "=FF=", "On 1 a wrote:", "> b"), false)
	f.Fuzz(func(t *testing.T, raw []byte, cut bool) {
		if len(raw) > 64<<10 {
			return
		}
		if _, err := parseHeader(raw); err != nil {
			t.Skip()
		}
		c, err := parse(raw, cut)
		if err != nil {
			if strings.Contains(err.Error(), "panic") {
				t.Fatal(err)
			}
			return
		}
		if len(c.Files) > rfq.MaxFiles || c.Copy == "" || len(c.Tokens) > maxTokens {
			t.Fatalf("%d files, copy %q, %d tokens", len(c.Files), c.Copy, len(c.Tokens))
		}
		for _, text := range append([]string{c.Text, c.Quoted, c.Subject, c.From, c.ID, c.Returned.Reason}, c.Absent...) {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\r") || utf8.RuneCountInString(text) > maxLetter {
				t.Fatalf("%q", text)
			}
		}
	})
}
