package delivery

import (
	"context"
	"fmt"
	"time"

	"ferrule/internal/mail"
	"ferrule/internal/rfq"
)

// maxReported is the maximum number of dead deliveries in a report.
const maxReported = 50

// report mails the supplier the statistics and the dead deliveries.
func (o *Mailer) report(ctx context.Context, to string, s rfq.DeliveryStats, dead []rfq.Delivery) error {
	w := textsIn(o.Language)
	c := mailContent{
		Language: w.code, Title: w.report,
		Facts: []fact{{Name: fmt.Sprintf(w.overdue, w.hours(o.Calendar)), Value: fmt.Sprint(s.Overdue)}, {Name: w.dead, Value: fmt.Sprint(s.Dead)}},
	}
	for _, d := range dead {
		c.Head = []string{w.reference, w.target, w.attempts, w.since, w.reason}
		c.Rows = append(c.Rows, []string{d.Reference, d.Target, fmt.Sprint(d.Attempts), rfq.LocalTime(d.Settled, o.Calendar.Zone, w.code), d.Error})
	}
	if len(dead) > 0 {
		c.Foot = append(c.Foot, w.resend)
	}
	if s.Overdue > 0 {
		c.Foot = append(c.Foot, w.overdueHow)
	}
	return o.send(ctx, o.ToSupplier, to, c, mail.Message{Automatic: true, Subject: c.Title, ID: o.messageID("report." + time.Now().UTC().Format(time.DateOnly))})
}
