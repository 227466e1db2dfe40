package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ferrule/demo"
	"ferrule/internal/account"
	"ferrule/internal/content"
	"ferrule/internal/desk"
	"ferrule/internal/directus/importer"
	"ferrule/internal/fault"
)

// SetupAddress returns the address that opens the set-up with the token of
// account.SetupLink, which is in the fragment: no browser sends and no server logs it.
func SetupAddress(base, token string) string {
	return strings.TrimSuffix(base, "/") + "/desk/setup#token=" + token
}

// printSetupLink prints a link to the set-up of a site without an owner: at its public
// address, or on this machine alone. It is not a log entry, so that every level shows it.
func (a *App) printSetupLink(ctx context.Context, out io.Writer, listening net.Addr) error {
	if owned, err := a.accounts.HasOwner(ctx); err != nil || owned || a.config.Demo {
		return err
	}
	base, where := a.config.BaseURL, ""
	if base == "" {
		if base = loopbackURL(listening); base == "" {
			return nil
		}
		where = " on this machine"
	}
	token, err := a.accounts.SetupLink(ctx, where != "")
	if fault.KindOf(err) == fault.Conflict { // another server has an owner now
		return nil
	}
	if err != nil {
		return err
	}
	hours := int(account.SetupLinkLife / time.Hour)
	_, err = fmt.Fprintf(out, "Set up this site, once within %d hour%s: %s\n", hours, where, SetupAddress(base, token))
	return err
}

// draftName is the name of the set-up's draft among the stored settings.
const draftName = "setup"

// siteSetup implements desk.Setup.
type siteSetup struct{ *App }

// Draft implements desk.Setup.
func (s siteSetup) Draft(ctx context.Context) (json.RawMessage, error) {
	stored, err := s.settings.Read(ctx)
	if err != nil {
		return nil, err
	}
	if text, ok := stored.Text(draftName); ok {
		return json.RawMessage(text), nil
	}
	return json.RawMessage(`{}`), nil
}

// SaveDraft implements desk.Setup. The last of two drafts is kept.
func (s siteSetup) SaveDraft(ctx context.Context, draft json.RawMessage) error {
	text := string(draft)
	for {
		stored, err := s.settings.Read(ctx)
		if err == nil {
			_, err = s.settings.Change(ctx, stored.Version, "", map[string]*string{draftName: &text})
		}
		if fault.KindOf(err) != fault.Conflict {
			return err
		}
	}
}

// State implements desk.Setup.
func (s siteSetup) State(ctx context.Context) (state desk.SiteState, err error) {
	if state.Empty, err = s.withoutContent(ctx); err != nil {
		return state, err
	}
	state.Records = map[string]int{}
	for _, name := range []string{"products", "variations", "categories", "pages", "forms", "languages"} {
		if state.Records[name], err = s.count(ctx, name); err != nil {
			return state, err
		}
	}
	if state.Articles, err = s.articles(ctx); err != nil {
		return state, err
	}
	if state.Languages, err = s.languages(ctx); err != nil {
		return state, err
	}
	c := s.config.with(s.settings.Current())
	state.MailServer, state.Backup = c.SMTP != "", c.BackupTo != ""
	for _, r := range c.recipients() {
		state.Recipients = append(state.Recipients, r.Address)
	}
	state.Address = c.BaseURL
	state.Reachable, state.Status = reach(ctx, c.BaseURL)
	return state, nil
}

// articles returns the number of published articles: sizes, and products without sizes.
func (s siteSetup) articles(ctx context.Context) (n int, err error) {
	if s.model.Collection("variations") == nil || s.model.Collection("products") == nil {
		return 0, nil
	}
	var products []struct {
		ID     int64
		Status string
	}
	var sizes []struct{ Product int64 }
	if err = errors.Join(s.readAll(ctx, "products", &products, "id", "status"), s.readAll(ctx, "variations", &sizes, "product")); err != nil {
		return 0, err
	}
	of := map[int64]int{}
	for _, size := range sizes {
		of[size.Product]++
	}
	for _, p := range products {
		if p.Status == "published" {
			n += max(1, of[p.ID])
		}
	}
	return n, nil
}

// count returns the number of records of a collection; 0 where the model lacks it.
func (s siteSetup) count(ctx context.Context, collection string) (int, error) {
	if s.model.Collection(collection) == nil {
		return 0, nil
	}
	var list []json.RawMessage
	return len(list), s.readAll(ctx, collection, &list, s.model.Collection(collection).Key.Name)
}

func (s siteSetup) languages(ctx context.Context) ([]string, error) {
	var list []struct{ Code string }
	if s.model.Collection("languages") == nil {
		return nil, nil
	}
	if err := s.readAll(ctx, "languages", &list, "code"); err != nil {
		return nil, err
	}
	codes := []string{}
	for _, l := range list {
		codes = append(codes, l.Code)
	}
	return codes, nil
}

func (s siteSetup) readAll(ctx context.Context, collection string, into any, fields ...string) error {
	all := -1
	result, err := s.content.Read(ctx, content.Query{Collection: collection, Fields: fields, Options: content.Options{Limit: &all}})
	if err != nil {
		return err
	}
	return json.Unmarshal(result.Body, &struct{ Data any }{into})
}

// reach reports whether this server reaches the site at its public address, and why not;
// without an address it checks nothing.
func reach(ctx context.Context, address string) (bool, string) {
	if address == "" {
		return false, "" // not checked
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(address, "/")+"/healthz", nil)
	if err != nil {
		return false, err.Error()
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return false, err.Error()
	}
	_ = reply.Body.Close() // it is not read
	return reply.StatusCode == http.StatusOK, reply.Status
}

// companyDraft is what the set-up's draft says of the company.
type companyDraft struct {
	Company struct {
		Name, Street, City, Country, Email, Phone string
		Languages                                 []string
	}
}

// Load implements desk.Setup.
func (s siteSetup) Load(ctx context.Context, from desk.ContentSource) error {
	if !s.loading.TryLock() {
		return fault.New(fault.Conflict, "Content is being loaded already. Wait for its end.")
	}
	defer s.loading.Unlock()
	if s.mirror != nil {
		return fault.New(fault.Conflict, "The content is a copy of the Directus of --directus. It is edited there.")
	}
	if empty, err := s.withoutContent(ctx); err != nil || !empty {
		if err == nil {
			err = fault.New(fault.Conflict, "The site has content already. Nothing was loaded.")
		}
		return err
	}
	switch from.Kind {
	case "demo":
		return importDemo(ctx, s.content)
	case "empty":
		return s.loadStarter(ctx)
	case "file":
		return s.loadFile(ctx, from.File)
	case "directus":
		return s.loadDirectus(ctx, from.URL, from.Token)
	}
	return fault.New(fault.Invalid, "There is no content of this kind.")
}

// withoutContent reports whether nothing was loaded yet.
func (s siteSetup) withoutContent(ctx context.Context) (bool, error) {
	for _, name := range []string{"languages", "products", "pages"} {
		if n, err := s.count(ctx, name); err != nil || n > 0 {
			return false, err
		}
	}
	return true, nil
}

func (s siteSetup) loadStarter(ctx context.Context) error {
	text, err := s.Draft(ctx)
	if err != nil {
		return err
	}
	var draft companyDraft
	if err := json.Unmarshal(text, &draft); err != nil {
		return fmt.Errorf("read draft of the set-up: %w", err)
	}
	files, err := demo.Starter(demo.Company(draft.Company))
	if err != nil {
		return err
	}
	_, err = s.content.Import(ctx, files)
	return err
}

// loadFile imports a file that content import reads. It is stored first: an import reads
// it more than once.
func (s siteSetup) loadFile(ctx context.Context, file io.Reader) (err error) {
	folder, err := os.MkdirTemp(s.config.Data, "setup-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	out, err := os.OpenFile(filepath.Join(folder, "content.json"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, file)
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = fault.New(fault.TooLarge, "The file is larger than %d MB. Import it with: ferrule content import FILE", tooLarge.Limit>>20)
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	_, err = s.content.Import(ctx, os.DirFS(folder))
	return err
}

// loadDirectus brings the content of a Directus whose collections are those of the model
// that the server has. Others need a restart, so that the command line brings them.
func (s siteSetup) loadDirectus(ctx context.Context, address, token string) error {
	declaration, err := s.config.ModelDeclaration(s.config.Data)
	if err != nil {
		return err
	}
	_, err = importer.Import(ctx, importer.Options{
		URL: strings.TrimSpace(address), Token: strings.TrimSpace(token), Declaration: declaration,
		Folder: filepath.Join(s.config.Data, ImportFolder), ModelFile: filepath.Join(s.config.Data, ModelFile),
		OpenStore: func(ctx context.Context, m *content.Model) (importer.Store, error) {
			return s.config.OpenContent(ctx, m)
		},
		OpenAccounts: func(ctx context.Context) (*account.Service, func() error, error) {
			return s.config.OpenAccounts(ctx, account.Options{})
		},
	})
	if _, ok := errors.AsType[*fault.Error](err); err != nil && !ok {
		err = fault.Wrap(fault.Invalid, err, "%s", err.Error())
	}
	return err
}

// SetNotices replaces standard error, to which the link to the set-up is written.
func (a *App) SetNotices(to io.Writer) { a.notices = to }
