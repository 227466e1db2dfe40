package desk

import (
	"net/http"
	"time"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/rfq"
)

// Bounds of the overview.
const (
	maxDue      = 8
	maxFailed   = 20
	maxSearches = 20
	answerDays  = 30
)

// overview is what is due, what failed and what is missing.
type overview struct {
	Counts     rfq.Counts             `json:"counts"`
	Due        []row                  `json:"due"`
	Failed     []failedDelivery       `json:"failed"`
	Searches   []rfq.ZeroResultSearch `json:"searches"`
	AnswerTime answerTime             `json:"answerTime"`
}

type failedDelivery struct {
	Reference string    `json:"reference"`
	Target    string    `json:"target"`
	Since     time.Time `json:"since"`
	Error     string    `json:"error"`
}

// answerTime are the minutes from receipt to answer in the last answerDays; null without
// answers.
type answerTime struct {
	Median *int `json:"median"`
	P95    *int `json:"p95"`
	N      int  `json:"n"`
}

// serveOverview serves GET /desk/api/overview.
func (h *Handler) serveOverview(w http.ResponseWriter, r *http.Request, c caller) error {
	ctx, store := r.Context(), h.options.Requests
	build, err := h.rowsFor(ctx, c)
	if err != nil {
		return err
	}
	out := overview{Failed: []failedDelivery{}}
	if out.Counts, err = store.Counts(ctx, c.user.ID); err != nil {
		return err
	}
	due, err := store.Inbox(ctx, rfq.InboxQuery{View: rfq.ViewOpen, User: c.user.ID, Limit: maxDue})
	if err != nil {
		return err
	}
	out.Due = build.list(due.Requests)
	dead, err := store.Dead(ctx, maxFailed)
	if err != nil {
		return err
	}
	for _, d := range dead {
		f := failedDelivery{Reference: d.Reference, Target: d.Target, Since: d.Settled}
		if c.may(SeePersons) { // it may quote the visitor's address
			f.Error = d.Error
		}
		out.Failed = append(out.Failed, f)
	}
	if out.Searches, err = store.ZeroResultSearches(ctx, maxSearches); err != nil {
		return err
	}
	stats, err := store.AnswerStats(ctx, time.Now().AddDate(0, 0, -answerDays))
	if err != nil {
		return err
	}
	if out.AnswerTime.N = stats.N; stats.N > 0 {
		median, p95 := int(stats.Median.Minutes()), int(stats.P95.Minutes())
		out.AnswerTime.Median, out.AnswerTime.P95 = &median, &p95
	}
	return envelope.Data(w, r, http.StatusOK, out)
}
