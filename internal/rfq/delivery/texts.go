package delivery

import (
	"fmt"
	"strings"

	"ferrule/internal/rfq"
)

// texts are the texts of mails in one language.
type texts struct {
	code                                                                          string // of the language
	request, received                                                             string // %s: reference; time
	due, dueLead                                                                  string // %s: reference; reference, time and promised time
	always, onWorkdays                                                            string // the promised time, if the clock always runs or on working days only
	answerBy, name, phone, email, form, language, page, subject                   string
	files, attached, fetch                                                        string // fetch: %s is a command
	number, customer, part, article, values, quantity, note, unknown, item, items string
	more                                                                          string // %d %s %s: rows shown, count of lines, name of the attachment
	confirmed, greeting, thanks, contains                                         string // %s: reference (not in greeting); count
	within, open, notYou, reply                                                   string // %s of within: promised time
	report, overdue, dead, reference, target, attempts                            string // %s of overdue: promised time
	since, reason, resend, overdueHow                                             string
}

// textsIn returns the texts of a language, by its primary subtag; the English texts
// for other languages.
func textsIn(language string) texts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return german()
	case "fr":
		return french()
	case "it":
		return italian()
	default:
		return english()
	}
}

// hours returns the promised time of an answer.
func (w texts) hours(c rfq.Calendar) string {
	if c.HasWorkingDays() {
		return w.onWorkdays
	}
	return w.always
}

// count returns a number of items with its noun: "12 Positionen".
func (w texts) count(n int) string {
	if n == 1 {
		return "1 " + w.item
	}
	return fmt.Sprintf("%d %s", n, w.items)
}
