// Package bomapi is the HTTP API of bills of materials: it resolves the articles of
// the lines of a pasted list or of a file. It stores nothing.
package bomapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"ferrule/internal/bom"
	"ferrule/internal/bom/bomfile"
	"ferrule/internal/catalogue"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/locale"
	"ferrule/internal/proxy"
	"ferrule/internal/ratelimit"
)

const (
	// maxBody is the maximum size of a bill of materials as JSON, in bytes: escaping
	// may double its text.
	maxBody = 2*bom.MaxBytes + 1024
	// maxForm is the maximum size of a form with a file, in bytes.
	maxForm = bomfile.MaxBytes + 4096
	// rate is how many bills of materials one client may send in ten minutes: one
	// every second and a half, for a whole company behind one address. A larger bill
	// counts once for every costly bytes.
	rate   = 400
	costly = 64 << 10
	// maxTime bounds the time for one bill of materials.
	maxTime = 20 * time.Second
	// filesAtOnce is the number of files that are read at once: an unzipped
	// spreadsheet is in memory.
	filesAtOnce = 2
)

// Options configure a Handler.
type Options struct {
	Lists   *catalogue.Catalogue
	Proxies proxy.Trusted
}

// Handler serves the API.
type Handler struct {
	options Options
	limiter *ratelimit.Limiter
	files   chan struct{}

	crossOrigin http.CrossOriginProtection
}

// New returns a Handler.
func New(o Options) *Handler {
	return &Handler{options: o, limiter: ratelimit.New(rate, time.Now), files: make(chan struct{}, filesAtOnce)}
}

// request is the body of POST /api/parts: a pasted text, or lines with part and
// quantity in fields of their own. A file is a form with file and language.
type request struct {
	Language string `json:"language"`
	Text     string `json:"text"`
	Lines    []struct {
		Part     string `json:"part"`
		Quantity int    `json:"quantity"`
		Note     string `json:"note"`
	} `json:"lines"`

	size int    // of the body
	file []byte // nil for JSON
}

// Serve serves POST /api/parts: it returns the articles of the lines of a bill of
// materials, as JSON or as a file in a form.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	language := locale.Saved(r)
	if err := h.crossOrigin.Check(r); err != nil {
		return fault.Wrap(fault.Forbidden, err, "Send the list from the site itself.")
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" && kind != "multipart/form-data" {
		return fault.New(fault.Unsupported, "Send the list as application/json, or a file as multipart/form-data.")
	}
	client := h.options.Proxies.Key(r)
	if !h.limiter.Allow(client) {
		return fault.New(fault.TooMany, "%s", bom.Busy(language))
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxTime)
	defer cancel()
	var bill *request
	if kind == "application/json" {
		bill, err = readRequest(w, r, language)
	} else {
		bill, err = readForm(w, r, language)
	}
	if err != nil {
		return err
	}
	if more := bill.size / costly; more > 0 && !h.limiter.AllowN(client, more) {
		return fault.New(fault.TooMany, "%s", bom.Busy(bill.Language))
	}
	if bill.file != nil {
		if bill.Text, err = h.textOf(ctx, bill); err != nil {
			return err
		}
	}
	out, err := h.lookUp(ctx, bill)
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.Wrap(fault.Unavailable, err, "%s", bom.Busy(bill.Language))
	}
	if err != nil {
		return err
	}
	return envelope.JSON(w, r, http.StatusOK, out)
}

// lookUp returns the reply for a bill of materials.
func (h *Handler) lookUp(ctx context.Context, bill *request) (*reply, error) {
	index, err := h.options.Lists.Parts(ctx, bill.Language)
	if err != nil {
		return nil, err
	}
	lines, err := bill.lines(index)
	if err != nil {
		return nil, err
	}
	if err := bom.Resolve(ctx, lines, index); err != nil {
		return nil, err
	}
	out, err := newReply(ctx, lines, index)
	if err == nil && bill.file != nil {
		out.Text = bill.Text
	}
	return out, err
}

// readRequest reads the body; language is that of errors until the body names one.
func readRequest(w http.ResponseWriter, r *http.Request, language string) (*request, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fault.New(fault.TooLarge, "%s", bom.TooLong(language))
	}
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The list did not arrive whole. Send it again.")
	}
	bill := &request{Language: language, size: len(body)}
	if err := json.Unmarshal(body, bill); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The list is an object with text or lines, and language.")
	}
	if bill.Text == "" && len(bill.Lines) == 0 {
		return nil, fault.New(fault.Invalid, "%s", bom.Empty(bill.Language))
	}
	return bill, nil
}

func (b *request) lines(index *catalogue.Parts) ([]bom.Line, error) {
	if b.Text != "" {
		return bom.Read(b.Text, b.Language, index)
	}
	if len(b.Lines) > bom.MaxLines {
		return nil, fault.New(fault.TooLarge, "%s", bom.TooMany(b.Language))
	}
	lines := make([]bom.Line, 0, len(b.Lines))
	for i, l := range b.Lines {
		lines = append(lines, bom.NewLine(i+1, l.Part, l.Quantity, l.Note))
	}
	return lines, nil
}
