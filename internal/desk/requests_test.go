package desk_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ferrule/internal/rfq"
)

type rowJSON struct {
	Reference, State, FirstLine, Form string
	Name, Company, Deadline, Answered *string
	LineCount, FileCount              int
	Assignee                          *struct{ ID, Name string }
	Unread, Failed                    bool
}

type detailJSON struct {
	rowJSON

	Email, Phone, Text *string
	Subject, Link      string
	Lines              []struct {
		SKU, Name, Note              string
		Price, Currency, Href, Image *string
		Known                        bool
		Today                        *struct{ Ended, Changed bool }
	}
	Files      []struct{ ID, Name, Type string }
	Deliveries []struct{ State, Target, Error string }
	History    []struct {
		Kind, Text string
		By         *struct{ ID, Name string }
	}
	Earlier []rowJSON
}

func TestARequestIsAssignedAnsweredAndReopened(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		clerk := s.signedIn(t, "clerk", "sales")
		viewer := s.addUser(t, "viewer", "viewer")
		earlier, request := s.add(t, "Zoë"), s.add(t, "Zoë")
		at := "/desk/api/requests/" + request.Reference
		var d detailJSON
		clerk.get(t, at).data(t, &d)
		if d.State != "new" || *d.Name != "Zoë" || *d.Company != "Zoë AG" || d.FirstLine != "4 × Flansch, FR-1" || d.LineCount != 2 || d.FileCount != 1 || d.Deadline == nil || !d.Unread || d.Assignee != nil {
			t.Errorf("%+v", d.rowJSON)
		}
		if *d.Email != "Zoë@customer.example" || d.Link != "https://www.example.com/de/request/"+request.Token || len(d.Files) != 1 || len(d.Earlier) != 1 || d.Earlier[0].Reference != earlier.Reference {
			t.Errorf("%+v", d)
		}
		first := d.Lines[0]
		if first.SKU != "FR-1" || first.Note != "note of Zoë" || *first.Price != "12.50" || *first.Currency != "CHF" || *first.Href != "/de/product/flange" || *first.Image != "/assets/x" || !first.Today.Ended {
			t.Errorf("%+v", first)
		}
		if second := d.Lines[1]; second.Known || second.Href != nil || second.Today != nil || second.Name != "typed by Zoë" {
			t.Errorf("%+v", second)
		}
		post := func(action, body string) detailJSON {
			t.Helper()
			var d detailJSON
			clerk.do(t, "POST", at+"/"+action, body).data(t, &d)
			return d
		}
		if d := post("assign", `{"user":"`+clerk.user.ID+`"}`); d.State != "work" || d.Assignee == nil || d.Assignee.Name != "Clerk" {
			t.Errorf("%+v", d.rowJSON)
		}
		if got := clerk.do(t, "POST", at+"/assign", `{"user":"`+viewer.ID+`"}`); got.code() != "INVALID" {
			t.Errorf("to a viewer: %d %s", got.status, got.body)
		}
		if d := post("read", ""); d.Unread {
			t.Error("it is unread")
		}
		post("notes", `{"text":"asked the works"}`)
		if d := post("answer", ""); d.State != "answered" || d.Deadline != nil || d.Answered == nil {
			t.Errorf("%+v", d.rowJSON)
		}
		if got := clerk.do(t, "POST", at+"/spam", ""); got.status != http.StatusConflict || got.code() != "CONFLICT" || !strings.Contains(got.body, "reopen it") {
			t.Errorf("spam: %d %s", got.status, got.body)
		}
		if got := clerk.do(t, "POST", at+"/resend", ""); got.code() != "CONFLICT" {
			t.Errorf("nothing to send again: %d %s", got.status, got.body)
		}
		if got := clerk.do(t, "POST", at+"/notes", `{"text":" "}`); got.code() != "INVALID" {
			t.Errorf("an empty note: %d %s", got.status, got.body)
		}
		post("reopen", "")
		d = post("assign", `{"user":null}`)
		var kinds []string
		for _, e := range d.History {
			kinds = append(kinds, e.Kind)
			if e.Kind != "created" && (e.By == nil || e.By.ID != clerk.user.ID || e.By.Name != "Clerk") {
				t.Errorf("%+v", e)
			}
		}
		if want := []string{"created", "assigned", "note", "answered", "reopened", "unassigned"}; !slices.Equal(kinds, want) {
			t.Errorf("history %v", kinds)
		}
	})
}

func TestAListHasItsPagesAndCounts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		clerk := s.signedIn(t, "clerk", "sales")
		for _, name := range []string{"alpha", "bravo", "charlie"} {
			s.add(t, name)
		}
		var names []string
		next := "?view=open&limit=2"
		for pages := 0; next != "" && pages < 3; pages++ {
			var page struct {
				Data []rowJSON
				Meta struct {
					Total  int
					Next   *string
					Counts rfq.Counts
				}
			}
			got := clerk.get(t, "/desk/api/requests"+next)
			must(t, json.Unmarshal([]byte(got.body), &page))
			if page.Meta.Total != 3 || page.Meta.Counts.Open != 3 || page.Meta.Counts.All != 3 {
				t.Errorf("%+v", page.Meta)
			}
			for _, r := range page.Data {
				names = append(names, *r.Name)
			}
			next = ""
			if page.Meta.Next != nil {
				next = "?view=open&limit=2&after=" + *page.Meta.Next
			}
		}
		if !slices.Equal(names, []string{"alpha", "bravo", "charlie"}) {
			t.Errorf("%v", names)
		}
		for _, query := range []string{"?view=x", "?limit=x", "?limit=0", "?sort=x", "?after=x"} {
			if got := clerk.get(t, "/desk/api/requests"+query); got.code() != "INVALID" {
				t.Errorf("%s: %d %s", query, got.status, got.body)
			}
		}
		if got := clerk.get(t, "/desk/api/requests?view=open&q=text+of+brav"); !strings.Contains(got.body, `"total":1`) {
			t.Error(got.body)
		}
		if got := clerk.get(t, "/desk/api/requests?view=spam"); !strings.HasPrefix(got.body, `{"data":[],`) {
			t.Errorf("an empty list is no list: %s", got.body)
		}
	})
}

func TestABulkActionChangesWhatItCan(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		clerk := s.signedIn(t, "clerk", "sales")
		open, spam := s.add(t, "open"), s.add(t, "spam")
		must(t, s.requests.MarkSpam(t.Context(), spam.Reference, "Ada"))
		var got struct {
			Done   []string
			Failed []struct{ Reference, Message string }
		}
		clerk.do(t, "POST", "/desk/api/requests/bulk", `{"references":["`+open.Reference+`","`+spam.Reference+`","F-222-222"],"action":"answer"}`).data(t, &got)
		if !slices.Equal(got.Done, []string{open.Reference}) || len(got.Failed) != 2 || got.Failed[0].Reference != spam.Reference || !strings.Contains(got.Failed[0].Message, "release") {
			t.Errorf("%+v", got)
		}
		many := `"` + strings.Repeat(`F-222-222","`, 500) + `F-222-222"`
		for _, references := range []string{"", many} {
			if got := clerk.do(t, "POST", "/desk/api/requests/bulk", `{"references":[`+references+`],"action":"read"}`); got.code() != "INVALID" {
				t.Errorf("%d %s", got.status, got.body)
			}
		}
	})
}

func TestAListIsExportedAsItIsShown(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		clerk, viewer := s.signedIn(t, "clerk", "sales"), s.signedIn(t, "viewer", "viewer")
		first, second := s.add(t, "=cmd()"), s.add(t, "second")
		must(t, s.requests.Answer(t.Context(), second.Reference, "Ada"))
		got := clerk.get(t, "/desk/api/requests.csv?view=open")
		if got.status != http.StatusOK || !strings.Contains(got.body, first.Reference) || strings.Contains(got.body, second.Reference) || !strings.Contains(got.body, "'=cmd()") {
			t.Errorf("%d %s", got.status, got.body)
		}
		if disposition := got.header.Get("Content-Disposition"); !strings.HasPrefix(disposition, `attachment; filename=requests-`) || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%v", got.header)
		}
		if got := clerk.do(t, "GET", "/desk/api/requests.csv", "", "Accept-Language", "de"); !strings.Contains(got.body, "Nummer;Eingegangen;") {
			t.Errorf("in German: %s", got.body)
		}
		if got := viewer.get(t, "/desk/api/requests.csv"); strings.Contains(got.body, "E-mail") || !strings.Contains(got.body, "First line\r\n") {
			t.Errorf("a viewer: %s", got.body)
		}
		if got := clerk.get(t, "/desk/api/requests.csv?view=x"); got.code() != "INVALID" {
			t.Errorf("%d %s", got.status, got.body)
		}
		book := clerk.get(t, "/desk/api/requests.xlsx?view=answered").body
		archive, err := zip.NewReader(bytes.NewReader([]byte(book)), int64(len(book)))
		must(t, err)
		sheet, err := archive.Open("xl/worksheets/sheet1.xml")
		must(t, err)
		defer sheet.Close()
		var content bytes.Buffer
		_, err = content.ReadFrom(sheet)
		must(t, err)
		if !strings.Contains(content.String(), second.Reference) || strings.Contains(content.String(), first.Reference) {
			t.Error(content.String())
		}
	})
}

func TestAFileIsADownloadOfItsRequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		clerk := s.signedIn(t, "clerk", "sales")
		one, other := s.add(t, "one"), s.add(t, "other")
		files, err := s.requests.FilesOf(t.Context(), one.ID)
		must(t, err)
		got := clerk.get(t, "/desk/api/requests/"+one.Reference+"/files/"+files[0].ID)
		if got.body != "bytes of one" || got.header.Get("Content-Disposition") != `attachment; filename=drawing.txt` || got.header.Get("Content-Security-Policy") != "sandbox; default-src 'none'" ||
			got.header.Get("X-Content-Type-Options") != "nosniff" || got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v %s", got.status, got.header, got.body)
		}
		if got := clerk.get(t, "/desk/api/requests/"+other.Reference+"/files/"+files[0].ID); got.status != http.StatusNotFound {
			t.Errorf("under another request: %d", got.status)
		}
	})
}

func TestAnOwnerForgetsARequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		owner := s.signedIn(t, "owner", "owner")
		request := s.add(t, "secretive")
		at := "/desk/api/requests/" + request.Reference
		owner.do(t, "POST", at+"/notes", `{"text":"of secretive"}`)
		got := owner.do(t, "POST", at+"/forget", "")
		var d detailJSON
		got.data(t, &d)
		if d.State != "forgotten" || strings.Contains(got.body, "secretive") || d.Link != "" || len(d.Files) > 0 || d.History[len(d.History)-1].By.Name != "Owner" {
			t.Errorf("%s", got.body)
		}
		if got := owner.get(t, "/desk/api/requests?q=secretive&view=all"); !strings.Contains(got.body, `"total":0`) {
			t.Error(got.body)
		}
		if got := owner.do(t, "POST", at+"/notes", `{"text":"x"}`); got.code() != "CONFLICT" {
			t.Errorf("a note: %d %s", got.status, got.body)
		}
	})
}

func TestTheOverviewShowsWhatIsDueAndFailed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		clerk := s.signedIn(t, "clerk", "sales")
		s.requests.SetRouter(func(rfq.Event, rfq.Message) []string { return []string{"mail"} })
		request, answered := s.add(t, "a"), s.add(t, "b")
		must(t, s.requests.Answer(t.Context(), answered.Reference, "Ada"),
			s.requests.AddZeroResultSearches(t.Context(), []rfq.ZeroResultSearch{{Words: "flansh", Language: "de-DE", Count: 3, Last: time.Now()}}))
		claimed, err := s.requests.Claim(t.Context(), "mail", 1, time.Minute)
		must(t, err)
		must(t, s.requests.MarkDead(t.Context(), claimed[0], errors.New("550 refused")))
		var got struct {
			Counts   rfq.Counts
			Due      []rowJSON
			Failed   []struct{ Reference, Target, Error, Since string }
			Searches []struct {
				Words string
				Count int
			}
			AnswerTime struct {
				Median, P95 *int
				N           int
			}
		}
		clerk.get(t, "/desk/api/overview").data(t, &got)
		if got.Counts.Open != 1 || len(got.Due) != 1 || got.Due[0].Reference != request.Reference || !got.Due[0].Failed ||
			len(got.Failed) != 1 || got.Failed[0].Reference != request.Reference || got.Failed[0].Target != "mail" || got.Failed[0].Error != "550 refused" || got.Failed[0].Since == "" ||
			len(got.Searches) != 1 || got.Searches[0].Words != "flansh" || got.AnswerTime.N != 1 || got.AnswerTime.Median == nil {
			t.Errorf("%+v", got)
		}
		if got := clerk.do(t, "POST", "/desk/api/requests/"+request.Reference+"/resend", ""); got.status != http.StatusOK || !strings.Contains(got.body, `"kind":"resent"`) {
			t.Errorf("%d %s", got.status, got.body)
		}
	})
}

func TestPeopleAreThoseWhoMayWork(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		owner := s.signedIn(t, "owner", "owner")
		for role := range roles {
			s.addUser(t, "x"+role, role)
		}
		s.addUser(t, "none", "")
		gone := s.addUser(t, "gone", "sales")
		_, err := s.accounts.ChangeUser(t.Context(), gone.ID, map[string]json.RawMessage{"status": text("suspended")})
		must(t, err)
		var people []struct{ ID, Name string }
		owner.get(t, "/desk/api/people").data(t, &people)
		var names []string
		for _, p := range people {
			names = append(names, p.Name)
		}
		if !slices.Equal(names, []string{"Owner", "Xowner", "Xsales"}) {
			t.Errorf("%v", names)
		}
	})
}
