package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"path"
	"slices"
	"strconv"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

// filesCollection is the collection of files, which Directus has itself.
const filesCollection = "directus_files"

// ofEditors are those fields of files, of the ones that Directus has itself, that do
// not come from the bytes or from the server.
var ofEditors = []string{"id", "title", "type", "filename_download", "description", "location", "tags", "focal_point_x", "focal_point_y"} //nolint:gochecknoglobals // a constant list

// keepOfEditors removes the values of a file that Directus sets.
func keepOfEditors(row map[string]any) {
	own := content.SystemFileFields()
	maps.DeleteFunc(row, func(name string, _ any) bool {
		return slices.Contains(own, name) && !slices.Contains(ofEditors, name)
	})
}

// files uploads missing files, and changes the records of the others where they
// differ.
func (p *pusher) files(ctx context.Context, rows []map[string]any) error {
	c := p.model.Collection(filesCollection)
	if c == nil || len(rows) == 0 {
		return nil
	}
	existing, err := p.readAll(ctx, c, "/files")
	if err != nil {
		return err
	}
	created, changed := 0, 0
	for _, row := range rows {
		id := keyOf(c, row)
		keepOfEditors(row)
		name, _ := row["filename"].(string)
		delete(row, "filename")
		was, ok := existing[id]
		if !ok {
			if err := p.upload(ctx, c, row, name); err != nil {
				return err
			}
			created++
			continue
		}
		keepOfEditors(was)
		differs := p.differences(c, row, was)
		if len(differs) == 0 {
			p.done.Same++
			continue
		}
		if err := p.write(ctx, "push file "+id, http.MethodPatch, "/files/"+url.PathEscape(id), differs); err != nil {
			return err
		}
		changed++
	}
	p.count("files", created, changed)
	return nil
}

// upload creates a file with its bytes; name is that in files/. A record without
// bytes is omitted, as Directus has none.
func (p *pusher) upload(ctx context.Context, c *content.Collection, row map[string]any, name string) (err error) {
	id := keyOf(c, row)
	if name == "" {
		p.report("file %s has no bytes; it was left out", id)
		return nil
	}
	file, err := p.from.Open(path.Join("files", name))
	if err != nil {
		return fmt.Errorf("push file %s: %w", id, err)
	}
	defer func() { _ = file.Close() }() // only read
	body, err := form(c, row, file)
	if err != nil {
		return err
	}
	return p.write(ctx, "push file "+id, http.MethodPost, "/files", body)
}

// form returns an upload. Directus needs the values before the bytes.
func form(c *content.Collection, row map[string]any, file fs.File) (client.Body, error) {
	var head bytes.Buffer
	w := multipart.NewWriter(&head)
	for _, f := range c.Fields {
		if v := row[f.Name]; v != nil && f.Type != content.Alias {
			text, isText := v.(string)
			if !isText {
				encoded, err := json.Marshal(v)
				if err != nil {
					return client.Body{}, err
				}
				text = string(encoded)
			}
			if err := w.WriteField(f.Name, text); err != nil {
				return client.Body{}, err
			}
		}
	}
	text := func(name string) string { s, _ := row[name].(string); return s }
	_, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename=` + strconv.Quote(text("filename_download"))},
		"Content-Type":        {text("type")},
	})
	if err != nil {
		return client.Body{}, err
	}
	end := "\r\n--" + w.Boundary() + "--\r\n"
	return client.Body{Type: w.FormDataContentType(), Reader: io.MultiReader(&head, file, bytes.NewReader([]byte(end)))}, nil
}
