package app

import (
	"io/fs"
	"log/slog"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"ferrule/internal/account"
	"ferrule/internal/content/store"
	"ferrule/internal/rfq"
)

// The permission bits that a data folder must not have: it holds the key that
// signs tokens, and the names and telephone numbers of buyers.
const (
	otherBits fs.FileMode = 0o007
	groupBits fs.FileMode = 0o070
)

// RestrictPermissions removes the permissions of other users from an existing data
// folder, and from the program's own files and folders directly in it. That is
// enough: entries of a folder without permissions cannot be accessed. The program
// creates everything with permissions for the owner alone. Permissions of a group
// are unchanged if the operator has chosen the group, as for backups: if it is not
// the owner's primary group. Symbolic links are not followed. A failure is only
// logged, since the folder may have another owner.
func (c DataConfig) RestrictPermissions(log *slog.Logger) {
	data := c.Data
	info, err := os.Stat(data)
	if err != nil || !info.IsDir() {
		return // it is created, or opening the store reports the error
	}
	if info.Mode()&fs.ModeSticky != 0 {
		log.Warn("data folder is shared by all users; choose another with --data", "folder", data)
		return
	}
	restrictEntry(data, info, log)
	entries, err := os.ReadDir(data)
	if err != nil {
		log.Warn("list data folder failed", "folder", data, "error", err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || info.Mode()&fs.ModeSymlink != 0 || !isOwnEntry(entry.Name()) {
			continue
		}
		restrictEntry(filepath.Join(data, entry.Name()), info, log)
	}
}

// isOwnEntry reports whether the program creates a file or folder of this name in
// a data folder. The names of a database's further files begin with its own.
func isOwnEntry(name string) bool {
	folders := []string{FilesFolder, rfq.FilesFolder, mailFolder, MirrorFolder, pagesFolder, variantsFolder}
	databases := []string{store.FileName, rfq.FileName, account.FileName, indexFile}
	return slices.Contains(folders, name) || slices.ContainsFunc(databases, func(database string) bool { return strings.HasPrefix(name, database) })
}

func restrictEntry(path string, info fs.FileInfo, log *slog.Logger) {
	taken := otherBits | groupBits
	if group, chosen := chosenGroup(info); chosen {
		taken = otherBits
		if info.Mode()&groupBits != 0 {
			log.Info("group permissions kept: not the owner's primary group", "path", path, "group", group, "mode", info.Mode().Perm())
		}
	}
	if info.Mode()&taken == 0 {
		return
	}
	const chmodBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	if err := os.Chmod(path, info.Mode()&chmodBits&^taken); err != nil {
		log.Warn("restrict permissions of data folder failed", "path", path, "mode", info.Mode().Perm(), "error", err)
		return
	}
	log.Warn("permissions of other users removed from data folder", "path", path, "before", info.Mode().Perm(), "after", info.Mode().Perm()&^taken)
}

// chosenGroup returns the group of a file, and whether it is another than the
// primary group of its owner.
func chosenGroup(info fs.FileInfo) (group string, chosen bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", false
	}
	group = strconv.FormatUint(uint64(stat.Gid), 10)
	owner, err := user.LookupId(strconv.FormatUint(uint64(stat.Uid), 10))
	switch {
	case err == nil:
		return group, owner.Gid != group
	case int(stat.Uid) == os.Geteuid(): // a user of a container may have no name
		return group, int(stat.Gid) != os.Getegid()
	default:
		return group, true
	}
}
