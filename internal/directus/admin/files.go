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

// files uploads missing files and those whose bytes have another size, and changes the
// records of the others where they differ.
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
		if !ok && name == "" {
			p.report("file %s has no bytes; it was left out", id)
			p.absent[id] = true
			continue
		}
		if !ok {
			if err := p.upload(ctx, http.MethodPost, "/files", c, row, name); err != nil {
				return err
			}
			created++
			continue
		}
		edited, err := p.changeFile(ctx, c, row, was, name)
		if err != nil {
			return err
		}
		if edited {
			changed++
		} else {
			p.done.Same++
		}
	}
	p.count("files", created, changed)
	return nil
}

// changeFile replaces the bytes of a file if they have another size, since Directus
// has no checksum of them, and its values where they differ. It returns false if
// nothing does.
func (p *pusher) changeFile(ctx context.Context, c *content.Collection, row, was map[string]any, name string) (bool, error) {
	id := keyOf(c, row)
	at := "/files/" + url.PathEscape(id)
	replaced, err := p.hasOtherSize(was["filesize"], name)
	if err == nil && replaced {
		err = p.upload(ctx, http.MethodPatch, at, c, row, name)
	}
	if err != nil {
		return false, err
	}
	keepOfEditors(was)
	differs := p.differences(c, row, was)
	if len(differs) == 0 {
		return replaced, nil
	}
	return true, p.write(ctx, "push file "+id, http.MethodPatch, at, differs)
}

// hasOtherSize reports whether the bytes of the file with a name have another size than
// remote. It is false if one of them is unknown.
func (p *pusher) hasOtherSize(remote any, name string) (bool, error) {
	size, err := strconv.ParseInt(fmt.Sprint(remote), 10, 64)
	if err != nil || name == "" {
		return false, nil //nolint:nilerr // unknown
	}
	info, err := fs.Stat(p.from, path.Join("files", name))
	if err != nil {
		return false, err
	}
	return info.Size() != size, nil
}

// upload sends a file with its bytes; name is that in files/.
func (p *pusher) upload(ctx context.Context, method, to string, c *content.Collection, row map[string]any, name string) error {
	file, err := p.from.Open(path.Join("files", name))
	if err != nil {
		return fmt.Errorf("push file %s: %w", keyOf(c, row), err)
	}
	defer func() { _ = file.Close() }() // only read
	body, err := form(c, row, file)
	if err != nil {
		return err
	}
	return p.write(ctx, "push file "+keyOf(c, row), method, to, body)
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
