// Package accesslog writes a line for each request, in the format of web servers or in
// JSON. A request never waits for the file.
package accesslog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"
)

// Entry describes a request and its reply.
type Entry struct {
	Time     time.Time
	Client   string // address
	Method   string
	Host     string
	URI      string // path and query
	Protocol string
	Status   int
	Bytes    int
	Duration time.Duration
	Referrer string
	Agent    string
	ID       string // as in the program's log
}

// Formats of lines.
const (
	Combined = "combined"
	JSON     = "json"
)

const (
	maxBuffered   = 1 << 20 // bytes that wait to be written; lines beyond them are dropped
	flushInterval = time.Second
	wakeAt        = 64 << 10 // bytes at which the log is written without waiting for the interval
)

// Log is an access log. Its lines are written once a second.
type Log struct {
	file    io.WriteCloser
	format  func(line []byte, e *Entry) []byte
	log     *slog.Logger
	dropped atomic.Int64

	mu     sync.Mutex
	buffer []byte

	wake    chan struct{} // has a value when much is buffered
	closing chan struct{}
	closed  chan error // the error of the last write and of closing
}

// Open opens a log in a file, to which it appends, or on standard output for "-". Errors of
// writing are reported to log.
func Open(path, format string, log *slog.Logger) (*Log, error) {
	l := &Log{file: stdout{}, format: appendCombined, log: log, wake: make(chan struct{}, 1), closing: make(chan struct{}), closed: make(chan error, 1)}
	if format == JSON {
		l.format = appendJSON
	}
	if path != "-" {
		// Appending follows a file that is cut off after it was copied (logrotate's
		// copytruncate).
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o640) //nolint:gosec // the operator names the file
		if err != nil {
			return nil, err
		}
		l.file = file
	}
	go l.run()
	return l, nil
}

type stdout struct{}

// Write implements io.Writer.
func (stdout) Write(b []byte) (int, error) { return os.Stdout.Write(b) }

// Close does nothing: others write to standard output as well.
func (stdout) Close() error { return nil }

// Add adds a line. It does not wait for the file: while that is slower than the requests,
// lines are dropped and counted.
func (l *Log) Add(e *Entry) {
	l.mu.Lock()
	if len(l.buffer) > maxBuffered {
		l.mu.Unlock()
		l.dropped.Add(1)
		return
	}
	l.buffer = append(l.format(l.buffer, e), '\n')
	full := len(l.buffer) > wakeAt
	l.mu.Unlock()
	if full {
		select {
		case l.wake <- struct{}{}:
		default: // it is awake
		}
	}
}

// Dropped returns the number of lines that were dropped.
func (l *Log) Dropped() int64 { return l.dropped.Load() }

// Close writes the lines that wait, and closes the file.
func (l *Log) Close() error {
	close(l.closing)
	return <-l.closed
}

func (l *Log) run() {
	tick := time.NewTicker(flushInterval)
	defer tick.Stop()
	var spare []byte
	var failed error
	for {
		closing := false
		select {
		case <-tick.C:
		case <-l.wake:
		case <-l.closing:
			closing = true
		}
		l.mu.Lock()
		lines := l.buffer
		l.buffer = spare[:0]
		l.mu.Unlock()
		var err error
		if len(lines) > 0 {
			_, err = l.file.Write(lines)
		}
		if err != nil && failed == nil {
			l.log.Error("access log not written", "error", err) // once until it succeeds
		}
		failed, spare = err, lines
		if closing {
			l.closed <- errors.Join(err, l.file.Close())
			return
		}
	}
}

// appendCombined appends a line in the combined format of Apache and nginx.
func appendCombined(b []byte, e *Entry) []byte {
	b = append(b, e.Client...)
	b = append(b, " - - ["...)
	b = e.Time.AppendFormat(b, "02/Jan/2006:15:04:05 -0700")
	b = append(b, "] "...)
	b = appendQuoted(b, e.Method+" "+e.URI+" "+e.Protocol)
	b = strconv.AppendInt(append(b, ' '), int64(e.Status), 10)
	b = strconv.AppendInt(append(b, ' '), int64(e.Bytes), 10)
	b = appendQuoted(append(b, ' '), cmp.Or(e.Referrer, "-"))
	return appendQuoted(append(b, ' '), cmp.Or(e.Agent, "-"))
}

// appendJSON appends an object. Encoding by reflection took a tenth of the time of a ready
// page.
func appendJSON(b []byte, e *Entry) []byte {
	b = e.Time.AppendFormat(append(b, `{"time":"`...), time.RFC3339Nano)
	b = append(b, '"')
	for _, field := range [...]struct{ name, value string }{
		{"client", e.Client},
		{"method", e.Method},
		{"host", e.Host},
		{"uri", e.URI},
		{"protocol", e.Protocol},
		{"referrer", e.Referrer},
		{"user_agent", e.Agent},
		{"request", e.ID},
	} {
		b = append(append(append(b, `,"`...), field.name...), `":`...)
		b = appendQuoted(b, field.value)
	}
	b = strconv.AppendInt(append(b, `,"status":`...), int64(e.Status), 10)
	b = strconv.AppendInt(append(b, `,"bytes":`...), int64(e.Bytes), 10)
	b = strconv.AppendFloat(append(b, `,"duration_seconds":`...), e.Duration.Seconds(), 'f', -1, 64)
	return append(b, '}')
}

// appendQuoted appends a value in quotation marks. Marks, line ends and other control
// characters in it, which a client chooses, are escaped as in JSON: a line stays a line.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := json.Marshal(s)
			if err != nil { // no string can cause it
				return append(b, `""`...)
			}
			for _, r := range string(quoted) {
				if unicode.IsControl(r) { // DEL and U+0080 to U+009F, which JSON allows and terminals obey
					b = fmt.Appendf(b, `\u%04x`, r)
					continue
				}
				b = utf8.AppendRune(b, r)
			}
			return b
		}
	}
	return append(append(append(b, '"'), s...), '"')
}
