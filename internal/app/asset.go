package app

import (
	"cmp"
	"context"
	"encoding/json"
	"image"
	"path/filepath"
	"runtime"

	"ferrule/internal/asset"
	"ferrule/internal/content"
)

// openAssets opens the server of files and image variants.
func (a *App) openAssets(context.Context) (err error) {
	c := a.config
	options := asset.Options{
		Files: a.content.Files(), Variants: cmp.Or(c.Variants, filepath.Join(c.Data, variantsFolder)), Shared: c.sharesVariants(),
		Limit: int64(c.VariantsMB) << 20, Parallel: cmp.Or(c.Transforms, runtime.GOMAXPROCS(0)), Presets: c.Preset, Client: a.proxies.Key, Log: a.log,
	}
	if a.mirror != nil {
		options.Fetch = a.mirror.Fetch
	}
	a.assets, err = asset.New(options, asset.CachedLookup(lookupFile(a.content, a.model), a.content.Revision))
	if err != nil {
		return err
	}
	a.onClose(a.assets.Close)
	a.content.OnFileRemoved(func(disk string) {
		if err := a.assets.Forget(disk); err != nil {
			a.log.Warn("remove variants of file failed", "file", disk, "error", err)
		}
	})
	a.metrics.Assets(a.assets.Stats)
	return nil
}

// sharesVariants reports whether the folder of variants may be shared with
// servers of other users: whether it is configured and outside the data folder.
func (c *Config) sharesVariants() bool {
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

// lookupFile returns a lookup of records of files in the content, with the
// permissions of the public.
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
