// Package incoming takes in bytes that somebody sends over a slow line, for
// whoever stores them.
package incoming

import (
	"io"
	"net/http"
	"time"
)

// patience is how long a sender may take for the next piece.
const patience = time.Minute

// Slowly is r's body, whose sender gets more time with each piece that arrives:
// a drawing may take longer than any form.
func Slowly(w http.ResponseWriter, r *http.Request) io.ReadCloser {
	return &slowBody{r.Body, http.NewResponseController(w)}
}

type slowBody struct {
	io.ReadCloser

	connection *http.ResponseController
}

func (b *slowBody) Read(p []byte) (int, error) {
	until := time.Now().Add(patience)
	// What has no deadlines, as a recorder in a test, needs no other ones.
	_ = b.connection.SetReadDeadline(until)
	_ = b.connection.SetWriteDeadline(until)
	return b.ReadCloser.Read(p)
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
