package server

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"

	"ferrule/internal/bom"
	"ferrule/internal/catalogue"
	"ferrule/internal/fault"
)

const (
	// maxPartsBody is the largest bill of materials as JSON, in bytes: its text may
	// need twice its length in escapes.
	maxPartsBody = 2*bom.MaxBytes + 1024
	// partsRate is how many bills of materials one address may have read in ten
	// minutes: one every second and a half, for a whole company behind it.
	partsRate = 400
	// maxRecords bounds the articles that are read for one bill. Beyond it the
	// choices of a line are cut to those before.
	maxRecords = 1500
)

// partsQuestion is what POST /api/parts takes: a pasted text, or lines of which
// part and quantity are known apart.
type partsQuestion struct {
	Language string `json:"language"`
	Text     string `json:"text"`
	Lines    []struct {
		Part     string `json:"part"`
		Quantity int    `json:"quantity"`
		Note     string `json:"note"`
	} `json:"lines"`
}

// partsLine is described where it is used: in web/src/parts/look-up.ts.
type partsLine struct {
	Line        int              `json:"line"`
	Text        string           `json:"text"`
	Part        string           `json:"part"`
	Description string           `json:"description"`
	Quantity    int              `json:"quantity"`
	Note        string           `json:"note,omitempty"`
	State       bom.State        `json:"state"`
	Hint        bom.Hint         `json:"hint,omitempty"`
	All         int              `json:"all"`
	Items       []catalogue.Part `json:"items"`
}

// serveParts answers POST /api/parts: which articles the lines of a bill of
// materials stand for. Nothing of it is kept.
func (s *Server) serveParts(w http.ResponseWriter, r *http.Request) error {
	language := languageOf(r)
	if !sameSite(r) {
		return fault.New(fault.Forbidden, "Send the list from the site itself.")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fault.New(fault.Unsupported, "Send the list as application/json.")
	}
	if !s.partsLimiter.Allow(s.options.Proxies.Key(r)) {
		return fault.New(fault.TooMany, "%s", bom.Busy(language))
	}
	question, err := readQuestion(w, r, language)
	if err != nil {
		return err
	}
	index, err := s.options.Lists.Parts(r.Context())
	if err != nil {
		return err
	}
	lines, err := question.lines(index)
	if err != nil {
		return err
	}
	bom.Resolve(lines, index)
	var wanted []uint32
	for i := range lines {
		articles := &lines[i].Articles
		if room := maxRecords - len(wanted); len(*articles) > room && lines[i].State == bom.Ambiguous {
			*articles = (*articles)[:max(room, 1)]
		}
		wanted = append(wanted, *articles...)
	}
	records, err := index.Records(r.Context(), wanted)
	if err != nil {
		return err
	}
	reply := make([]partsLine, len(lines))
	for i := range lines {
		reply[i] = replyLine(&lines[i], records)
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, map[string]any{"data": reply})
	return nil
}

// readQuestion reads the body of POST /api/parts; language is that of errors
// until the body has named one.
func readQuestion(w http.ResponseWriter, r *http.Request, language string) (*partsQuestion, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPartsBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fault.New(fault.TooLarge, "%s", bom.TooLong(language))
	}
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The list did not arrive whole. Send it again.")
	}
	question := &partsQuestion{Language: language}
	if err := json.Unmarshal(body, question); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The list is an object with text or lines, and language.")
	}
	if question.Text == "" && len(question.Lines) == 0 {
		return nil, fault.New(fault.Invalid, "%s", bom.Empty(question.Language))
	}
	return question, nil
}

func (q *partsQuestion) lines(index *catalogue.Parts) ([]bom.Line, error) {
	if q.Text != "" {
		return bom.Read(q.Text, q.Language, index)
	}
	if len(q.Lines) > bom.MaxLines {
		return nil, fault.New(fault.TooLarge, "%s", bom.TooMany(q.Language))
	}
	lines := make([]bom.Line, 0, len(q.Lines))
	for i, l := range q.Lines {
		lines = append(lines, bom.Given(i+1, l.Part, l.Quantity, l.Note))
	}
	return lines, nil
}

// replyLine is a line with its articles. A line whose articles are all gone
// since they were found is unknown.
func replyLine(l *bom.Line, records map[uint32]catalogue.Part) partsLine {
	out := partsLine{
		Line: l.Number, Text: l.Text, Part: l.Part, Description: l.Description, Quantity: l.Quantity, Note: l.Note,
		State: l.State, Hint: l.Hint, All: l.All, Items: []catalogue.Part{},
	}
	for _, a := range slices.Compact(l.Articles) {
		if part, there := records[a]; there {
			out.Items = append(out.Items, part)
		}
	}
	if len(out.Items) == 0 && l.State != bom.Heading {
		out.State = bom.Unknown
	}
	return out
}
