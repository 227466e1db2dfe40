package desk

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"

	"ferrule/internal/account"
	"ferrule/internal/database"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// route is an address of the API, with the right that it needs.
type route struct {
	pattern string
	right   Right
	serve   func(w http.ResponseWriter, r *http.Request, c caller) error
}

// routes returns the route table of the API.
func (h *Handler) routes() []route {
	return []route{
		{"POST /desk/api/session", public, h.signIn},
		{"GET /desk/api/session", signedIn, h.serveMe},
		{"DELETE /desk/api/session", public, h.signOut},
		{"GET /desk/api/sessions", signedIn, h.listSessions},
		{"DELETE /desk/api/sessions", signedIn, h.endSessions},
		{"DELETE /desk/api/sessions/{id}", signedIn, h.endSession},
		{"GET /desk/api/sign-in", public, h.serveWaysIn},
		{"POST /desk/api/session/challenge", public, h.beginPasskeyLogin},
		{"GET /desk/api/account", signedIn, h.serveAccount},
		{"PUT /desk/api/account/password", signedIn, fresh(h.changePassword)},
		{"POST /desk/api/account/passkeys/challenge", signedIn, fresh(h.beginPasskey)},
		{"POST /desk/api/account/passkeys", signedIn, fresh(h.addPasskey)},
		{"DELETE /desk/api/account/passkeys/{id}", signedIn, fresh(h.removePasskey)},
		{"POST /desk/api/account/codes/secret", signedIn, fresh(h.beginCodes)},
		{"POST /desk/api/account/codes", signedIn, fresh(h.addCodes)},
		{"DELETE /desk/api/account/codes", signedIn, fresh(h.removeCodes)},
		{"POST /desk/api/account/recovery-codes", signedIn, fresh(h.renewRecovery)},
		{"POST /desk/api/invitation", public, h.serveInvitation},
		{"POST /desk/api/invitation/challenge", public, h.beginInvitationPasskey},
		{"POST /desk/api/invitation/accept", public, h.acceptInvitation},
		{"POST /desk/api/invitation/decline", public, h.declineInvitation},
		{"GET /desk/api/accounts", ChangePeople, h.serveAccounts},
		{"POST /desk/api/accounts", ChangePeople, h.invite},
		{"POST /desk/api/accounts/{id}/invitation", ChangePeople, h.inviteAgain},
		{"PUT /desk/api/accounts/{id}/role", ChangePeople, h.changeRole},
		{"PUT /desk/api/accounts/{id}/status", ChangePeople, h.changeStatus},
		{"DELETE /desk/api/accounts/{id}", ChangePeople, h.removeAccount},
		{"DELETE /desk/api/accounts/{id}/sessions", ChangePeople, h.endAccountSessions},
		{"POST /desk/api/programs", ChangePeople, fresh(h.addProgram)},
		{"DELETE /desk/api/programs/{id}", ChangePeople, h.removeProgram},
		{"GET /desk/api/log", ChangePeople, h.serveLog},
		{"GET /desk/api/log.csv", ChangePeople, h.exportLogCSV},
		{"GET /desk/api/log.jsonl", ChangePeople, h.exportLogLines},
		{"GET /desk/api/requests", ReadRequests, h.listRequests},
		{"GET /desk/api/requests.csv", ReadRequests, h.exportCSV},
		{"GET /desk/api/requests.xlsx", ReadRequests, h.exportXLSX},
		{"GET /desk/api/requests/{reference}", ReadRequests, h.serveRequest},
		{"GET /desk/api/requests/{reference}/files/{id}", SeePersons, h.serveFile},
		{"POST /desk/api/requests/bulk", ReadRequests, h.bulk}, // each action needs its own right
		{"POST /desk/api/requests/{reference}/assign", ChangeRequests, h.action("assign")},
		{"POST /desk/api/requests/{reference}/answer", ChangeRequests, h.action("answer")},
		{"POST /desk/api/requests/{reference}/reopen", ChangeRequests, h.action("reopen")},
		{"POST /desk/api/requests/{reference}/spam", ChangeRequests, h.action("spam")},
		{"POST /desk/api/requests/{reference}/release", ChangeRequests, h.action("release")},
		{"POST /desk/api/requests/{reference}/resend", ChangeRequests, h.action("resend")},
		{"POST /desk/api/requests/{reference}/notes", ChangeRequests, h.action("notes")},
		{"POST /desk/api/requests/{reference}/read", ReadRequests, h.action("read")},
		{"POST /desk/api/requests/{reference}/unread", ReadRequests, h.action("unread")},
		{"POST /desk/api/requests/{reference}/forget", ForgetRequests, h.action("forget")},
		{"GET /desk/api/requests/{reference}/reply", ChangeRequests, h.serveReply},
		{"PUT /desk/api/requests/{reference}/draft", ChangeRequests, h.saveDraft},
		{"DELETE /desk/api/requests/{reference}/draft", ChangeRequests, h.deleteDraft},
		{"POST /desk/api/requests/{reference}/offer/check", ChangeRequests, h.checkOffer},
		{"POST /desk/api/requests/{reference}/offer/preview.pdf", ChangeRequests, h.previewOffer},
		{"POST /desk/api/requests/{reference}/send", ChangeRequests, h.send},
		{"POST /desk/api/requests/{reference}/outcome", ChangeRequests, h.action("outcome")},
		{"GET /desk/api/requests/{reference}/offers/{file}", SeePersons, h.serveOffer},
		{"GET /desk/api/articles", ChangeRequests, h.listArticles},
		{"GET /desk/api/people", ReadRequests, h.listPeople},
		{"GET /desk/api/overview", ReadRequests, h.serveOverview},
		{"GET /desk/api/events", ReadRequests, h.serveEvents},
		{"GET /desk/api/settings", ChangeSettings, h.serveSettings},
		{"PUT /desk/api/settings", ChangeSettings, h.changeSettings},
		{"POST /desk/api/settings/mail-test", ChangeSettings, h.testMail},
		{"POST /desk/api/setup/session", public, h.beginSetup}, // without an owner, the link is the right
		{"GET /desk/api/setup", public, h.serveSetup},          // and then its session
		{"PUT /desk/api/setup", public, h.saveSetup},
		{"POST /desk/api/setup/account", public, h.addFirstOwner},
		{"GET /desk/api/setup/content", ChangeSettings, h.serveSetupContent},
		{"POST /desk/api/setup/content", ChangeSettings, h.loadSetupContent},
	}
}

// handle checks the origin of a change, the session and the right before it serves a
// route.
func (h *Handler) handle(to route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := h.checked(w, r, to); err != nil {
			h.fail(w, r, err)
		}
	})
}

func (h *Handler) checked(w http.ResponseWriter, r *http.Request, to route) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		if err := h.options.Accounts.CheckOrigin(r); err != nil {
			return err
		}
	}
	by := account.Actor{Via: "desk", Address: h.options.Proxies.Client(r)}
	if to.right == public {
		return to.serve(w, r.WithContext(account.By(r.Context(), by)), caller{})
	}
	c, err := h.caller(r)
	if err != nil {
		return err
	}
	by.ID, by.Name = c.user.ID, nameOf(c.user)
	r = r.WithContext(account.By(r.Context(), by))
	if to.right != signedIn && !c.may(to.right) {
		return errRight()
	}
	return to.serve(w, r, c)
}

func errRight() error {
	return fault.New(fault.Forbidden, "Your role does not include this. Ask an owner of the site.")
}

func serveNoRoute(_ http.ResponseWriter, r *http.Request, _ caller) error {
	return fault.New(fault.NotFound, "The desk has no route %s %s.", r.Method, r.URL.Path)
}

// Codes of errors.
const (
	codeSignIn      = "SIGN_IN"
	codeCredentials = "CREDENTIALS"
	codeCode        = "CODE"  // the password is right, a code is needed
	codeFresh       = "FRESH" // the sign-in is too long ago for this
)

// fail writes an error with its code, and logs it if it is not the client's.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client has disconnected, which also cancels database reads
	}
	f, ok := errors.AsType[*fault.Error](err)
	if !ok && database.IsLost(err) {
		f, ok = fault.Wrap(fault.Unavailable, err, "The database does not answer. Try again in a moment."), true
	}
	if !ok || f.Kind.Status() >= http.StatusInternalServerError && f.Err != nil {
		h.log.ErrorContext(r.Context(), "desk request failed", "path", r.Pattern, "request", w.Header().Get("X-Request-Id"), "error", err)
	}
	if ok && !slices.Contains([]string{codeCredentials, codeCode, codeFresh}, f.Code) {
		err = explained(w, r, f)
	}
	if err != nil {
		envelope.SiteError(w, r, err)
	}
}

// explained returns an error with the code of its kind, or writes one with more than that:
// the reason, or a message for each field.
func explained(w http.ResponseWriter, r *http.Request, f *fault.Error) error {
	extensions := map[string]any{"code": codeOf(f.Kind)}
	switch {
	case f.Code == rfq.CodeLetter:
		extensions["reason"] = "letter"
	case len(f.Fields) > 0:
		extensions["fields"] = f.Fields
	default:
		return f.WithCode(codeOf(f.Kind))
	}
	envelope.Problems(w, r, f.Kind.Status(), []envelope.Problem{{Message: f.Message, Extensions: extensions}})
	return nil
}

func codeOf(k fault.Kind) string {
	switch k {
	case fault.Internal:
		return ""
	case fault.Unauthorized:
		return codeSignIn
	case fault.Forbidden:
		return "FORBIDDEN"
	case fault.NotFound:
		return "NOT_FOUND"
	case fault.Conflict, fault.Unprocessable:
		return "CONFLICT"
	case fault.TooMany:
		return "TOO_MANY"
	case fault.Unavailable:
		return "UNAVAILABLE"
	default:
		return "INVALID"
	}
}

// maxBody bounds the body of a change, in bytes: 500 references, or a note of 10,000
// characters.
const maxBody = 128 << 10

// readBody decodes a JSON body; an empty one leaves into unchanged.
func readBody(w http.ResponseWriter, r *http.Request, into any) error {
	return readJSON(w, r, into, maxBody)
}

// readJSON decodes a JSON body of at most limit bytes; an empty one leaves into unchanged.
func readJSON(w http.ResponseWriter, r *http.Request, into any, limit int64) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, "The body is larger than %d KB.", limit>>10)
	}
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "The body did not arrive whole. Send it again.")
	}
	if len(body) == 0 {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fault.New(fault.Unsupported, "Send the body as application/json.")
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fault.Wrap(fault.Invalid, err, "The body is no JSON of the expected shape.")
	}
	return nil
}
