package app

import (
	"context"
	"log/slog"
	"time"
)

// Functions for tests of package app_test.
var (
	LookupFile    = lookupFile
	ReadProviders = readProviders
)

// Unread discards a reply.
type Unread = unread

// MailNotice returns the line of the start-up output about mails.
func (c *Config) MailNotice() string { return c.mailNotice() }

// Watchdog is the watchdog of an App that consists of nothing else.
func Watchdog(ctx context.Context, interval time.Duration, alive func(context.Context) error) {
	(&App{log: slog.New(slog.DiscardHandler)}).watchdog(ctx, interval, alive)
}
