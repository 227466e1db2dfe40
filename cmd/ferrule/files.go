package main

import (
	"context"
	"encoding/json"
	"image"
	"log/slog"
	"sync"

	"ferrule/internal/asset"
	"ferrule/internal/content"
	"ferrule/internal/lru"
)

// presets are sizes of pictures by their keys, see asset.Options.
type presets map[string]string

// knownFiles is how many records of files are remembered.
const knownFiles = 8192

// lookupFile finds a file's record and remembers it until the content changes:
// pages are full of pictures.
func lookupFile(source content.Source, model *content.Model) asset.Lookup {
	var (
		mu    sync.Mutex
		known = lru.New[string, asset.File](knownFiles)
		as    int64 // the revision at which they were read, at least
	)
	read := readFile(source, model)
	return func(ctx context.Context, id string) (asset.File, error) {
		revision, err := source.Revision(ctx)
		if err != nil {
			return asset.File{}, err
		}
		mu.Lock()
		if as != revision {
			known.Clear()
			as = revision
		}
		file, ok := known.Get(id)
		mu.Unlock()
		if ok {
			return file, nil
		}
		if file, err = read(ctx, id); err != nil {
			return file, err
		}
		mu.Lock()
		defer mu.Unlock()
		if as == revision {
			known.Put(id, file, 1)
		}
		return file, nil
	}
}

// readFile finds a file's record in the content store, with the public's eyes.
func readFile(source content.Source, model *content.Model) asset.Lookup {
	fields := []string{"id", "filename_disk", "filename_download", "type"}
	if c := model.Collection(content.FilesCollection); c != nil && c.Field("focal_point_x") != nil && c.Field("focal_point_y") != nil {
		fields = append(fields, "focal_point_x", "focal_point_y")
	}
	return func(ctx context.Context, id string) (asset.File, error) {
		result, err := source.Read(ctx, content.Query{Collection: content.FilesCollection, ID: id, Fields: fields})
		if err != nil {
			return asset.File{}, err
		}
		var reply struct {
			Data struct {
				ID       string `json:"id"`
				Disk     string `json:"filename_disk"`
				Download string `json:"filename_download"`
				Type     string `json:"type"`
				FocalX   *int   `json:"focal_point_x"`
				FocalY   *int   `json:"focal_point_y"`
			} `json:"data"`
		}
		if err := json.Unmarshal(result.Body, &reply); err != nil {
			return asset.File{}, err
		}
		file := asset.File{ID: reply.Data.ID, Disk: reply.Data.Disk, Download: reply.Data.Download, Type: reply.Data.Type}
		if x, y := reply.Data.FocalX, reply.Data.FocalY; x != nil && y != nil {
			file.Focus = &image.Point{X: *x, Y: *y}
		}
		return file, nil
	}
}

// forgetVariants removes the other sizes of a picture with its file.
func forgetVariants(files *asset.Server, log *slog.Logger) func(disk string) {
	return func(disk string) {
		if err := files.Forget(disk); err != nil {
			log.Warn("the variants of a file could not be removed", "file", disk, "err", err)
		}
	}
}
