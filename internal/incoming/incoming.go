// Package incoming reads uploads from slow connections, and cuts those that
// trickle.
package incoming

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"time"
)

// Bounds on a slow sender. At 1 KB/s an attachment of 10 MB takes three hours;
// a slower one would hold a connection and a temporary file for days.
const (
	leastRate  = 1 << 10          // bytes per second
	span       = 30 * time.Second // over which the rate holds, and the longest wait for the next byte
	leastBytes = leastRate * int64(span/time.Second)
	largest    = 1 << 40 // bytes; the time for a larger body would overflow a Duration
	// patience is how long the program may take to store a body that has been
	// read, and a client to read the reply.
	patience = time.Minute
)

// ErrSlow is the error of a body that arrived at less than 1 KB/s.
var ErrSlow = errors.New("the body arrived at less than 1 KB/s")

// slowly returns r's body with a deadline that depends on its progress instead
// of the server's read timeout. Reading fails with ErrSlow when fewer than 30 KB
// arrived in any 30 s, or when the whole body takes 30 s longer than its size at
// 1 KB/s. The size is the announced one, or most, in bytes, where none or a
// larger one is announced. Only time spent waiting for the network counts: a
// client must not be cut off because the program stores slowly.
func slowly(w http.ResponseWriter, r *http.Request, most int64) *slowBody {
	size := r.ContentLength
	if size < 0 || size > most {
		size = most
	}
	total := span + time.Duration(min(size, largest)/leastRate)*time.Second
	return &slowBody{ReadCloser: r.Body, connection: http.NewResponseController(w), total: total, marks: []mark{{}}}
}

type slowBody struct {
	io.ReadCloser

	connection *http.ResponseController
	total      time.Duration // bound on waited
	waited     time.Duration // spent in Read so far
	read       int64         // bytes so far
	// marks are the progress of the last 30 s, at most one for each second. The
	// first is the earliest with more than read-leastBytes bytes: 30 s after it
	// the rate is below the least, unless more arrives.
	marks []mark
	err   error // that ended the body; it is not read again
}

// mark is the number of bytes that had arrived after a time of waiting.
type mark struct {
	waited time.Duration
	read   int64
}

func (b *slowBody) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	left := min(b.total, b.marks[0].waited+span) - b.waited
	if left <= 0 {
		b.err = ErrSlow
		return 0, b.err
	}
	start := time.Now()
	b.setDeadlines(start.Add(left))
	n, err := b.ReadCloser.Read(p)
	b.note(n, time.Since(start))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = ErrSlow
	} else if err != nil {
		// net/http reads from the connection while the handler runs, and takes a
		// deadline that passes for a client disconnect.
		b.setDeadlines(time.Now().Add(patience))
	}
	b.err = err
	return n, err
}

// setDeadlines sets the deadline of reading, and a later one of writing, so that
// a client that is cut off can read the reply. A response writer without
// deadlines, such as a recorder, needs none.
func (b *slowBody) setDeadlines(until time.Time) {
	_ = b.connection.SetReadDeadline(until)
	_ = b.connection.SetWriteDeadline(until.Add(patience))
}

// note counts n bytes that took a time to arrive.
func (b *slowBody) note(n int, waited time.Duration) {
	b.waited += waited
	if n == 0 {
		return
	}
	b.read += int64(n)
	// Rounded up, so that a client that keeps the rate exactly is not cut off.
	second := b.waited.Truncate(time.Second) + time.Second
	if last := &b.marks[len(b.marks)-1]; last.waited == second {
		last.read = b.read
	} else {
		b.marks = append(b.marks, mark{second, b.read})
	}
	for b.marks[0].read <= b.read-leastBytes {
		b.marks = b.marks[1:]
	}
}

// Parts are the parts of a multipart body that may arrive slowly.
type Parts struct {
	*multipart.Reader

	body *slowBody
}

// PartsOf returns the parts of r's body, or an error where its media type has no
// boundary. They fail with ErrSlow, and may take as long as slowly says, by the
// announced size or most, in bytes.
func PartsOf(w http.ResponseWriter, r *http.Request, most int64) (*Parts, error) {
	body := slowly(w, r, most)
	r.Body = body
	parts, err := r.MultipartReader()
	return &Parts{parts, body}, err
}

// NextPart returns the next part, io.EOF behind the last, or ErrSlow, which
// multipart.Reader takes for a malformed part inside a part's header.
func (p *Parts) NextPart() (*multipart.Part, error) {
	part, err := p.Reader.NextPart()
	if err != nil && errors.Is(p.body.err, ErrSlow) {
		err = ErrSlow
	}
	return part, err
}

// Sender tells its own failures from those of who writes what it reads.
type Sender struct {
	R   io.Reader
	Err error // of R; nil at its end
}

// Read implements io.Reader.
func (s *Sender) Read(b []byte) (int, error) {
	n, err := s.R.Read(b)
	if err != nil && err != io.EOF {
		s.Err = err
	}
	return n, err
}
