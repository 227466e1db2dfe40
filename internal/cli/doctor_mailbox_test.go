package cli_test

import (
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/rfq/mailbox/dovecottest"
)

func TestDoctorSaysWhatIsWrongWithTheMailbox(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	address := strings.Replace(mails.URL("sales"), "sales:", "sales%40example.com:", 1)
	for _, tt := range []struct{ flags, want string }{
		{"", "OK    mailbox      none: replies to mails go to the first address of --request-mail, else to --mail-from; --imap reads them"},
		{"--imap " + address, "OK    mailbox      INBOX of sales@example.com, 0 mails; new ones are reported at once; replies go to sales@example.com, with +… before the @"},
		{"--imap " + strings.Replace(address, "secret", "wrong", 1), "refuses the user sales@example.com: imap: NO"},
		{"--imap " + strings.Replace(address, "INBOX", "Replies", 1), "it has INBOX"},
	} {
		out, _ := apptest.Command(t, append([]string{"doctor", "--data", t.TempDir()}, strings.Fields(tt.flags)...)...) // other checks fail
		if !strings.Contains(out, tt.want) || strings.Contains(out, "secret") || strings.Contains(out, "wrong") {
			t.Errorf("%s: no %q in\n%s", tt.flags, tt.want, out)
		}
	}
	for flags, want := range map[string]string{
		"--imap imaps://mail.example.com":                                                "--imap: it is not the address of a mailbox",
		"--imap imaps://sales:secret@mail.example.com":                                   `--reply-address: "sales" is not a mail address`,
		"--imap " + address + " --reply-address x":                                       `--reply-address: "x" is not a mail address`,
		"--reply-address sales@example.com":                                              "--imap: missing",
		"--imap imaps://sales:secret@mail.example.com --reply-address sales@example.com": "",
	} {
		_, err := apptest.Command(t, append([]string{"serve", "--listen", "none", "--data", t.TempDir()}, strings.Fields(flags)...)...)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", flags, err)
		}
	}
}
