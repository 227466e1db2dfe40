package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// maxStreams is the number of streams of a session: one per browser, and those that the
// server has not yet noticed to be closed.
const maxStreams = 4

// writeTimeout bounds the sending of one event.
const writeTimeout = 30 * time.Second

// streams counts the open streams by session.
type streams struct {
	mu   sync.Mutex
	open map[string]int
}

func (s *streams) begin(session string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[session] >= maxStreams {
		return false
	}
	s.open[session]++
	return true
}

func (s *streams) end(session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[session]--; s.open[session] == 0 {
		delete(s.open, session)
	}
}

// event is the data of a change in a stream.
type event struct {
	Reference string  `json:"reference"`
	Kind      string  `json:"kind"`
	By        *person `json:"by"`
}

// serveEvents serves GET /desk/api/events: a stream of server-sent events, one for each
// change of a request on any server, until the session ends or the server stops.
func (h *Handler) serveEvents(w http.ResponseWriter, r *http.Request, c caller) error {
	select {
	case <-h.closing:
		return fault.New(fault.Unavailable, "The server is stopping. Connect again.")
	default:
	}
	if !h.streams.begin(c.session) {
		return fault.New(fault.TooMany, "This session has %d streams already. Close one.", maxStreams)
	}
	defer h.streams.end(c.session)
	changes, started, leave := h.changes.listen(r.Context())
	defer leave()
	select {
	case <-started:
	case <-h.closing:
		return fault.New(fault.Unavailable, "The server is stopping. Connect again.")
	case <-r.Context().Done():
		return r.Context().Err()
	}
	s := stream{w: w, connection: http.NewResponseController(w), missed: map[int64]bool{}}
	var missed []rfq.Change
	if after, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64); err == nil {
		if missed, err = h.options.Requests.Changes(r.Context(), after, nil, maxChanges); err != nil {
			return err
		}
		s.last = after
	}
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	// The server's limits are those of pages. An error means that there is no connection.
	_ = s.connection.SetReadDeadline(time.Time{})
	err := s.write(": connected\n\n")
	for _, change := range missed {
		err = errors.Join(err, s.change(change))
		s.missed[change.ID] = true
	}
	if err == nil {
		err = h.follow(r.Context(), &s, changes, c)
	}
	if err != nil {
		h.log.DebugContext(r.Context(), "stream of live events ended", "error", err)
	}
	return nil
}

// follow writes changes until the stream ends.
func (h *Handler) follow(ctx context.Context, s *stream, changes <-chan rfq.Change, c caller) error {
	heartbeat, session := time.NewTicker(h.options.Live.Heartbeat), time.NewTicker(h.options.Live.Session)
	defer heartbeat.Stop()
	defer session.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-h.closing:
			return nil
		case change, ok := <-changes:
			if !ok {
				return errors.New("the client is too slow")
			}
			if !s.missed[change.ID] {
				err = s.change(change)
			}
		case <-heartbeat.C:
			err = s.write(": \n\n")
		case <-session.C:
			// A database that does not answer ends no session.
			if _, failed := h.options.Accounts.PeekDesk(ctx, c.token); fault.KindOf(failed) == fault.Unauthorized {
				return s.write("event: session\ndata: {}\n\n")
			}
		}
		if err != nil {
			return err
		}
	}
}

// stream writes events.
type stream struct {
	w          http.ResponseWriter
	connection *http.ResponseController
	last       int64          // highest ID written
	missed     map[int64]bool // changes that the stream began with
}

// change writes a change. One that was committed late has no ID, since the browser would
// resume at it.
func (s *stream) change(c rfq.Change) error {
	out := event{Reference: c.Reference, Kind: string(c.Kind)}
	if c.By != (rfq.Person{}) {
		out.By = &person{c.By.ID, c.By.Name}
	}
	data, err := json.Marshal(out)
	if err != nil {
		return err
	}
	id := ""
	if c.ID > s.last {
		s.last, id = c.ID, fmt.Sprintf("id: %d\n", c.ID)
	}
	return s.write(id + "event: request\ndata: " + string(data) + "\n\n")
}

func (s *stream) write(text string) error {
	_ = s.connection.SetWriteDeadline(time.Now().Add(writeTimeout)) // fails where there is no connection
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return s.connection.Flush()
}
