package delivery

import (
	"context"
	"errors"
	"time"
)

// The rounds, of which several servers make one: reminders every minute, what
// is tidied up every hour, and the report once a day, while there is something
// to report.
const (
	minutely = time.Minute
	hourly   = time.Hour
	daily    = 24 * time.Hour

	tidyRound   = "tidy"
	reportRound = "report"

	// unsent is how long a file is kept that no request came for.
	unsent = 24 * time.Hour
	// keepAddresses is how long the IP address of a request's sender is kept.
	keepAddresses = 30 * 24 * time.Hour
)

// rounds does what time alone is the reason for, until the context ends.
func (w *Worker) rounds(ctx context.Context) {
	route, tick := time.NewTicker(look), time.NewTicker(minutely)
	defer route.Stop()
	defer tick.Stop()
	w.round(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-route.C:
			w.failed(ctx, "plan what other programs told", w.o.Store.Route(ctx))
		case <-tick.C:
			w.round(ctx)
		}
	}
}

// round does what is due.
func (w *Worker) round(ctx context.Context) {
	w.failed(ctx, "set deliveries to the clock", w.o.Store.Forward(ctx))
	n, err := w.o.Store.Remind(ctx)
	w.failed(ctx, "remind of requests", err)
	if n > 0 {
		w.Wake()
	}
	w.failed(ctx, "tidy up", w.tidy(ctx))
	w.failed(ctx, "report", w.report(ctx))
}

func (w *Worker) failed(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		w.o.Log.Error("deliveries: could not "+what, "error", err)
	}
}

// tidy forgets what was kept long enough.
func (w *Worker) tidy(ctx context.Context) error {
	ours, err := w.o.Store.Round(ctx, tidyRound, hourly)
	if err != nil || !ours {
		return err
	}
	if _, err := w.o.Store.ForgetAddressesBefore(ctx, time.Now().Add(-keepAddresses)); err != nil {
		return err
	}
	if _, err := w.o.Store.SweepFiles(ctx, time.Now().Add(-unsent)); err != nil {
		return err
	}
	if w.o.Keep <= 0 {
		return nil
	}
	n, err := w.o.Store.ForgetBefore(ctx, time.Now().Add(-w.o.Keep))
	if n > 0 {
		w.o.Log.Info("requests were forgotten", "count", n, "kept for", w.o.Keep)
	}
	return err
}

// report tells the supplier once a day of what does not go well.
func (w *Worker) report(ctx context.Context) error {
	letters := w.o.Targets.Letters
	if letters == nil {
		return nil
	}
	standing, err := w.o.Store.Standing(ctx)
	if err != nil || (standing.Dead == 0 && standing.Overdue == 0) {
		return err
	}
	ours, err := w.o.Store.Round(ctx, reportRound, daily)
	if err != nil || !ours {
		return err
	}
	dead, err := w.o.Store.Dead(ctx, maxReported)
	if err != nil {
		return err
	}
	if err := w.o.Targets.report(ctx, standing, dead); err != nil {
		return errors.Join(err, w.o.Store.GiveBack(ctx, reportRound))
	}
	return nil
}
