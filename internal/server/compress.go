package server

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// compressed compresses the replies of the APIs while they are written. Pages
// and files of the build are stored compressed instead. The same bytes under one tag must
// not be two representations (RFC 9110, 8.8.3.3), so that the coding ends the tag.
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
