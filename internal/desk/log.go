package desk

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/rfq/document"
	"ferrule/internal/rfq/rfqapi"
)

// logPage is the number of entries of one page of the log.
const logPage = 100

// serveLog serves GET /desk/api/log?before=ID: the latest entries first.
func (h *Handler) serveLog(w http.ResponseWriter, r *http.Request, _ caller) error {
	out := []account.Entry{}
	err := h.options.Accounts.Log(r.Context(), r.URL.Query().Get("before"), logPage, func(e account.Entry) error {
		out = append(out, e)
		return nil
	})
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, out)
}

// exportLogCSV serves GET /desk/api/log.csv: all entries.
func (h *Handler) exportLogCSV(w http.ResponseWriter, r *http.Request, c caller) error {
	if err := h.beginLogExport(w, r, "csv", "text/csv; charset=utf-8"); err != nil {
		return err
	}
	separator := ','
	if languageOf(r, c) == "de-DE" {
		separator = ';'
	}
	table, err := document.NewCSV(w, separator)
	if err == nil {
		err = table.Write(account.LogColumns())
	}
	if err == nil {
		err = h.options.Accounts.Log(r.Context(), "", math.MaxInt32, func(e account.Entry) error { return table.Write(e.Cells()) })
		err = errors.Join(err, table.Flush())
	}
	return h.complete(r, err)
}

// exportLogLines serves GET /desk/api/log.jsonl: all entries, one JSON object per line.
func (h *Handler) exportLogLines(w http.ResponseWriter, r *http.Request, _ caller) error {
	if err := h.beginLogExport(w, r, "jsonl", "application/jsonl"); err != nil {
		return err
	}
	lines := json.NewEncoder(w)
	return h.complete(r, h.options.Accounts.Log(r.Context(), "", math.MaxInt32, func(e account.Entry) error { return lines.Encode(e) }))
}

func (h *Handler) beginLogExport(w http.ResponseWriter, r *http.Request, ending, media string) error {
	if err := h.options.Accounts.Record(r.Context(), account.LogExported, "", ending); err != nil {
		return err
	}
	rfqapi.Attach(w, "log-"+time.Now().UTC().Format(time.DateOnly)+"."+ending, media)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportTimeout))
	return nil
}

// complete aborts a reply that an error made incomplete: a file must not look complete.
func (h *Handler) complete(r *http.Request, err error) error {
	if err != nil {
		h.log.ErrorContext(r.Context(), "export failed", "path", r.Pattern, "error", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}
