// Package upload reads uploaded bodies: it enforces a minimum rate instead of a
// fixed read timeout, reads multipart parts, and distinguishes failed reads from
// failed writes. It depends on no other package of the program.
package upload

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"time"
)

// Bounds on a slow client. At 1 KB/s an attachment of 10 MB takes three hours;
// a slower client would hold a connection and a temporary file for days.
const (
	minRate       = 1 << 10          // bytes per second
	window        = 30 * time.Second // for which the rate is measured, and the longest wait for the next byte
	minWindowSize = minRate * int64(window/time.Second)
	maxTimedSize  = 1 << 40 // bytes; the time for a larger body would overflow a Duration
	// replyTimeout is how long the program may take to store a body that has been
	// read, and a client to read the reply.
	replyTimeout = time.Minute
)

// ErrTooSlow is the error of a body that is received at less than 1 KB/s.
var ErrTooSlow = errors.New("body received at less than 1 KB/s")

// body is a request body with a deadline that depends on its progress instead of
// the server's read timeout. Read fails with ErrTooSlow when fewer than 30 KB
// are received in any 30 s, or when the whole body takes 30 s longer than its size at
// 1 KB/s. Only time spent waiting for the network counts: a client must not be
// cut off because the program stores slowly.
type body struct {
	io.ReadCloser

	connection *http.ResponseController
	total      time.Duration // bound on waited
	waited     time.Duration // spent in Read so far
	size       int64         // bytes read so far
	// samples are the progress of the last 30 s, at most one for each second. The
	// first is the earliest with more than size-minWindowSize bytes: 30 s after it
	// the rate is below the minimum unless more is received.
	samples []sample
	err     error // of the last Read; the body is not read again
}

// sample is the number of bytes received after a time of waiting.
type sample struct {
	waited time.Duration
	size   int64
}

// newBody wraps r.Body. The size that bounds its total time is the announced
// one, or maxSize, in bytes, where none or a larger one is announced.
func newBody(w http.ResponseWriter, r *http.Request, maxSize int64) *body {
	size := r.ContentLength
	if size < 0 || size > maxSize {
		size = maxSize
	}
	total := window + time.Duration(min(size, maxTimedSize)/minRate)*time.Second
	return &body{ReadCloser: r.Body, connection: http.NewResponseController(w), total: total, samples: []sample{{}}}
}

func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	left := min(b.total, b.samples[0].waited+window) - b.waited
	if left <= 0 {
		b.err = ErrTooSlow
		return 0, b.err
	}
	start := time.Now()
	b.setDeadlines(start.Add(left))
	n, err := b.ReadCloser.Read(p)
	b.record(n, time.Since(start))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = ErrTooSlow
	} else if err != nil {
		// net/http reads from the connection while the handler runs, and takes a
		// deadline that passes for a client disconnect.
		b.setDeadlines(time.Now().Add(replyTimeout))
	}
	b.err = err
	return n, err
}

// setDeadlines sets the read deadline, and a later write deadline, so that a
// client that is cut off can read the reply. A response writer without
// deadlines, such as a recorder, needs none.
func (b *body) setDeadlines(until time.Time) {
	_ = b.connection.SetReadDeadline(until)
	_ = b.connection.SetWriteDeadline(until.Add(replyTimeout))
}

// record adds n bytes that were received after waiting for a time.
func (b *body) record(n int, waited time.Duration) {
	b.waited += waited
	if n == 0 {
		return
	}
	b.size += int64(n)
	// Rounded up, so that a client that keeps the rate exactly is not cut off.
	second := b.waited.Truncate(time.Second) + time.Second
	if last := &b.samples[len(b.samples)-1]; last.waited == second {
		last.size = b.size
	} else {
		b.samples = append(b.samples, sample{second, b.size})
	}
	for b.samples[0].size <= b.size-minWindowSize {
		b.samples = b.samples[1:]
	}
}

// Parts reads the parts of a multipart body.
type Parts struct {
	*multipart.Reader

	body *body
}

// NewParts returns the parts of r's body, or an error where its media type has no
// boundary. Reading them fails with ErrTooSlow below 1 KB/s. A body of an unknown
// or larger size gets the time of maxSize bytes; NewParts does not refuse it.
func NewParts(w http.ResponseWriter, r *http.Request, maxSize int64) (*Parts, error) {
	body := newBody(w, r, maxSize)
	r.Body = body
	parts, err := r.MultipartReader()
	return &Parts{parts, body}, err
}

// NextPart returns the next part, io.EOF after the last, or ErrTooSlow, which
// multipart.Reader reports as a malformed part inside a part's header.
func (p *Parts) NextPart() (*multipart.Part, error) {
	part, err := p.Reader.NextPart()
	if err != nil && errors.Is(p.body.err, ErrTooSlow) {
		err = ErrTooSlow
	}
	return part, err
}

// Source is a reader that stores its error, so that the caller of io.Copy can
// distinguish a failed read from a failed write.
type Source struct {
	R   io.Reader
	Err error // of R; nil at its end
}

// Read implements io.Reader.
func (s *Source) Read(b []byte) (int, error) {
	n, err := s.R.Read(b)
	if err != nil && err != io.EOF {
		s.Err = err
	}
	return n, err
}
