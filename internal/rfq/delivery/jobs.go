package delivery

import (
	"context"
	"errors"
	"time"

	"ferrule/internal/database"
)

// Periodic jobs, each executed by one of several servers: reminders every minute,
// cleanup every hour, and a daily report while there is something to report.
const (
	minutely = time.Minute
	hourly   = time.Hour
	daily    = 24 * time.Hour

	cleanupJob = "tidy"
	reportJob  = "report"

	// UnsentFileRetention is how long a file without a request is stored.
	UnsentFileRetention = 24 * time.Hour
	// AddressRetention is how long the IP address of a request's sender is stored.
	AddressRetention = 30 * 24 * time.Hour
)

// runJobs runs the periodic jobs until the context ends.
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
			w.logFailure(ctx, "route events", w.o.Store.Route(ctx))
		case <-tick.C:
			w.runDueJobs(ctx)
		}
	}
}

// runDueJobs runs the jobs that are due.
func (w *Worker) runDueJobs(ctx context.Context) {
	w.logFailure(ctx, "reset due times", w.o.Store.ResetDueTimes(ctx))
	// Those that a server of a former version stores meanwhile.
	_, err := w.o.Store.FillDeadlines(ctx)
	w.logFailure(ctx, "store deadlines", err)
	n, err := w.o.Store.Remind(ctx)
	w.logFailure(ctx, "remind", err)
	if n > 0 {
		w.Wake()
	}
	_, err = w.o.Store.AnnounceExpiry(ctx)
	w.logFailure(ctx, "announce the end of offers", err)
	_, err = w.o.Store.ExpireOffers(ctx)
	w.logFailure(ctx, "end offers", err)
	w.logFailure(ctx, "clean up", w.cleanUp(ctx))
	w.logFailure(ctx, "report", w.report(ctx))
}

// logFailure logs the failure of a job, unless the server stops.
func (w *Worker) logFailure(ctx context.Context, job string, err error) {
	if err != nil && ctx.Err() == nil {
		w.o.Log.Error("periodic job failed", "job", job, "error", err)
	}
}

// cleanUp deletes what has reached the end of its retention.
func (w *Worker) cleanUp(ctx context.Context) error {
	claimed, err := w.o.Store.ClaimJob(ctx, cleanupJob, hourly)
	if err != nil || !claimed {
		return err
	}
	if _, err := w.o.Store.ForgetAddressesBefore(ctx, time.Now().Add(-AddressRetention)); err != nil {
		return err
	}
	if _, err := w.o.Store.DeleteOldOffers(ctx); err != nil {
		return err
	}
	if _, err := w.o.Store.SweepFiles(ctx, time.Now().Add(-UnsentFileRetention)); err != nil {
		return err
	}
	if err := w.o.Store.RemoveCopyBefore(ctx, time.Now().Add(-database.CopyRetention)); err != nil {
		return err
	}
	if w.o.Retention <= 0 {
		return nil
	}
	n, err := w.o.Store.ForgetBefore(ctx, time.Now().Add(-w.o.Retention))
	if n > 0 {
		w.o.Log.Info("requests forgotten", "count", n, "retention", w.o.Retention)
	}
	return err
}

// report mails the supplier once a day about dead deliveries and overdue requests.
func (w *Worker) report(ctx context.Context) error {
	if w.o.Targets.Mailer == nil {
		return nil
	}
	stats, err := w.o.Store.DeliveryStats(ctx)
	if err != nil || (stats.Dead == 0 && stats.Overdue == 0) {
		return err
	}
	claimed, err := w.o.Store.ClaimJob(ctx, reportJob, daily)
	if err != nil || !claimed {
		return err
	}
	dead, err := w.o.Store.Dead(ctx, maxReported)
	if err != nil {
		return err
	}
	if err := w.o.Targets.report(ctx, stats, dead); err != nil {
		return errors.Join(err, w.o.Store.ReleaseJob(ctx, reportJob))
	}
	return nil
}
