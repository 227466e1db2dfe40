package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ferrule/internal/backup"
	"ferrule/internal/fault"
)

const (
	// erasureInterval is the interval at which erasures are recorded beside the backups.
	erasureInterval = time.Minute
	// backupCheck is the longest interval at which the server looks whether a backup is
	// due, and retries one that failed.
	backupCheck = 10 * time.Minute
)

// schedule takes backups while the server runs.
type schedule struct {
	app         *App
	destination *backup.Destination // nil until it could be opened
	erasures    *backup.Erasures
	last        prometheus.Gauge
	failures    prometheus.Counter
	nextCheck   time.Time
	logged      time.Time // when a failure was last logged
}

// startBackups starts the backups, and the records of erasures beside them, until Close.
func (a *App) startBackups(ctx context.Context) error {
	if a.config.BackupTo == "" {
		return nil
	}
	s := &schedule{
		app:      a,
		last:     prometheus.NewGauge(prometheus.GaugeOpts{Name: "ferrule_backup_last_timestamp_seconds", Help: "Time of the newest backup; 0 for none."}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{Name: "ferrule_backup_failures_total", Help: "Failed attempts to take a backup or to record erasures."}),
	}
	a.metrics.Register(s.last)
	a.metrics.Register(s.failures)
	a.start(context.WithoutCancel(ctx), s.run)
	return nil
}

func (s *schedule) run(ctx context.Context) {
	defer func() {
		if s.destination != nil {
			_ = s.destination.Close() // it was only read, or written and synced
		}
	}()
	tick := time.NewTicker(min(erasureInterval, s.interval()))
	defer tick.Stop()
	for {
		if err := s.step(ctx, time.Now()); err != nil && ctx.Err() == nil {
			s.failures.Inc()
			if time.Since(s.logged) >= backupCheck { // not every minute
				s.logged = time.Now()
				s.app.log.ErrorContext(ctx, "backup failed", "to", s.app.config.BackupTo, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// interval is the interval of checks whether a backup is due.
func (s *schedule) interval() time.Duration {
	if s.app.config.BackupEvery == 0 {
		return backupCheck
	}
	return min(backupCheck, s.app.config.BackupEvery/4)
}

// step records erasures, and takes a backup if one is due. Whether it is, the
// destination says: a backup that was interrupted is taken again, and of several servers
// the first takes it.
func (s *schedule) step(ctx context.Context, now time.Time) error {
	c := s.app.config
	if err := s.open(ctx); err != nil {
		return err
	}
	if err := recordErasures(ctx, s.erasures, s.app.requests, s.app.accounts); err != nil {
		return err
	}
	if now.Before(s.nextCheck) {
		return nil
	}
	s.nextCheck = now.Add(s.interval())
	last, err := s.destination.Last(ctx)
	if err != nil {
		return err
	}
	if !last.IsZero() {
		s.last.Set(float64(last.Unix()))
	}
	if c.BackupEvery == 0 || !isDue(last, now, c.BackupEvery) {
		return nil
	}
	installation := Installation{DataConfig: c.DataConfig, ModelConfig: c.ModelConfig, Version: c.Version}
	result, err := installation.Backup(ctx, c.BackupConfig, now, c.BackupEvery)
	if err != nil && fault.KindOf(err) != fault.Conflict {
		return err
	}
	if result.Name == "" {
		return nil // another server takes it, or has taken it
	}
	s.last.Set(float64(now.Unix()))
	log := s.app.log.InfoContext
	if len(result.Missing) > 0 {
		log = s.app.log.WarnContext
	}
	log(ctx, "backup taken", "name", result.Name, "files", result.Files, "bytes", result.Bytes, "written_bytes", result.Stored,
		"removed", result.Removed, "writes_waited", result.Held, "missing_files", len(result.Missing))
	return nil
}

// open opens the destination, which may be unavailable when the server starts.
func (s *schedule) open(ctx context.Context) error {
	if s.destination != nil {
		return nil
	}
	key, err := s.app.requests.Secret(ctx, backupSecret)
	if err != nil {
		return err
	}
	if s.destination, err = s.app.config.OpenBackups(s.app.config.Data); err != nil {
		return err
	}
	s.erasures = s.destination.Erasures(key)
	return nil
}
