package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"ferrule/internal/app"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

type requestsCommand struct {
	List     listCommand           `cmd:"" help:"List requests, newest first, with the hours left to answer them."`
	Show     showCommand           `cmd:"" help:"Show one request: lines, sender, files and deliveries."`
	Export   exportRequestsCommand `cmd:"" help:"Export requests as a table, one row per line of a request."`
	Question questionCommand       `cmd:"" help:"Send a question to the sender of a request; the clock stops until the reply."`
	Offer    offerCommand          `cmd:"" help:"Send an offer for a request, as PDF, from a JSON file; without a file, print what it begins with."`
	Decline  declineCommand        `cmd:"" help:"Decline a request with a letter to its sender."`
	Answered answeredCommand       `cmd:"" help:"Mark a request as answered."`
	Reopen   reopenCommand         `cmd:"" help:"Mark a request as open again."`
	Spam     spamCommand           `cmd:"" help:"Mark a request as spam: it is listed separately and pending deliveries are suspended."`
	Release  releaseCommand        `cmd:"" help:"Mark a request as not spam and deliver it."`
	Resend   resendCommand         `cmd:"" help:"Retry the failed deliveries of a request."`
	File     fileCommand           `cmd:"" help:"Save a file attached to a request."`
	Forget   forgetCommand         `cmd:"" help:"Erase the personal data of a request."`
}

// selectFlags select requests.
type selectFlags struct {
	From  moment      `help:"Received at or after: a day (2026-11-21) or a time (2026-11-21T18:40:00Z)." placeholder:"DAY"`
	To    moment      `help:"Received before: the end of a day, or a time." placeholder:"DAY"`
	State []rfq.State `help:"States: open, answered, spam, forgotten; by default open and answered." placeholder:"STATE"`
	Form  string      `help:"Sent with this form: its key or the id of its record." placeholder:"FORM"`
}

// Validate returns an error for flags that no request can match.
func (f selectFlags) Validate() error {
	for _, state := range f.State {
		switch state {
		case rfq.StateOpen, rfq.StateAnswered, rfq.StateSpam, rfq.StateForgotten:
		default:
			return fmt.Errorf("--state: %q is not a state; use open, answered, spam or forgotten", state)
		}
	}
	if !f.From.time.IsZero() && !f.To.time.IsZero() && !f.From.begin(time.UTC).Before(f.To.end(time.UTC)) {
		return errors.New("--from is after --to")
	}
	return nil
}

func (f selectFlags) filter(zone *time.Location) rfq.Filter {
	filter := rfq.Filter{From: f.From.begin(zone), To: f.To.end(zone), States: f.State, Form: f.Form}
	if len(f.State) == 0 {
		filter.States = []rfq.State{rfq.StateOpen, rfq.StateAnswered}
	}
	return filter
}

// moment is a point in time, or a day, which is of the site's time zone.
type moment struct {
	time time.Time
	day  bool
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (m *moment) UnmarshalText(text []byte) (err error) {
	if m.time, err = time.Parse(time.DateOnly, string(text)); err == nil {
		m.day = true
		return nil
	}
	if m.time, err = time.Parse(time.RFC3339, string(text)); err != nil {
		return fmt.Errorf("%q is neither a day such as 2026-11-21 nor a time such as 2026-11-21T18:40:00Z", text)
	}
	return nil
}

// begin returns the begin of the day in a time zone, or the moment itself.
func (m moment) begin(zone *time.Location) time.Time {
	if m.day {
		year, month, day := m.time.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, zone)
	}
	return m.time
}

// end returns the end of the day in a time zone, or the moment itself.
func (m moment) end(zone *time.Location) time.Time {
	if m.day {
		return m.begin(zone).AddDate(0, 0, 1)
	}
	return m.time
}

type listCommand struct {
	app.DataConfig
	selectFlags

	Overdue bool   `help:"Only open requests whose promised time of an answer has passed."`
	Limit   int    `help:"Maximum number; 0 for all." default:"0"`
	Format  string `help:"Format of the list." enum:"table,json" default:"table"`
}

// Validate implements kong's check.
func (c *listCommand) Validate() error {
	if c.Overdue && len(c.State) > 0 {
		return errors.New("--overdue: applies to open requests only; omit --state")
	}
	if c.Limit < 0 {
		return fmt.Errorf("--limit: %d is not a number of requests; use 1 or more, or 0 for all", c.Limit)
	}
	return c.selectFlags.Validate()
}

func (c *listCommand) Run(ctx context.Context, out io.Writer) error {
	return withRequests(ctx, c.DataConfig, func(s *rfq.Store) error {
		calendar := s.Calendar()
		zone := calendar.Zone
		filter := c.filter(zone)
		filter.Limit, filter.Overdue = c.Limit, c.Overdue
		if c.Format == "json" {
			return writeArray(out, s.Each(ctx, filter), func(r rfq.Request) (any, error) { return r, nil })
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "REFERENCE\tRECEIVED\tSTATE\tLEFT\tNAME\tPHONE\tLINES\tFORM")
		for r, err := range s.Each(ctx, filter) {
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", r.Reference, local(r.Created, zone), r.State, left(r, calendar, time.Now()), r.Name, r.Phone, len(r.Lines), formOf(r))
		}
		return w.Flush()
	})
}

// local formats t in a time zone.
func local(t time.Time, zone *time.Location) string {
	return t.In(zone).Format("2006-01-02 15:04 MST")
}

// left formats the time that is left to answer an open request, "-" for any other.
// It includes days that are not working days.
func left(r rfq.Request, calendar rfq.Calendar, now time.Time) string {
	if r.State != rfq.StateOpen {
		return "-"
	}
	rest := calendar.DeadlineOf(r).Sub(now)
	if rest < 0 {
		return fmt.Sprintf("%d h late", int((-rest).Hours())+1)
	}
	return fmt.Sprintf("%d h", int(rest.Hours()))
}

// formOf returns the form of a request as --form takes it.
func formOf(r rfq.Request) string {
	if r.FormKey != "" {
		return r.FormKey
	}
	return fmt.Sprint(r.FormID)
}

func writeIndented(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func withRequests(ctx context.Context, f app.DataConfig, do func(*rfq.Store) error) error {
	s, err := f.OpenRequests(ctx)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

// referenceFlags name one request.
type referenceFlags struct {
	app.DataConfig

	Reference string `arg:"" help:"Reference of the request, in any spelling."`
}

// with calls do with the request. If there is none, the error names the command
// that lists them.
func (f referenceFlags) with(ctx context.Context, do func(*rfq.Store, rfq.Request) error) error {
	return withRequests(ctx, f.DataConfig, func(s *rfq.Store) error {
		r, err := s.ByReference(ctx, f.Reference)
		if fault.KindOf(err) == fault.NotFound {
			return fmt.Errorf("%w; to list requests: ferrule requests list", err)
		}
		if err != nil {
			return err
		}
		return do(s, r)
	})
}
