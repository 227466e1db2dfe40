package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ferrule/internal/app"
)

type backupCommand struct {
	storeFlags
	app.BackupConfig
}

// Validate implements kong's check.
func (c *backupCommand) Validate() error {
	return errors.Join(c.BackupConfig.Validate(), c.CalendarConfig.Validate())
}

// Run takes a backup. The server may be running.
func (c *backupCommand) Run(ctx context.Context, out io.Writer, v version) error {
	began := time.Now()
	installation := app.Installation{DataConfig: c.DataConfig, ModelConfig: c.ModelConfig, Version: string(v)}
	done, err := installation.Backup(ctx, c.BackupConfig, began, 0)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Backup %s of %s, %s, in %s.\n", done.Name, count(done.Files, "entry", "entries"), megabytes(done.Bytes), time.Since(began).Round(10*time.Millisecond))
	fmt.Fprintf(out, "Written and read back: %s, %s. Writes waited for up to %s.\n", count(done.Objects, "object", "objects"), megabytes(done.Stored), done.Held.Round(10*time.Microsecond))
	if len(c.AgeRecipient) == 0 {
		fmt.Fprintln(out, "It is not encrypted; to encrypt backups, use --age-recipient.")
	}
	if done.Removed > 0 {
		fmt.Fprintf(out, "Removed %s.\n", count(done.Removed, "older backup", "older backups"))
	}
	if n := len(done.Missing); n > 0 {
		fmt.Fprintf(out, "WARN  %s missing, or of another size than recorded: %s\n", count(n, "file is", "files are"), strings.Join(done.Missing[:min(n, 5)], ", "))
	}
	return nil
}

// megabytes formats a number of bytes.
func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

type restoreCommand struct {
	storeFlags

	From        string `help:"Folder or bucket of the backups." required:"" placeholder:"URL" env:"FERRULE_BACKUP_TO"`
	Backup      string `help:"Name of the backup, such as 20261126T021801.123Z; if not given, the newest." placeholder:"NAME"`
	AgeIdentity string `help:"File with the private key of an encrypted backup, as age-keygen writes it." placeholder:"FILE" env:"FERRULE_AGE_IDENTITY"`
	Replace     bool   `help:"Replace the existing data."`
	Verify      bool   `help:"Restore aside, check everything, and remove it again. Nothing is replaced."`
	List        bool   `help:"List the backups."`
}

// Validate implements kong's check.
func (c *restoreCommand) Validate() error {
	if c.Verify && c.Replace {
		return errors.New("--verify: replaces nothing; omit --replace")
	}
	return nil
}

func (c *restoreCommand) Run(ctx context.Context, out io.Writer) error {
	r := app.Restore{DataConfig: c.DataConfig, ModelConfig: c.ModelConfig, From: c.From, Name: c.Backup, AgeIdentity: c.AgeIdentity, Replace: c.Replace}
	switch {
	case c.List:
		return listBackups(ctx, r, out)
	case c.Verify:
		began := time.Now()
		done, err := r.Verify(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "Backup %s can be restored: checked in %s, and removed again.\n", done.Name, time.Since(began).Round(10*time.Millisecond))
		reportBackup(done, out)
		return nil
	}
	done, err := r.Run(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Restored backup %s, written by version %s.\n", done.Name, done.Program)
	reportBackup(done, out)
	if n := len(done.Forgotten) + done.Removed; n > 0 {
		fmt.Fprintf(out, "Erased again what was erased after the backup: %s, %s.\n", count(len(done.Forgotten), "request", "requests"), count(done.Removed, "account", "accounts"))
	}
	for _, email := range done.Kept {
		fmt.Fprintf(out, "WARN  %s was removed after the backup and is its last administrator: create another one, then: ferrule users remove %s\n", email, email)
	}
	fmt.Fprintln(out, "All users must sign in again. Requests whose delivery was pending are delivered again.")
	return nil
}

// reportBackup prints what a backup contains.
func reportBackup(done app.Restored, out io.Writer) {
	var rows int64
	for _, n := range done.Manifest.Rows {
		rows += n
	}
	fmt.Fprintf(out, "%s: %d tables with %d rows, %d files with %s.\n", done.Database, len(done.Manifest.Rows), rows, done.Files, megabytes(done.Bytes))
	if n := len(done.Manifest.Missing); n > 0 {
		fmt.Fprintf(out, "WARN  %s missing when it was taken: %s\n", count(n, "file was", "files were"), strings.Join(done.Manifest.Missing[:min(n, 5)], ", "))
	}
}

func listBackups(ctx context.Context, r app.Restore, out io.Writer) error {
	list, err := r.List(ctx)
	for _, b := range list {
		encrypted := ""
		if b.Encrypted {
			encrypted = ", encrypted"
		}
		fmt.Fprintf(out, "%s  %s  %s%s\n", b.Name, b.Database, megabytes(b.Bytes), encrypted)
	}
	return err
}
