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

	cleanupJob = "tidy"
	reportJob  = "report"

	// unsent is how long a file is kept that no request came for.
	unsentFileRetention = 24 * time.Hour
	// keepAddresses is how long the IP address of a request's sender is kept.
	addressRetention = 30 * 24 * time.Hour
)

// rounds does what time alone is the reason for, until the context ends.
func (w *Worker) runJobs(ctx context.Context) {
	route, tick := time.NewTicker(pollInterval), time.NewTicker(minutely)
	defer route.Stop()
	defer tick.Stop()
	w.runDueJobs(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-route.C:
			w.logFailure(ctx, "plan what other programs told", w.o.Store.Route(ctx))
		case <-tick.C:
			w.runDueJobs(ctx)
		}
	}
}

// round does what is due.
func (w *Worker) runDueJobs(ctx context.Context) {
	w.logFailure(ctx, "set deliveries to the clock", w.o.Store.ResetDueTimes(ctx))
	n, err := w.o.Store.Remind(ctx)
	w.logFailure(ctx, "remind of requests", err)
	if n > 0 {
		w.Wake()
	}
	w.logFailure(ctx, "tidy up", w.cleanUp(ctx))
	w.logFailure(ctx, "report", w.report(ctx))
}

func (w *Worker) logFailure(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		w.o.Log.Error("deliveries: could not "+what, "error", err)
	}
}

// tidy forgets what was kept long enough.
func (w *Worker) cleanUp(ctx context.Context) error {
	ours, err := w.o.Store.ClaimJob(ctx, cleanupJob, hourly)
	if err != nil || !ours {
		return err
	}
	if _, err := w.o.Store.ForgetAddressesBefore(ctx, time.Now().Add(-addressRetention)); err != nil {
		return err
	}
	if _, err := w.o.Store.SweepFiles(ctx, time.Now().Add(-unsentFileRetention)); err != nil {
		return err
	}
	if w.o.Retention <= 0 {
		return nil
	}
	n, err := w.o.Store.ForgetBefore(ctx, time.Now().Add(-w.o.Retention))
	if n > 0 {
		w.o.Log.Info("requests were forgotten", "count", n, "kept for", w.o.Retention)
	}
	return err
}

// report tells the supplier once a day of what does not go well.
func (w *Worker) report(ctx context.Context) error {
	letters := w.o.Targets.Mailer
	if letters == nil {
		return nil
	}
	standing, err := w.o.Store.DeliveryStats(ctx)
	if err != nil || (standing.Dead == 0 && standing.Overdue == 0) {
		return err
	}
	ours, err := w.o.Store.ClaimJob(ctx, reportJob, daily)
	if err != nil || !ours {
		return err
	}
	dead, err := w.o.Store.Dead(ctx, maxReported)
	if err != nil {
		return err
	}
	if err := w.o.Targets.report(ctx, standing, dead); err != nil {
		return errors.Join(err, w.o.Store.ReleaseJob(ctx, reportJob))
	}
	return nil
}
