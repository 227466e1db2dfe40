package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strings"
	"sync"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/app/apptest"
	"ferrule/internal/rfq"
)

// lockedText collects output that is read while it is written.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// The demo prints a link that signs its owner in once; then the desk shows the articles of
// a request as they are today.
func TestTheDemosLinkSignsItsOwnerIn(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	config := apptest.DemoConfig(t, "--demo", "--listen=127.0.0.1:0")
	s := apptest.Start(t, config)
	ctx, stop := context.WithCancel(t.Context())
	out := &lockedText{}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, out) }()
	link := regexp.MustCompile(`(http://127\.0\.0\.1:\d+)/desk/sign-in#token=(\S+)\n`)
	apptest.Until(t, "the link", func() bool { return link.MatchString(out.String()) })
	found := link.FindStringSubmatch(out.String())
	_, reply := apptest.Request(t, s.Handler(), http.MethodGet, "/api/content/items/variations?limit=1&filter[stock][_gt]=0&fields=id,sku,stock,product.id,product.slug", "")
	var article struct {
		Data []struct {
			ID, Stock int64
			SKU       string
			Product   struct {
				ID   int64
				Slug string
			}
		}
	}
	if err := json.Unmarshal([]byte(reply), &article); err != nil || len(article.Data) != 1 {
		t.Fatalf("%v %s", err, reply)
	}
	sold := article.Data[0]
	known := map[string]json.RawMessage{"known": json.RawMessage(`true`)}
	var reference string
	apptest.WithRequests(t, config.DataConfig, func(store *rfq.Store) error {
		added, err := store.Add(t.Context(), rfq.Message{Name: "Zoë", Language: "de-DE", Lines: []rfq.Line{
			{Slug: "gone", SKU: "GONE-1", Quantity: 2, Meta: known},
			{ProductID: fmt.Append(nil, sold.Product.ID), Slug: sold.Product.Slug, SKU: sold.SKU, Variation: fmt.Appendf(nil, `{"id":%d}`, sold.ID), Quantity: 1, Meta: known},
			{ProductID: fmt.Append(nil, sold.Product.ID), Slug: sold.Product.Slug, SKU: "FORMER-1", Variation: fmt.Appendf(nil, `{"id":%d}`, sold.ID), Quantity: 1, Meta: known},
		}})
		reference = added.Reference
		return err
	})
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	do := func(method, path, body string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, found[1]+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		res, err := browser.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var b strings.Builder
		buf := make([]byte, 64<<10)
		for {
			n, err := res.Body.Read(buf)
			b.Write(buf[:n])
			if err != nil {
				break
			}
		}
		return res.StatusCode, b.String()
	}
	if status, body := do("POST", "/desk/api/session", `{"token":"`+found[2]+`"}`); status != http.StatusOK || !strings.Contains(body, `"role":"owner"`) || !strings.Contains(body, `"name":"Mara Keller"`) {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := do("POST", "/desk/api/session", `{"token":"`+found[2]+`"}`); status != http.StatusUnauthorized {
		t.Errorf("twice: %d %s", status, body)
	}
	if status, body := do("GET", "/desk/api/requests/"+reference, ""); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	} else {
		for _, want := range []string{
			`"today":{"stock":null,"changed":false,"ended":true}`, fmt.Sprintf(`"today":{"stock":%d,"changed":false,"ended":false}`, sold.Stock),
			fmt.Sprintf(`"today":{"stock":%d,"changed":true,"ended":false}`, sold.Stock),
		} {
			if !strings.Contains(body, want) {
				t.Errorf("no %s in %s", want, body)
			}
		}
	}
	if status, body := do("GET", "/desk/api/articles?language=it-IT&q="+sold.SKU, ""); status != http.StatusOK || !strings.Contains(body, fmt.Sprintf(`{"sku":%q,"name":"`, sold.SKU)) || !strings.Contains(body, fmt.Sprintf(`"stock":%d`, sold.Stock)) {
		t.Errorf("articles: %d %s", status, body)
	}
	if status, body := do("GET", "/desk/api/requests/"+reference+"/reply", ""); status != http.StatusOK || !strings.Contains(body, `"zone":"Europe/Zurich"`) || !strings.Contains(body, fmt.Sprintf(`"sku":%q,"quantity":"1"`, sold.SKU)) {
		t.Errorf("reply: %d %s", status, body)
	}
	if status, _ := do("GET", "/desk/api/sessions", ""); status != http.StatusOK {
		t.Errorf("the cookie of a desk page: %d", status)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A site with accounts that is started with --demo gets no other owner.
func TestTheDemoAddsNoOwnerToASite(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	config := apptest.DemoConfig(t, "--demo", "--listen=127.0.0.1:0")
	apptest.WithAccounts(t, config.DataConfig, func(s *account.Service) error {
		_, err := s.AddUser(t.Context(), account.Change{"email": []byte(`"a@example.com"`)})
		return err
	})
	s := apptest.Start(t, config)
	ctx, stop := context.WithCancel(t.Context())
	out := &lockedText{}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, out) }()
	apptest.Until(t, "the start", func() bool { return strings.Contains(out.String(), "ready") })
	stop()
	if err := <-ended; err != nil || strings.Contains(out.String(), "/desk/") {
		t.Errorf("%v, %s", err, out.String())
	}
	apptest.WithAccounts(t, config.DataConfig, func(s *account.Service) error {
		users, err := s.Users(t.Context())
		if len(users) != 1 {
			t.Errorf("%d users", len(users))
		}
		return err
	})
}
