package main

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

// Rights of other users that a data folder must not have: it holds the key that
// signs tokens, and the names and phones of buyers.
const (
	othersRights fs.FileMode = 0o007
	groupRights  fs.FileMode = 0o070
)

// protect takes rights from the data folder of any command, see protectFolder.
// What the program creates in it is for the owner alone to begin with.
func (f dataFlags) protect() error {
	protectFolder(f.Data, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	return nil
}

// protect is that of dataFlags, with the log of the server.
func (c *serveCommand) protect() error {
	log, err := c.logger()
	if err == nil {
		protectFolder(c.Data, log)
	}
	return err
}

// protectFolder takes the rights of other users from a data folder that exists,
// and from the program's own files and folders directly in it, which is enough:
// without a right to the folders, what is below them is out of reach. Rights of
// a group are kept if the operator has chosen the group, as for backups: if it
// is not the owner's primary group. Symbolic links are not followed. A folder
// that cannot be changed is only logged, since its owner may be another.
func protectFolder(data string, log *slog.Logger) {
	info, err := os.Stat(data)
	if err != nil || !info.IsDir() {
		return // it is created, or the store says what is wrong
	}
	if info.Mode()&fs.ModeSticky != 0 {
		log.Warn("the data folder is shared by all users; choose one of its own with --data", "folder", data)
		return
	}
	protectOne(data, info, log)
	entries, err := os.ReadDir(data)
	if err != nil {
		log.Warn("the data folder cannot be listed", "folder", data, "err", err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || info.Mode()&fs.ModeSymlink != 0 || !ours(entry.Name()) {
			continue
		}
		protectOne(filepath.Join(data, entry.Name()), info, log)
	}
}

// ours reports whether the program makes a file or folder of this name in a data
// folder. A database has others beside it, whose names begin with its own.
func ours(name string) bool {
	folders := []string{filesFolder, rfq.FilesFolder, mailFolder, mirrorFolder, pagesFolder, variantsFolder}
	databases := []string{store.FileName, rfq.FileName, account.FileName, indexFile}
	return slices.Contains(folders, name) || slices.ContainsFunc(databases, func(database string) bool { return strings.HasPrefix(name, database) })
}

func protectOne(path string, info fs.FileInfo, log *slog.Logger) {
	taken := othersRights | groupRights
	if group, chosen := chosenGroup(info); chosen {
		taken = othersRights
		if info.Mode()&groupRights != 0 {
			log.Info("the rights of a group are kept, since it is not the owner's primary group", "path", path, "group", group, "rights", info.Mode().Perm())
		}
	}
	if info.Mode()&taken == 0 {
		return
	}
	const kept = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	if err := os.Chmod(path, info.Mode()&kept&^taken); err != nil {
		log.Warn("other users may read the data folder", "path", path, "rights", info.Mode().Perm(), "err", err)
		return
	}
	log.Warn("rights of other users were taken from the data folder", "path", path, "before", info.Mode().Perm(), "after", info.Mode().Perm()&^taken)
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
	case int(stat.Uid) == os.Geteuid(): // in a container users need no names
		return group, int(stat.Gid) != os.Getegid()
	default:
		return group, true
	}
}

// sharesVariants reports whether the folder of variants is one that servers of
// other users may share: one that was named and is not in the data folder.
func (c *serveCommand) sharesVariants() bool {
	if c.Variants == "" {
		return false
	}
	data, err := filepath.Abs(c.Data)
	if err != nil {
		return false
	}
	variants, err := filepath.Abs(c.Variants)
	if err != nil {
		return false
	}
	below, err := filepath.Rel(data, variants)
	return err != nil || !filepath.IsLocal(below)
}
