package upload

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ferrule/internal/upload/uploadtest"
)

// drain reads bodies to their end, with a pause between reads.
func drain(maxSize int64, between time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := newBody(w, r, maxSize)
		var read int
		for b := make([]byte, 1<<20); ; {
			n, err := body.Read(b)
			read += n
			if errors.Is(err, io.EOF) {
				break
			}
			if errors.Is(err, ErrTooSlow) {
				if _, again := body.Read(b); !errors.Is(again, ErrTooSlow) {
					http.Error(w, "read on", http.StatusInternalServerError)
					return
				}
				w.WriteHeader(http.StatusRequestTimeout)
				return
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			time.Sleep(between)
		}
		// A client is still connected after a slow reply.
		select {
		case <-r.Context().Done():
			http.Error(w, "left", http.StatusInternalServerError)
		case <-time.After(50 * time.Second):
			fmt.Fprint(w, read)
		}
	})
}

// steadily writes a body in pieces, each after a pause.
func steadily(pieces, size int, pause time.Duration) func(io.Writer) {
	return func(w io.Writer) {
		for range pieces {
			time.Sleep(pause)
			if _, err := io.WriteString(w, strings.Repeat("x", size)); err != nil {
				return
			}
		}
	}
}

func TestSlowBodyIsReadAndBodyBelowTheMinimumRateIsRefused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		length, maxSize int64
		body            func(io.Writer)
		between         time.Duration // of the program
		status          int
		after           time.Duration // 0 for any
	}{
		"10 MB at 1 KB/s":                  {10 << 20, 64 << 20, steadily(10<<10, 1<<10, 999*time.Millisecond), 0, 200, 0},
		"10 MB at 1 KB/s without a length": {-1, 64 << 20, steadily(10<<10, 1<<10, 999*time.Millisecond), 0, 200, 0},
		"bursts of 60 KB":                  {600 << 10, 64 << 20, steadily(10, 60<<10, 29*time.Second), 0, 200, 0},
		"nothing":                          {5000, 64 << 20, steadily(1, 5000, time.Hour), 0, 408, 30 * time.Second},
		"a byte in 20 s":                   {5000, 64 << 20, steadily(5000, 1, 20*time.Second), 0, 408, 30 * time.Second},
		"a byte in 20 s, no length":        {-1, 64 << 20, steadily(5000, 1, 20*time.Second), 0, 408, 30 * time.Second},
		"half of the rate":                 {5 << 20, 64 << 20, steadily(10<<10, 512, time.Second), 0, 408, 30 * time.Second},
		"a program that takes minutes":     {300 << 10, 64 << 20, steadily(10, 30<<10, time.Second), 5 * time.Minute, 200, 0},
		// The last 30 s before the cut have one byte each second.
		"fast, then a trickle": {5 << 20, 64 << 20, func(w io.Writer) {
			steadily(100, 10<<10, 100*time.Millisecond)(w)
			steadily(10<<10, 1, time.Second)(w)
		}, 0, 408, 40 * time.Second},
		// 2 KB/s, but far more than was announced or may be: 1024 s and 30 s.
		"without end": {-1, 1 << 20, steadily(1<<20, 2<<10, time.Second), 0, 408, 1054 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				reply := uploadtest.Post(t, drain(tt.maxSize, tt.between), "/", "text/plain", tt.length, tt.body)
				if reply.StatusCode != tt.status || (tt.after > 0 && reply.After != tt.after) {
					t.Errorf("%d after %v: %s", reply.StatusCode, reply.After, reply.Text)
				}
				if reply.Closed != (tt.status == http.StatusRequestTimeout) {
					t.Errorf("the connection is closed: %v", reply.Closed)
				}
			})
		})
	}
}
