package bench

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ferrule/internal/asset"
	"ferrule/internal/blob"
)

const part = "straight-union.webp"

func newAssets(b *testing.B) *asset.Server {
	b.Helper()
	files, err := blob.NewFolder("../demo/media")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = files.Close() })
	s, err := asset.New(asset.Options{
		Files: files, Variants: b.TempDir(), Limit: 1 << 30, Parallel: 1, Log: slog.New(slog.DiscardHandler),
	}, func(_ context.Context, id string) (asset.File, error) {
		return asset.File{ID: id, Disk: id, Download: id, Type: "image/webp"}, nil
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return s
}

func askPart(b *testing.B, s *asset.Server, query string) *httptest.ResponseRecorder {
	b.Helper()
	r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/assets/"+part+query, http.NoBody)
	r.SetPathValue("id", part)
	r.Header.Set("Accept", "image/webp")
	w := httptest.NewRecorder()
	if err := s.Serve(w, r); err != nil {
		b.Fatal(err)
	}
	return w
}

// BenchmarkVariantMade resizes a picture of 1000 × 1000 pixels with transparency.
func BenchmarkVariantMade(b *testing.B) {
	for _, width := range []int{168, 336, 672} {
		b.Run(strconv.Itoa(width), func(b *testing.B) {
			bytes := 0
			for b.Loop() {
				b.StopTimer()
				s := newAssets(b)
				b.StartTimer()
				bytes = askPart(b, s, "?width="+strconv.Itoa(width)).Body.Len()
			}
			b.ReportMetric(float64(bytes), "bytes")
		})
	}
}

// BenchmarkVariantServed compares a stored variant with a plain handler that serves the same file.
func BenchmarkVariantServed(b *testing.B) {
	s := newAssets(b)
	body := askPart(b, s, "?width=336").Body.Bytes()
	b.Run("kept", func(b *testing.B) {
		for b.Loop() {
			askPart(b, s, "?width=336")
		}
	})
	b.Run("plain", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "plain.webp")
		if err := os.WriteFile(path, body, 0o600); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/plain.webp", http.NoBody)
			http.ServeFile(httptest.NewRecorder(), r, path)
		}
	})
}
