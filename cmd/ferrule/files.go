package main

import (
	"context"
	"encoding/json"
	"image"
	"log/slog"

	"ferrule/internal/asset"
	"ferrule/internal/content"
)

// presets are sizes of pictures by their keys, see asset.Options.
type presets map[string]string

// lookupFile finds a file's record in the content store, with the public's eyes.
func lookupFile(source content.Source, model *content.Model) asset.Lookup {
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
