package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/blob/blobtest"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/mail/mailtest"
	"ferrule/internal/rfq"
)

// Two server processes share a database and a bucket, and no folder. The second
// delivers a request that the first stored before it was killed.
func TestAFileUploadedToOneServerIsDeliveredByAnother(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	database, bucket, box := databasetest.Postgres(t), blobtest.Bucket(t, "site"), mailtest.Start(t)
	folders := []string{t.TempDir(), t.TempDir()}
	replica := func(folder, mails string) *serverProcess {
		return newServer(t, "--data", folder, "--database", database, "--files", bucket, "--smtp", mails,
			"--mail-from", "shop@example.com", "--request-mail", "sales@example.com", "--request-retry", "20ms")
	}
	send := func(v *serverProcess, method, path, kind string, body io.Reader) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+v.Address+path, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", kind)
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		text, err := io.ReadAll(reply.Body)
		if err != nil {
			t.Fatal(err)
		}
		return reply.StatusCode, string(text)
	}

	first := replica(folders[0], "smtp://127.0.0.1:1") // no mail server
	first.start()
	const drawing = "a flange of DN 80, in words"
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	part, err := parts.CreateFormFile("file", "flange.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(part, drawing)
	_ = parts.Close()
	status, body := send(first, http.MethodPost, "/api/request-files", parts.FormDataContentType(), &form)
	var file struct{ Data rfq.File }
	if err := json.Unmarshal([]byte(body), &file); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s, %v", status, body, err)
	}
	message, err := json.Marshal(map[string]any{
		"name": "Katrin Vogel", "phone": "+49 521 000 44 12", "agree": true, "language": "de-DE", "idempotencyKey": "k", "files": []string{file.Data.ID},
	})
	if err != nil {
		t.Fatal(err)
	}
	status, body = send(first, http.MethodPost, "/api/form-messages", "application/json", bytes.NewReader(message))
	var stored struct {
		Data struct{ Reference, Token string }
	}
	if err := json.Unmarshal([]byte(body), &stored); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s, %v", status, body, err)
	}
	first.kill()

	second := replica(folders[1], "smtp://ferrule:secret@"+box.Address)
	second.start()
	for len(box.All()) == 0 && t.Context().Err() == nil {
		runtime.Gosched()
	}
	if mail := string(box.Only(t).Data); !strings.Contains(mail, "flange.txt") || !strings.Contains(mail, base64.StdEncoding.EncodeToString([]byte(drawing))) {
		t.Errorf("the mail is without its file: %s", mail)
	}
	at := "/api/requests/" + stored.Data.Token + "/files/" + file.Data.ID
	if status, body := send(second, http.MethodGet, at, "", nil); status != http.StatusOK || body != drawing {
		t.Errorf("%d %q", status, body)
	}
	if out := apptest.MustCommand(t, "requests", "file", stored.Data.Reference, file.Data.ID, "-o", "-", "--data", folders[1], "--database", database, "--files", bucket); out != drawing {
		t.Errorf("the command prints %q", out)
	}
	// The file cannot be read without the request's token and is on neither disk.
	for _, at := range []string{"/assets/" + file.Data.ID, "/assets/request-files/" + file.Data.ID, "/assets/request-files%2F" + file.Data.ID, "/request-files/" + file.Data.ID} {
		if status, body := send(second, http.MethodGet, at, "", nil); status < 400 || strings.Contains(body, drawing) {
			t.Errorf("%s: %d %s", at, status, body)
		}
	}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() && entry.Name() == file.Data.ID {
				t.Errorf("%s is on a disk", path)
			}
			return err
		})
		if left, _ := filepath.Glob(filepath.Join(folder, rfq.FilesFolder, ".received", "*")); err != nil || len(left) > 0 {
			t.Errorf("files left: %v, %v", left, err)
		}
	}
}
