package server

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// compressed compresses replies while they are written; pages and files of the
// build are stored compressed. The ETag ends with the coding, because two
// representations must not share one (RFC 9110, section 8.8.3.3).
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(true), gzhttp.SuffixETag("-gzip"))
	if err != nil {
		panic("server: options of the compression are constants: " + err.Error())
	}
	handler := wrap(next)
	plain := strings.NewReplacer(`-gzip"`, `"`, `-zstd"`, `"`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if known := r.Header.Get("If-None-Match"); known != "" {
			r.Header.Set("If-None-Match", plain.Replace(known))
		}
		handler.ServeHTTP(w, r)
	})
}
