package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
	"ferrule/internal/rfq/offer"
)

type showCommand struct {
	referenceFlags

	Format string `help:"Output format." enum:"text,json" default:"text"`
}

// shown is the JSON of a request with everything that belongs to it.
type shown struct {
	rfq.Request

	ClientAddress string               `json:"clientAddress,omitempty"` // only show prints it
	Files         []rfq.File           `json:"files"`                   // instead of their ids
	Deliveries    []rfq.DeliveryStatus `json:"deliveries"`
	Letters       []rfq.Letter         `json:"letters"`
	Offers        []rfq.SentOffer      `json:"offers"`
}

func (c *showCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(s *rfq.Store, r rfq.Request) error {
		files, err := s.FilesOf(ctx, r.ID)
		if err != nil {
			return err
		}
		deliveries, err := s.DeliveryStatuses(ctx, r.ID)
		if err != nil {
			return err
		}
		letters, err := s.Letters(ctx, r.ID)
		if err != nil {
			return err
		}
		offers, err := s.Offers(ctx, r.ID)
		if err != nil {
			return err
		}
		if c.Format == "json" {
			return writeIndented(out, shown{
				r, r.ClientAddress, append([]rfq.File{}, files...), append([]rfq.DeliveryStatus{}, deliveries...),
				append([]rfq.Letter{}, letters...), append([]rfq.SentOffer{}, offers...),
			})
		}
		calendar := s.Calendar()
		writeRequest(out, r, calendar)
		writeLines(out, r)
		if len(files) > 0 {
			fmt.Fprintf(out, "\nFiles (ferrule requests file %s ID)\n", r.Reference)
			table(out, func(w io.Writer) {
				for _, f := range files {
					fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", f.ID, f.Name, f.Type, count(int(f.Size), "byte", "bytes"))
				}
			})
		}
		writeLetters(out, letters, offers, calendar.Zone)
		writeDeliveries(out, r, calendar.Zone, deliveries)
		return nil
	})
}

func writeRequest(out io.Writer, r rfq.Request, calendar rfq.Calendar) {
	zone := calendar.Zone
	fmt.Fprintf(out, "%s, %s", r.Reference, r.State)
	if r.State == rfq.StateOpen {
		fmt.Fprintf(out, ", %s", strings.Replace(left(r, calendar, time.Now())+" left", "late left", "late", 1))
	}
	fmt.Fprintln(out)
	table(out, func(w io.Writer) {
		for _, field := range [][2]string{
			{"Received", local(r.Created, zone) + ", " + r.Created.UTC().Format("2006-01-02 15:04:05Z")},
			{"Answer by", answerBy(r, calendar)},
			{"Answered", answered(r, zone)},
			{"Outcome", strings.TrimSuffix(string(r.Outcome)+": "+r.OutcomeReason, ": ")},
			{"Spam", markedSpam(r, zone)},
			{"Suspected", r.SpamReason},
			{"Name", r.Name},
			{"Phone", r.Phone},
			{"E-mail", r.Email},
			{"Form", strings.TrimSpace(r.FormTitle + " (" + formOf(r) + ")")},
			{"Subject", r.Subject},
			{"Language", r.Language},
			{"Page", r.Page},
			{"Sent from", r.ClientAddress},
		} {
			if field[1] != "" {
				fmt.Fprintf(w, "  %s\t%s\n", field[0], field[1])
			}
		}
	})
	if text := r.Message.Message; text != "" {
		fmt.Fprintf(out, "\n  %s\n", strings.ReplaceAll(text, "\n", "\n  "))
	}
}

// writeLetters prints the letters with their texts, and the offers.
func writeLetters(out io.Writer, letters []rfq.Letter, offers []rfq.SentOffer, zone *time.Location) {
	if len(letters) > 0 {
		fmt.Fprint(out, "\nLetters\n")
	}
	for _, l := range letters {
		fmt.Fprintf(out, "  %s, %s, %s\n", local(l.At, zone), l.Kind, cmp.Or(l.By.Name, "the sender"))
		if text := strings.TrimSpace(l.Subject + "\n" + l.Text); text != "" {
			fmt.Fprintf(out, "    %s\n", strings.ReplaceAll(text, "\n", "\n    "))
		}
	}
	if len(offers) == 0 {
		return
	}
	fmt.Fprint(out, "\nOffers\n")
	table(out, func(w io.Writer) {
		for _, o := range offers {
			total := o.Offer.Total().Total.StringFixed(offer.MinorUnits(o.Offer.Currency))
			fmt.Fprintf(w, "  %s\t%s %s\tvalid until %s\t%s\t%s\n", o.Offer.Number, o.Offer.Currency, total, o.Offer.ValidUntil, o.State, o.Decision.OrderNumber)
		}
	})
}

// answerBy formats the deadline of an open request, "" for any other.
func answerBy(r rfq.Request, calendar rfq.Calendar) string {
	if r.State != rfq.StateOpen {
		return ""
	}
	return local(calendar.DeadlineOf(r), calendar.Zone)
}

// answered formats when and by whom a request was answered, "" if it was not.
func answered(r rfq.Request, zone *time.Location) string {
	if r.AnsweredAt.IsZero() {
		return ""
	}
	return local(r.AnsweredAt, zone) + " by " + r.AnsweredBy
}

// markedSpam formats when and by whom a request was marked as spam, "" if the
// program did it.
func markedSpam(r rfq.Request, zone *time.Location) string {
	if r.SpamAt.IsZero() {
		return ""
	}
	return local(r.SpamAt, zone) + " by " + r.SpamBy
}

func writeLines(out io.Writer, r rfq.Request) {
	if len(r.Lines) == 0 {
		return
	}
	fmt.Fprintln(out, "\nLines")
	table(out, func(w io.Writer) {
		for i, row := range document.Rows(r) {
			remark := row.Note
			if !row.Known {
				remark = strings.TrimSpace("(not in the catalogue) " + row.Note)
			}
			position := ""
			if row.Position != "" {
				position = "(" + row.Position + ")"
			}
			fmt.Fprintf(w, "  %d\t%s\t%d ×\t%s\t%s\t%s\t%s\n", i+1, position, row.Quantity, row.Part, row.Name, row.Values, remark)
		}
	})
}

func writeDeliveries(out io.Writer, r rfq.Request, zone *time.Location, deliveries []rfq.DeliveryStatus) {
	if len(deliveries) == 0 {
		return
	}
	fmt.Fprintln(out, "\nDeliveries")
	dead := false
	table(out, func(w io.Writer) {
		for _, d := range deliveries {
			when := ""
			switch {
			case !d.Settled.IsZero():
				when = local(d.Settled, zone)
			case !d.Due.IsZero():
				when = "next " + local(d.Due, zone)
			}
			dead = dead || d.State == "dead"
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\t%s\n", d.Event, cmp.Or(d.Target, "(when a server runs)"), d.State, count(d.Attempts, "attempt", "attempts"), when, strings.Join(strings.Fields(d.Error), " "))
		}
	})
	if dead {
		fmt.Fprintf(out, "To retry dead deliveries: ferrule requests resend %s\n", r.Reference)
	}
}

// table aligns the tab-separated columns that write prints.
func table(out io.Writer, write func(io.Writer)) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	write(w)
	_ = w.Flush() // like fmt.Fprint: errors of the terminal are ignored
}
