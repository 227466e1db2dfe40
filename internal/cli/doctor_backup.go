package cli

import (
	"context"
	"fmt"
	"time"

	"ferrule/internal/app"
	"ferrule/internal/fault"
)

// checkBackup reports whether there is a recent backup, and whether it is encrypted.
func (c *doctorCommand) checkBackup(ctx context.Context) (string, error) {
	if c.BackupTo == "" {
		return "not configured; --backup-to and --backup-every take them, see docs/backup.md", nil
	}
	list, err := app.Restore{From: c.BackupTo}.List(ctx)
	if fault.KindOf(err) == fault.NotFound && err != nil || err == nil && len(list) == 0 {
		return "", warning(fmt.Sprintf("there is none in %s yet; take one with: ferrule backup", c.BackupTo))
	}
	if err != nil {
		return "", fmt.Errorf("%w; check that --backup-to is correct and can be reached", err)
	}
	newest := list[len(list)-1]
	age := time.Since(newest.Created).Round(time.Minute)
	if c.BackupEvery > 0 && age > 2*c.BackupEvery {
		return "", fmt.Errorf("the newest is %s old, although --backup-every is %s; see the server's log", age, c.BackupEvery)
	}
	found := fmt.Sprintf("%s, the newest %s old with %s", count(len(list), "backup", "backups"), age, megabytes(newest.Bytes))
	switch {
	case newest.Encrypted:
		return found + ", encrypted", nil
	case len(c.AgeRecipient) > 0:
		return "", warning(found + ", not encrypted although --age-recipient is given; take another one with: ferrule backup")
	default:
		return found + ", not encrypted", nil
	}
}
