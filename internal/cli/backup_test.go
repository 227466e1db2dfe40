package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"
	"github.com/google/go-cmp/cmp"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/blob/blobtest"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

// exported is everything that commands export of an installation.
func exported(t *testing.T, flags ...string) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "export")
	apptest.MustCommand(t, append([]string{"content", "export", dir}, flags...)...)
	all := folder(t, dir)
	all["requests"] = apptest.MustCommand(t, append([]string{"requests", "export", "--state", "open,answered,spam,forgotten", "--format", "json"}, flags...)...)
	all["users"] = apptest.MustCommand(t, append([]string{"users", "list", "--format", "json"}, flags...)...)
	return all
}

// identity returns a private key's file and its public key.
func identity(t *testing.T) (file, recipient string) {
	t.Helper()
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "key.txt")
	if err := os.WriteFile(file, []byte(key.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, key.Recipient().String()
}

func TestARestoredBackupEqualsTheInstallation(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		for _, to := range []string{filepath.Join(t.TempDir(), "backups"), blobtest.Bucket(t, "backups")} {
			data, restored, keyFile, recipient := apptest.Installation(t), t.TempDir(), "", ""
			from, into := []string{"--data", data}, []string{"--data", restored}
			if address != "" {
				other := databasetest.Postgres(t)
				moved := t.TempDir()
				apptest.MustCommand(t, "content", "copy", "--data", data, "--to", address, "--files", moved, "--replace")
				from, into = []string{"--data", moved, "--database", address}, append(into, "--database", other)
			}
			flags := []string{"--to", to}
			if strings.HasPrefix(to, "s3") {
				keyFile, recipient = identity(t)
				flags = append(flags, "--age-recipient", recipient)
			}
			apptest.Contains(t, apptest.MustCommand(t, append(append([]string{"backup"}, flags...), from...)...), "Backup 2", "Writes waited", "not", "WARN")
			// Nothing has changed: only the databases' administration is written again.
			want := exported(t, from...)
			flags = []string{"--from", to, "--age-identity", keyFile}
			apptest.Contains(t, apptest.MustCommand(t, append(append([]string{"restore", "--verify"}, flags...), into...)...), "can be restored", "1 files with")
			apptest.MustCommand(t, append(append([]string{"restore"}, flags...), into...)...)
			if diff := cmp.Diff(want, exported(t, into...)); diff != "" {
				t.Errorf("(-before +restored):\n%s", diff)
			}
			if _, err := apptest.Command(t, append(append([]string{"restore"}, flags...), into...)...); err == nil || !strings.Contains(err.Error(), "--replace") {
				t.Errorf("over existing data: %v", err)
			}
			apptest.MustCommand(t, append(append([]string{"restore", "--replace"}, flags...), into...)...)
			if diff := cmp.Diff(want, exported(t, into...)); diff != "" {
				t.Errorf("replaced (-before +restored):\n%s", diff)
			}
			apptest.Contains(t, apptest.MustCommand(t, append([]string{"doctor"}, into...)...), "OK    requests", "OK    files", "OK    content")
		}
	})
}

func TestErasuresAfterABackupAreRepeatedByARestore(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		data, to := apptest.Installation(t), t.TempDir()
		flags := []string{"--data", data}
		if address != "" {
			apptest.MustCommand(t, "content", "copy", "--data", data, "--to", address)
			flags = append(flags, "--database", address)
		}
		config := app.DataConfig{Data: data, Database: address}
		apptest.MustCommand(t, append([]string{"users", "add", "--email", "leaves@example.com"}, flags...)...)
		var reference string
		apptest.WithRequests(t, config, func(s *rfq.Store) error {
			added, err := s.Add(t.Context(), rfq.Message{Name: "Secret Name", Email: "secret@example.com"})
			reference = added.Reference
			return err
		})
		apptest.WithAccounts(t, config, func(s *account.Service) error {
			_, err := s.Login(t.Context(), account.Credentials{Email: "a@example.com", Password: "a long password"}, "")
			return err
		})
		apptest.MustCommand(t, append([]string{"backup", "--to", to}, flags...)...)
		first, err := os.ReadDir(filepath.Join(to, "backups"))
		if err != nil || len(first) != 1 {
			t.Fatalf("%d backups, %v", len(first), err)
		}
		apptest.MustCommand(t, append([]string{"requests", "forget", "--reference", reference}, flags...)...)
		apptest.MustCommand(t, append([]string{"users", "remove", "leaves@example.com"}, flags...)...)
		apptest.MustCommand(t, append([]string{"backup", "--to", to}, flags...)...)
		name := strings.TrimSuffix(first[0].Name(), ".json")
		out := apptest.MustCommand(t, append([]string{"restore", "--from", to, "--backup", name, "--replace"}, flags...)...)
		apptest.Contains(t, out, "1 request, 1 account", "sign in again", "not", "WARN")
		all := exported(t, flags...)
		apptest.Contains(t, all["requests"], reference, "forgotten", "not", "Secret Name", "secret@example.com")
		apptest.Contains(t, all["users"], "a@example.com", "not", "leaves@example.com")
		entries, err := os.ReadDir(filepath.Join(to, "erasures"))
		if err != nil || len(entries) != 2 {
			t.Errorf("%d erasures are recorded, want 2: %v", len(entries), err)
		}
		for _, entry := range entries {
			apptest.Contains(t, entry.Name(), "not", reference, "request", "user")
		}
	})
}

func TestARestoreIsRefusedWhileAServerRuns(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		data, to := apptest.Installation(t), t.TempDir()
		flags := []string{"--data", data}
		if address != "" {
			apptest.MustCommand(t, "content", "copy", "--data", data, "--to", address)
			flags = append(flags, "--database", address)
		}
		apptest.MustCommand(t, append([]string{"backup", "--to", to}, flags...)...)
		before := exported(t, flags...)
		apptest.WithRequests(t, app.DataConfig{Data: data, Database: address}, func(*rfq.Store) error {
			if _, err := apptest.Command(t, append([]string{"restore", "--replace", "--from", to}, flags...)...); err == nil || !strings.Contains(err.Error(), "in use") {
				t.Errorf("got %v", err)
			}
			apptest.MustCommand(t, append([]string{"restore", "--verify", "--from", to}, flags...)...)
			return nil
		})
		if diff := cmp.Diff(before, exported(t, flags...)); diff != "" {
			t.Errorf("(-before +after):\n%s", diff)
		}
	})
}

func TestABackupThatCannotBeUsedIsRefusedWithAReason(t *testing.T) {
	t.Parallel()
	data, to := apptest.Installation(t), filepath.Join(t.TempDir(), "backups")
	_, recipient := identity(t)
	otherKey, _ := identity(t)
	apptest.MustCommand(t, "backup", "--to", to, "--data", data, "--age-recipient", recipient)
	target := t.TempDir()
	for _, tt := range []struct {
		want string
		args []string
	}{
		{"--age-identity", []string{"restore", "--from", to}},
		{"another key", []string{"restore", "--from", to, "--age-identity", otherKey}},
		{"not a file of age-keygen", []string{"restore", "--from", to, "--age-identity", filepath.Join(data, rfq.FileName)}},
		{"no backups", []string{"restore", "--from", t.TempDir()}},
		{"no backup \"20200101T000000.000Z\"", []string{"restore", "--from", to, "--backup", "20200101T000000.000Z"}},
		{"omit --replace", []string{"restore", "--from", to, "--verify", "--replace"}},
		{"neither a folder nor a bucket", []string{"backup", "--to", "https://example.com"}},
		{"nothing to back up", []string{"backup", "--to", to}},
		{"--backup-to: missing", []string{"backup"}},
		{"not a recipient", []string{"backup", "--to", to, "--age-recipient", "age1nonsense"}},
		{"not a number of backups", []string{"backup", "--to", to, "--keep=-1"}},
		{"too short", []string{"serve", "--backup-to", to, "--backup-every", "1s"}},
		{"no effect without it", []string{"serve", "--backup-every", "24h"}},
	} {
		if _, err := apptest.Command(t, append(tt.args, "--data", target)...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: got %v, want %q", tt.args, err, tt.want)
		}
	}
	entries, err := filepath.Glob(filepath.Join(target, "*.db"))
	if err != nil || len(entries) > 0 {
		t.Errorf("a refused command created %v: %v", entries, err)
	}
}
