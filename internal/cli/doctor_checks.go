package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/database"
	"ferrule/internal/directus/mirror"
	"ferrule/internal/health"
	"ferrule/internal/rfq/mailbox"
	"ferrule/web"
)

func checkBuild(context.Context) (string, error) {
	build, err := web.Load()
	if err != nil {
		return "", err
	}
	return build.ID, nil
}

func (c *doctorCommand) checkFolder(context.Context) (string, error) {
	data := c.Data
	if err := os.MkdirAll(data, 0o700); err != nil {
		return "", fmt.Errorf("%w; create it or choose another with --data", err)
	}
	free, err := health.Folder(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", data, err)
	}
	return fmt.Sprintf("%s, %d MB free", data, free>>20), nil
}

// checkDatabase connects to PostgreSQL and reports its version. The databases of
// SQLite are checked with their contents.
func (c *doctorCommand) checkDatabase(ctx context.Context) (string, error) {
	if c.Database == "" {
		return "SQLite, in the data folder", nil
	}
	db, err := database.OpenPostgres(ctx, c.Database)
	if err != nil {
		return "", fmt.Errorf("%w; check that the server is running and that --database is correct", err)
	}
	var name, version string
	err = db.QueryRowContext(ctx, `SELECT current_database(), current_setting('server_version')`).Scan(&name, &version)
	return fmt.Sprintf("PostgreSQL %s, database %q", version, name), errors.Join(err, db.Close())
}

// checkModel lists what the pages read and a configured model lacks.
func (c *doctorCommand) checkModel(context.Context) (string, error) {
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return "", err
	}
	if lacking := m.Lacking(content.Default()); len(lacking) > 0 {
		return "", warning("the model lacks fields that pages show: " + strings.Join(lacking, ", "))
	}
	return count(len(m.Collections), "collection", "collections"), nil
}

func (c *doctorCommand) checkContent(ctx context.Context) (string, error) {
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return "", err
	}
	s, err := c.OpenContent(ctx, m)
	if err != nil {
		return "", err
	}
	health, err := s.Check(ctx)
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if len(health.Problems) > 0 {
		return "", errors.New(strings.Join(health.Problems, "; "))
	}
	if m.Collection("products") != nil && health.Items["products"] == 0 {
		return "", errors.New("there are no products; load content with: ferrule content import DIR, or restore a backup if there was content")
	}
	return fmt.Sprintf("revision %d, %s", health.Revision, count(health.Items["products"], "product", "products")), nil
}

// checkFiles reports where the files are, after a request to the bucket if there
// is one, and compares those of the content with their records.
func (c *doctorCommand) checkFiles(ctx context.Context) (string, error) {
	where := "in the data folder"
	if c.Files != "" {
		bucket, err := blob.NewBucket(c.Files)
		if err != nil {
			return "", err
		}
		if where, err = bucket.Check(ctx); err != nil {
			return "", err
		}
	}
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return "", err
	}
	state, err := mirror.ReadState(filepath.Join(c.Data, app.MirrorFolder))
	if err != nil {
		return "", err
	}
	s, err := c.OpenContent(ctx, m)
	if err != nil {
		return "", err
	}
	mirrored := state.URL != "" || c.Directus != ""
	return where, errors.Join(app.CheckFiles(ctx, s.CheckFiles, mirrored), s.Close())
}

func (c *doctorCommand) checkRequests(ctx context.Context) (string, error) {
	s, err := c.OpenRequests(ctx)
	if err != nil {
		return "", err
	}
	health, err := s.Check(ctx)
	err = errors.Join(err, s.CheckIdentity(), app.CheckFiles(ctx, s.CheckFiles, false))
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if len(health.Problems) > 0 {
		return "", errors.New(strings.Join(health.Problems, "; "))
	}
	return fmt.Sprintf("%d stored", health.Requests), nil
}

// checkTimeZone reports the time zone of times and working days.
func (c *doctorCommand) checkTimeZone(context.Context) (string, error) {
	calendar, err := c.Calendar()
	if err != nil {
		return "", err
	}
	now := time.Now().In(calendar.Zone).Format("15:04 MST")
	if c.TimeZone == "" {
		return "that of the server, " + now + "; --time-zone sets another", nil
	}
	return c.TimeZone + ", " + now, nil
}

// checkWorkingDays reports when the promised 24 hours count.
func (c *doctorCommand) checkWorkingDays(context.Context) (string, error) {
	calendar, err := c.Calendar()
	if err != nil {
		return "", err
	}
	if !calendar.HasWorkingDays() {
		return "not configured, the promised 24 hours always count; --working-days sets them", nil
	}
	days := "all days"
	if len(c.WorkingDays) > 0 {
		days = strings.Join(c.WorkingDays, ",")
	}
	return days + ", " + count(len(calendar.Holidays), "holiday", "holidays"), nil
}

// oldDelivery is the age at which a waiting delivery becomes a warning.
const oldDelivery = time.Hour

// checkDeliveries reports whether requests reach the supplier.
func (c *doctorCommand) checkDeliveries(ctx context.Context) (string, error) {
	s, err := c.OpenRequests(ctx)
	if err != nil {
		return "", err
	}
	stats, err := s.DeliveryStats(ctx)
	dead, err2 := s.Dead(ctx, 1)
	if err := errors.Join(err, err2, s.Close()); err != nil {
		return "", err
	}
	if len(dead) > 0 {
		return "", fmt.Errorf("%s, the latest %s to %s: %s; to retry: ferrule requests resend %s",
			count(stats.Dead, "dead delivery", "dead deliveries"), dead[0].Reference, dead[0].Target, dead[0].Error, dead[0].Reference)
	}
	var advice []string
	if waited := time.Since(stats.Oldest); stats.Waiting > 0 && waited > oldDelivery {
		advice = append(advice, fmt.Sprintf("%s, the oldest for %s; see the server's log", count(stats.Waiting, "waiting", "waiting"), waited.Round(time.Minute)))
	}
	if stats.Overdue > 0 {
		advice = append(advice, count(stats.Overdue, "request has", "requests have")+" not been answered in time: ferrule requests list --overdue")
	}
	if len(advice) > 0 {
		return "", warning(strings.Join(advice, "; "))
	}
	return count(stats.Waiting, "waiting", "waiting"), nil
}

// checkMailbox signs in to the mailbox of replies.
func (c *doctorCommand) checkMailbox(ctx context.Context) (string, error) {
	address, replies, ok, err := c.Mailbox()
	if err != nil {
		return "", err
	}
	if !ok {
		return "none: replies to mails go to the first address of --request-mail, else to --mail-from; --imap reads them", nil
	}
	ctx, cancel := context.WithTimeout(ctx, mailboxTimeout)
	defer cancel()
	found, err := mailbox.Examine(ctx, address)
	if err != nil {
		return "", err
	}
	return found + "; replies go to " + replies + ", with +… before the @", nil
}

// mailboxTimeout bounds the check of a mailbox.
const mailboxTimeout = 30 * time.Second

// checkAccounts counts the accounts and warns if there is no active
// administrator.
func (c *doctorCommand) checkAccounts(ctx context.Context) (found string, err error) {
	err = withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		users, err := s.Users(ctx)
		if err := errors.Join(err, s.Check(ctx)); err != nil {
			return fmt.Errorf("accounts.db is damaged: %w; stop the server and restore a backup", err)
		}
		administrators := 0
		for _, u := range users {
			if u.Status == account.Active && u.Role != nil && *u.Role == account.Administrator {
				administrators++
			}
		}
		found = count(len(users), "account", "accounts") + ", " + count(administrators, "of them an active administrator", "of them active administrators")
		if administrators == 0 {
			return warning("there is no active administrator; create one with: ferrule users add --role administrator --email …, or restore accounts.db from a backup if there was one")
		}
		return nil
	})
	return found, err
}

// checkDirectus reports the state of the mirror and, with --directus, what stands in
// its way.
func (c *doctorCommand) checkDirectus(ctx context.Context) (string, error) {
	state, err := mirror.ReadState(filepath.Join(c.Data, app.MirrorFolder))
	if err != nil {
		return "", err
	}
	found := []string{"none"}
	if state.URL != "" {
		found[0] = "copy of " + state.URL + ", first pull not complete"
		if !state.LastSuccess.IsZero() {
			found[0] = fmt.Sprintf("copy of %s, up to date %s ago", state.URL, time.Since(state.LastSuccess).Round(time.Second))
		}
	}
	problems := append(state.Reasons(), state.Warnings...)
	if c.Directus == "" && state.Error != "" {
		problems = append(problems, "Since then: "+state.Error)
	}
	if c.Directus != "" {
		report, err := c.examineDirectus(ctx)
		if err != nil {
			return "", fmt.Errorf("%w; %s", err, found[0])
		}
		if report.Version != "" {
			found[0] += ", version " + report.Version
		}
		if len(report.Keys) > 0 {
			found[0] += ", keys mapped to integers: " + strings.Join(report.Keys, ", ")
		}
		problems = append(state.Reasons(), report.Findings...)
	}
	for _, problem := range problems {
		if !slices.Contains(found, problem) { // the state and the report may both have it
			found = append(found, problem)
		}
	}
	if len(problems) > 0 {
		return "", warning(strings.Join(found, "\n"))
	}
	return found[0], nil
}

// examineDirectus reports what the Directus lacks of the model, and why changes are
// shown late.
func (c *doctorCommand) examineDirectus(ctx context.Context) (mirror.Report, error) {
	m, err := c.ContentModel(c.Data)
	if err != nil {
		return mirror.Report{}, err
	}
	s, err := c.OpenContent(ctx, m)
	if err != nil {
		return mirror.Report{}, err
	}
	quiet := slog.New(slog.DiscardHandler) // the caller prints the findings
	mirrored, err := c.NewMirror(c.Data, m, s, nil, quiet)
	if err != nil {
		return mirror.Report{}, errors.Join(err, s.Close())
	}
	report, err := mirrored.Check(ctx)
	return report, errors.Join(err, s.Close())
}

// checkProxies reports how clients behind reverse proxies are distinguished.
func (c *doctorCommand) checkProxies(context.Context) (string, error) {
	return c.DescribeProxies()
}

// checkPurges purges a tag that no page has.
func (c *doctorCommand) checkPurges(ctx context.Context) (string, error) {
	if c.PurgeURL == "" {
		return "none", nil
	}
	if err := c.PurgeClient(slog.New(slog.DiscardHandler)).Send(ctx, []string{"doctor"}); err != nil {
		return "", fmt.Errorf("%w; its pages are stale for up to an hour after a change; check that it is running and that --purge-url is correct", err)
	}
	return "accepts purges", nil
}
