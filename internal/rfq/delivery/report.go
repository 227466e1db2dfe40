package delivery

import (
	"context"
	"fmt"
	"time"

	"ferrule/internal/mail"
	"ferrule/internal/rfq"
)

// maxReported is how many deliveries a report lists.
const maxReported = 50

// report tells the supplier what does not go well.
func (o *Mailer) report(ctx context.Context, to string, s rfq.DeliveryStats, dead []rfq.Delivery) error {
	w := textsIn(o.Language)
	l := mailContent{
		Language: w.code, Title: w.report,
		Facts: []fact{{Name: w.overdue, Value: fmt.Sprint(s.Overdue)}, {Name: w.dead, Value: fmt.Sprint(s.Dead)}},
	}
	for _, d := range dead {
		l.Head = []string{w.reference, w.target, w.attempts, w.since, w.reason}
		l.Rows = append(l.Rows, []string{d.Reference, d.Target, fmt.Sprint(d.Attempts), w.formatTime(d.Settled), d.Error})
	}
	if len(dead) > 0 {
		l.Foot = append(l.Foot, w.resend)
	}
	if s.Overdue > 0 {
		l.Foot = append(l.Foot, w.overdueHow)
	}
	return o.send(ctx, o.ToSupplier, to, l, mail.Message{Subject: l.Title, ID: o.messageID("report." + time.Now().UTC().Format(time.DateOnly))})
}
