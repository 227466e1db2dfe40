package app

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Bounds on repeated problems in the log: a client that is refused a thousand times a
// second must not fill the disk.
const (
	logWindow     = 10 * time.Second
	maxRepeated   = 50   // records of one message and level in a window
	maxLogCounted = 1000 // distinct messages that are counted; messages are constants
)

// boundedLog is a handler that drops warnings and errors which repeat more often than
// maxRepeated in a window. The first record of the next window has their number.
type boundedLog struct {
	slog.Handler

	seen *seenRecords // shared by the handlers derived from one
}

type seenRecords struct {
	mu    sync.Mutex
	kinds map[recordKind]*recordCount
}

type recordKind struct {
	level   slog.Level
	message string
}

type recordCount struct {
	begun           time.Time
	logged, dropped int
}

func newBoundedLog(h slog.Handler) boundedLog {
	return boundedLog{h, &seenRecords{kinds: map[recordKind]*recordCount{}}}
}

// Handle implements slog.Handler.
func (l boundedLog) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		dropped, ok := l.seen.count(recordKind{r.Level, r.Message}, r.Time)
		if !ok {
			return nil
		}
		if dropped > 0 {
			r = r.Clone()
			r.AddAttrs(slog.Int("not_logged", dropped))
		}
	}
	return l.Handler.Handle(ctx, r)
}

// count counts a record and reports whether to log it, with the number of those
// dropped in the window before.
func (s *seenRecords) count(kind recordKind, now time.Time) (dropped int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.kinds[kind]
	if c == nil {
		if len(s.kinds) >= maxLogCounted {
			clear(s.kinds)
		}
		c = &recordCount{begun: now}
		s.kinds[kind] = c
	}
	if now.Sub(c.begun) >= logWindow {
		dropped = c.dropped
		*c = recordCount{begun: now}
	}
	if c.logged >= maxRepeated {
		c.dropped++
		return 0, false
	}
	c.logged++
	return dropped, true
}

// WithAttrs implements slog.Handler.
func (l boundedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return boundedLog{l.Handler.WithAttrs(attrs), l.seen}
}

// WithGroup implements slog.Handler.
func (l boundedLog) WithGroup(name string) slog.Handler {
	return boundedLog{l.Handler.WithGroup(name), l.seen}
}
