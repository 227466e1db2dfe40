package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/backup"
	"ferrule/internal/database"
	"ferrule/internal/rfq"
)

// Verify restores the backup aside, checks all of it and removes it again.
func (r Restore) Verify(ctx context.Context) (done Restored, err error) {
	// On the disk that has room for the data, where the next drill removes what a killed
	// one has left.
	work := filepath.Join(r.Data, backupFolder, "drill")
	if _, missing := os.Stat(r.Data); missing != nil {
		if work, err = os.MkdirTemp("", "ferrule-drill-*"); err != nil {
			return done, err
		}
	}
	if err := os.RemoveAll(work); err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	destination, b, err := r.open(ctx, work)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, destination.Close()) }()
	done.Backup = b
	data := filepath.Join(work, "data")
	inStore := func(path string) bool {
		return strings.HasPrefix(path, FilesFolder+"/") || strings.HasPrefix(path, rfq.FilesFolder+"/")
	}
	if err := b.Extract(ctx, data, nil, func(path string) bool { return !inStore(path) }); err != nil {
		return done, err
	}
	if done.Files, done.Bytes, err = b.CheckFiles(ctx, FilesFolder, rfq.FilesFolder); err != nil {
		return done, err
	}
	if b.IsPostgres() {
		return done, r.load(ctx, b, database.LoadOptions{Drill: true})
	}
	return done, Installation{DataConfig: DataConfig{Data: data}, ModelConfig: r.ModelConfig}.opens(ctx)
}

// opens opens the stores, which migrates them, and checks them as doctor does.
func (i Installation) opens(ctx context.Context) error {
	m, err := i.ContentModel(i.Data)
	if err != nil {
		return err
	}
	content, err := i.OpenContent(ctx, m)
	if err != nil {
		return err
	}
	found, err := content.Check(ctx)
	if err := errors.Join(err, content.Close()); err != nil {
		return err
	}
	requests, err := i.OpenRequests(ctx)
	if err != nil {
		return err
	}
	health, err := requests.Check(ctx)
	if err := errors.Join(err, requests.Close()); err != nil {
		return err
	}
	if problems := append(found.Problems, health.Problems...); len(problems) > 0 {
		return errors.New(strings.Join(problems, "; "))
	}
	_, closeAll, err := i.OpenAccounts(ctx, account.Options{})
	if err != nil {
		return err
	}
	return closeAll()
}

// ListedBackup is a backup in a list.
type ListedBackup struct {
	Name string
	backup.Info
}

// List returns the backups, the oldest first, with those that cannot be read as an error.
func (r Restore) List(ctx context.Context) (list []ListedBackup, err error) {
	destination, err := backup.Open(r.From, "", false)
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	defer func() { err = errors.Join(err, destination.Close()) }()
	names, err := destination.Names(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		info, wrong := destination.Info(ctx, name)
		if wrong != nil {
			err = errors.Join(err, wrong)
			continue
		}
		list = append(list, ListedBackup{name, info})
	}
	return list, err
}
