package mailtest

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"testing"
)

// Read parses a multipart message: its decoded header, and its leaf parts by file
// name or media type.
func Read(t testing.TB, data []byte) (head, parts map[string]string) {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	head = map[string]string{}
	for name := range m.Header {
		if head[name], err = new(mime.WordDecoder).DecodeHeader(m.Header.Get(name)); err != nil {
			t.Fatal(err)
		}
	}
	parts = map[string]string{}
	collect(t, m.Header.Get("Content-Type"), m.Body, parts)
	return head, parts
}

// collect adds the leaf parts of a multipart body to into.
func collect(t testing.TB, contentType string, body io.Reader, into map[string]string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		if strings.HasPrefix(kind, "multipart/") {
			collect(t, p.Header.Get("Content-Type"), p, into)
			continue
		}
		var content io.Reader = p
		switch p.Header.Get("Content-Transfer-Encoding") {
		case "base64":
			content = base64.NewDecoder(base64.StdEncoding, p)
		case "quoted-printable":
			content = quotedprintable.NewReader(p)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		name := kind
		if file := p.FileName(); file != "" {
			if name, err = new(mime.WordDecoder).DecodeHeader(file); err != nil {
				t.Fatal(err)
			}
		}
		into[name] = string(text)
	}
}
