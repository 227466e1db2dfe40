package health_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/fault"
	"ferrule/internal/health"
)

func TestAHangingCheckFailsAndBlocksNoReport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hold, runs := make(chan struct{}), 0
		var log strings.Builder
		m := health.Start(t.Context(), slog.New(slog.NewTextHandler(&log, nil)),
			health.Check{Name: "requests_database", Every: time.Second, Within: health.Quick, Run: func(context.Context) error {
				runs++
				<-hold // as SQLite does, it does not heed the context
				return nil
			}},
			health.Check{Name: "data_folder", Every: time.Second, Within: health.Quick, Run: func(context.Context) error { return nil }})
		defer m.Close()
		time.Sleep(time.Minute)
		synctest.Wait()
		r := m.Report()
		if diff := cmp.Diff([]string{"requests database: no answer within 2 s"}, r.Reasons); diff != "" {
			t.Error(diff)
		}
		if !r.Failed["requests_database"] || r.Failed["data_folder"] || r.Age > time.Second {
			t.Errorf("%+v", r)
		}
		if runs != 1 {
			t.Errorf("the hanging check ran %d times", runs)
		}
		close(hold)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if r := m.Report(); len(r.Reasons) > 0 {
			t.Errorf("afterwards: %v", r.Reasons)
		}
		if n := strings.Count(log.String(), "level=ERROR"); n != 1 {
			t.Errorf("%d errors are logged:\n%s", n, &log)
		}
	})
}

func TestPrivateErrorsAreOnlyLogged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		check := func(name string, err error) health.Check {
			return health.Check{Name: name, Every: time.Second, Within: time.Second, Run: func(context.Context) error { return err }}
		}
		m := health.Start(t.Context(), slog.New(slog.NewTextHandler(&log, nil)),
			check("a_part", errors.New("host db.internal")),
			check("another", fault.Wrap(fault.Unavailable, errors.New("host db.internal"), "it is unavailable")))
		defer m.Close()
		if diff := cmp.Diff([]string{"a part: it failed; the log says why", "another: it is unavailable"}, m.Report().Reasons); diff != "" {
			t.Error(diff)
		}
		if strings.Count(log.String(), "db.internal") != 2 {
			t.Errorf("the log lacks the causes:\n%s", &log)
		}
	})
}

func TestProbingAFolderLeavesNoFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if free, err := health.Folder(folder); err != nil || free < health.MinFree {
		t.Errorf("%d, %v", free, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
	if _, err := health.Folder(filepath.Join(folder, "none")); err == nil {
		t.Error("a missing folder passes the check")
	}
}
