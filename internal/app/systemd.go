package app

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// reportToSystemd tells systemd that the site is ready and, if the unit has a watchdog,
// that it still works. The caller calls stopped before it ends the servers. Without
// systemd it does nothing.
func (a *App) reportToSystemd(ctx context.Context) (stopped func()) {
	a.notify(ctx, daemon.SdNotifyReady)
	every, err := daemon.SdWatchdogEnabled(true)
	if err != nil {
		a.log.WarnContext(ctx, "watchdog of systemd not used", "error", err)
	}
	watching, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if every > 0 {
			a.watchdog(watching, every/2, a.alive)
		}
	}()
	return func() {
		stop()
		<-done
		a.notify(ctx, daemon.SdNotifyStopping)
	}
}

func (a *App) notify(ctx context.Context, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		a.log.WarnContext(ctx, "systemd not notified", "state", state, "error", err)
	}
}

// watchdog notifies systemd in each interval in which alive returned nil. While alive
// hangs, nothing is notified, and systemd restarts the program.
func (a *App) watchdog(ctx context.Context, interval time.Duration, alive func(context.Context) error) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		if err := alive(ctx); err != nil {
			a.log.ErrorContext(ctx, "watchdog of systemd not notified", "error", err)
		} else {
			a.notify(ctx, daemon.SdNotifyWatchdog)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// maxHealthAge is the time after which health checks, of which the first runs every 5 s,
// must have stopped.
const maxHealthAge = time.Minute

// alive returns nil if the program answers a page and its background work runs. A reply
// that reports an error is an answer: a restart would not bring back a database.
func (a *App) alive(ctx context.Context) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "/", http.NoBody)
	if err != nil {
		return err
	}
	_ = a.pages.Serve(unread{}, r) // see above
	if age := a.health.Report().Age; age > maxHealthAge {
		return fmt.Errorf("health checks stopped %s ago", age.Round(time.Second))
	}
	return nil
}

// unread discards a reply.
type unread http.Header

// Header implements http.ResponseWriter.
func (u unread) Header() http.Header { return http.Header(u) }

// Write implements http.ResponseWriter.
func (unread) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader implements http.ResponseWriter.
func (unread) WriteHeader(int) {}
