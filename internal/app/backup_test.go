package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/blob/blobtest"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

func TestAServerTakesBackupsAndRecordsErasures(t *testing.T) {
	t.Parallel()
	data, to := apptest.Installation(t), filepath.Join(t.TempDir(), "backups")
	apptest.RequireBuild(t)
	// A request that is erased before the server starts is recorded when it does.
	apptest.WithRequests(t, app.DataConfig{Data: data}, func(s *rfq.Store) error {
		added, err := s.Add(t.Context(), rfq.Message{Name: "Erased"})
		if err != nil {
			return err
		}
		return s.Forget(t.Context(), added.Reference)
	})
	config := apptest.Config(t, "--data", data, "--backup-to", to, "--backup-every", "24h")
	s := apptest.Open(t, config)
	apptest.Until(t, "no backup is taken", func() bool { return len(names(t, filepath.Join(to, "backups"))) > 0 })
	apptest.Until(t, "no erasure is recorded", func() bool { return len(names(t, filepath.Join(to, "erasures"))) > 0 })
	apptest.Until(t, "no metric", func() bool {
		_, text := apptest.Request(t, s.MetricsHandler(), "GET", "/metrics", "")
		return strings.Contains(text, "ferrule_backup_failures_total 0") && !strings.Contains(text, "ferrule_backup_last_timestamp_seconds 0")
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := names(t, filepath.Join(to, "backups"))
	again := apptest.Open(t, config)
	apptest.Until(t, "the server does not look for backups", func() bool {
		_, text := apptest.Request(t, again.MetricsHandler(), "GET", "/metrics", "")
		return !strings.Contains(text, "ferrule_backup_last_timestamp_seconds 0\n")
	})
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if after := names(t, filepath.Join(to, "backups")); len(after) != len(before) {
		t.Errorf("a backup that was not due was taken: %v, %v", before, after)
	}
	out := apptest.MustCommand(t, "doctor", "--data", data, "--backup-to", to, "--backup-every", "24h")
	apptest.Contains(t, out, "OK    backup", "1 backup, the newest 0s old", "not encrypted")
	if out, err := apptest.Command(t, "doctor", "--data", data, "--backup-to", to+"-other"); err != nil || !strings.Contains(out, "WARN  backup") {
		t.Errorf("without a backup: %v\n%s", err, out)
	}
}

// Two servers of one database take one backup together.
func TestOfSeveralServersOneTakesTheBackup(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	address, bucket := databasetest.Postgres(t), blobtest.Start(t)
	to := bucket.Bucket("backups")
	var servers []*app.App
	for range 2 {
		servers = append(servers, apptest.Open(t, apptest.Config(t, "--database", address, "--files", bucket.Bucket("files"), "--backup-to", to, "--backup-every", "24h")))
	}
	last := func(s *app.App) bool {
		_, text := apptest.Request(t, s.MetricsHandler(), "GET", "/metrics", "")
		return !strings.Contains(text, "ferrule_backup_last_timestamp_seconds 0\n")
	}
	apptest.Until(t, "no server has taken a backup", func() bool { return last(servers[0]) || last(servers[1]) })
	for _, s := range servers {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	list, err := app.Restore{From: to}.List(t.Context())
	if err != nil || len(list) != 1 {
		t.Errorf("%d backups, %v", len(list), err)
	}
}
