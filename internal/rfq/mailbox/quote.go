package mailbox

import (
	"regexp"
	"slices"
	"strings"
)

// Lines that mail programs write above the former mail, in the site's languages.
var (
	attribution = regexp.MustCompile(`(?i)^(?:on|am|le|il|el|op)\b.*(?:wrote|schrieb|geschrieben|écrit|scritto|escribió|schreef)\b.{0,80}:$`)
	separator   = regexp.MustCompile(`(?i)^-{2,} ?(?:original message|ursprüngliche nachricht|originalnachricht|message d['’]origine|messaggio originale|mensaje original|forwarded message|weitergeleitete nachricht)\b.*-{2,}$`)
	senderLine  = regexp.MustCompile(`(?i)^\*?(?:from|von|de|da) ?:`)
	dateLine    = regexp.MustCompile(`(?i)^\*?(?:sent|gesendet|envoyé|inviato|date|datum|data) ?:`)
)

// maxAttribution is the maximum number of lines over which programs wrap an attribution.
const maxAttribution = 3

// splitQuoted splits the text of a mail into what its sender wrote and the former mails
// below it. A text with answers between the lines of the former mail is not split, and
// neither is one that has nothing of its own.
func splitQuoted(text string) (own, quoted string) {
	lines := strings.Split(text, "\n")
	at := len(lines)
	for i := range lines {
		if startsFormerMail(lines[i:]) {
			at = i
			break
		}
	}
	at = trailingQuote(lines[:at])
	own = strings.TrimSpace(strings.Join(lines[:at], "\n"))
	if own == "" {
		return strings.TrimSpace(text), ""
	}
	return own, strings.TrimSpace(strings.Join(lines[at:], "\n"))
}

// startsFormerMail reports whether lines begin with a separator, or with the header that
// Outlook repeats.
func startsFormerMail(lines []string) bool {
	if separator.MatchString(lines[0]) {
		return true
	}
	return senderLine.MatchString(lines[0]) && slices.ContainsFunc(lines[1:min(len(lines), 5)], dateLine.MatchString)
}

// trailingQuote returns the index of the line at which a quote at the end of lines begins,
// with its attribution; len(lines) if there is none.
func trailingQuote(lines []string) int {
	at := len(lines)
	for at > 0 && (lines[at-1] == "" || strings.HasPrefix(lines[at-1], ">")) {
		at--
	}
	if at == len(lines) || !strings.HasPrefix(strings.TrimSpace(strings.Join(lines[at:], "")), ">") {
		return len(lines)
	}
	for n := 1; n <= min(maxAttribution, at); n++ {
		if attribution.MatchString(strings.Join(lines[at-n:at], " ")) {
			return at - n
		}
	}
	return at
}
