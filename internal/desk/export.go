package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
	"ferrule/internal/rfq/rfqapi"
)

// exportCSV serves GET /desk/api/requests.csv: all pages of a list.
func (h *Handler) exportCSV(w http.ResponseWriter, r *http.Request, c caller) error {
	return h.export(w, r, c, "text/csv; charset=utf-8", "csv", func(to io.Writer, head []string, spoken string, rows func(func([]string) error) error) error {
		separator := ','
		if spoken == "de-DE" {
			separator = ';'
		}
		table, err := document.NewCSV(to, separator)
		if err != nil {
			return err
		}
		if err := table.Write(head); err != nil {
			return err
		}
		return errors.Join(rows(table.Write), table.Flush())
	})
}

// exportXLSX serves GET /desk/api/requests.xlsx.
func (h *Handler) exportXLSX(w http.ResponseWriter, r *http.Request, c caller) error {
	const media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	return h.export(w, r, c, media, "xlsx", func(to io.Writer, head []string, spoken string, rows func(func([]string) error) error) error {
		book, err := document.NewWorkbook(to, title(spoken))
		if err != nil {
			return err
		}
		if err := errors.Join(book.Sheet(1, exportWidths[:len(head)]...), book.HeaderRow(head)); err != nil {
			return err
		}
		err = rows(func(texts []string) error {
			cells := make([]any, len(texts))
			for i, text := range texts {
				cells[i] = text
				if n, err := strconv.ParseInt(text, 10, 64); err == nil && (i == linesColumn || i == filesColumn) {
					cells[i] = n
				}
			}
			return book.Row(cells...)
		})
		return errors.Join(err, book.Close())
	})
}

// Columns of an export; those of persons are the last.
const (
	linesColumn   = 8
	filesColumn   = 9
	personsColumn = 11
)

var exportWidths = []int{12, 20, 20, 20, 12, 10, 24, 20, 8, 8, 50, 24, 24, 30, 18, 60} //nolint:gochecknoglobals // a constant

func title(spoken string) string {
	if spoken == "de-DE" {
		return "Anfragen"
	}
	return "Requests"
}

// exportHead returns the titles of the columns.
func exportHead(spoken string) []string {
	if spoken == "de-DE" {
		return []string{
			"Nummer", "Eingegangen", "Frist", "Beantwortet", "Zustand", "Sprache", "Formular", "Bearbeiter", "Positionen", "Dateien", "Erste Position",
			"Name", "Firma", "E-Mail", "Telefon", "Nachricht",
		}
	}
	return []string{
		"Number", "Received", "Deadline", "Answered", "State", "Language", "Form", "Assignee", "Lines", "Files", "First line", "Name", "Company", "E-mail", "Phone", "Message",
	}
}

// exportTimeout bounds the download of an export.
const exportTimeout = 10 * time.Minute

// exporting writes a table whose rows are passed one by one.
type exporting func(to io.Writer, head []string, spoken string, rows func(write func([]string) error) error) error

// export streams a list. The first page is read before the first byte is written, so that
// an invalid query has a status.
func (h *Handler) export(w http.ResponseWriter, r *http.Request, c caller, media, ending string, write exporting) error {
	q, err := inboxQuery(r.URL.Query(), c)
	if err != nil {
		return err
	}
	q.Limit, q.After, q.Total = rfq.MaxPage, "", false
	first, err := h.options.Requests.Inbox(r.Context(), q)
	if err != nil {
		return err
	}
	build, err := h.rowsFor(r.Context(), c)
	if err != nil {
		return err
	}
	// Nothing leaves the desk without an entry in the log.
	if err := h.options.Accounts.Record(r.Context(), account.RequestsExported, "", ending+", "+r.URL.RawQuery); err != nil {
		return err
	}
	spoken := languageOf(r, c)
	head := exportHead(spoken)
	if !c.may(SeePersons) {
		head = head[:personsColumn]
	}
	zone := build.calendar.Zone
	rfqapi.Attach(w, fmt.Sprintf("%s-%s.%s", strings.ToLower(title(spoken)), time.Now().In(zone).Format(time.DateOnly), ending), media)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportTimeout))
	err = write(w, head, spoken, func(write func([]string) error) error {
		return h.eachRow(r.Context(), q, first, func(l rfq.Listed) error { return write(exportRow(build, l, zone)[:len(head)]) })
	})
	if err != nil {
		h.log.ErrorContext(r.Context(), "export of requests failed", "error", err)
		panic(http.ErrAbortHandler) // an incomplete file must not look complete
	}
	return nil
}

// eachRow calls do for the requests of all pages.
func (h *Handler) eachRow(ctx context.Context, q rfq.InboxQuery, page rfq.InboxPage, do func(rfq.Listed) error) error {
	for {
		for _, l := range page.Requests {
			if err := do(l); err != nil {
				return err
			}
		}
		if page.Next == "" {
			return nil
		}
		var err error
		q.After = page.Next
		if page, err = h.options.Requests.Inbox(ctx, q); err != nil {
			return err
		}
	}
}

func exportRow(build rows, l rfq.Listed, zone *time.Location) []string {
	shown := build.row(l)
	local := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return t.In(zone).Format("2006-01-02 15:04")
	}
	assignee := ""
	if shown.Assignee != nil {
		assignee = shown.Assignee.Name
	}
	return []string{
		l.Reference, local(&shown.Created), local(shown.Deadline), local(shown.Answered), shown.State, l.Language, l.FormTitle, assignee,
		strconv.Itoa(shown.LineCount), strconv.Itoa(l.FileCount), shown.FirstLine, l.Name, l.Company(), l.Email, l.Phone, l.Message.Message,
	}
}
