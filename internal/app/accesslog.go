package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/prometheus/client_golang/prometheus"

	"ferrule/internal/accesslog"
)

// AccessLogConfig configures the log of all requests, which is off unless it has a file.
type AccessLogConfig struct {
	AccessLog       string `help:"File to which a line is appended for each request, with the client's address; - for standard output." placeholder:"FILE" env:"FERRULE_ACCESS_LOG"`
	AccessLogFormat string `help:"Format of the access log: combined, as web servers write it, or json." enum:"combined,json" default:"combined" env:"FERRULE_ACCESS_LOG_FORMAT"`
}

// openAccessLog opens the access log, if one is configured. It is closed after the last
// request.
func (a *App) openAccessLog(context.Context) (err error) {
	if a.config.AccessLog == "" {
		return nil
	}
	if a.accessLog, err = accesslog.Open(a.config.AccessLog, a.config.AccessLogFormat, a.log); err != nil {
		return fmt.Errorf("--access-log: %w; name a file in a folder to which the program's user may write", err)
	}
	a.onClose(a.accessLog.Close)
	a.metrics.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "ferrule_access_log_dropped_total", Help: "Lines that the access log lacks because its file was too slow.",
	}, func() float64 { return float64(a.accessLog.Dropped()) }))
	return nil
}

// CheckAccessLog returns an error if the program could not write its access log. It creates
// nothing, since it may run as another user.
func (c AccessLogConfig) CheckAccessLog() error {
	if c.AccessLog == "" || c.AccessLog == "-" {
		return nil
	}
	path := c.AccessLog
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		return file.Close()
	}
	if os.IsNotExist(err) {
		_, err = os.Stat(filepath.Dir(path))
	}
	return err
}
