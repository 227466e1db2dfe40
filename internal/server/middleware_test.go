package server

import "testing"

func TestALogHasNoTokenOfARequest(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/de/request/LRY56OK63MTIC6LLMMIBGKXGAN":                     "/de/request/LRY5…",
		"/request/LRY56OK63MTIC6LLMMIBGKXGAN":                        "/request/LRY5…",
		"/api/requests/LRY56OK63MTIC6LLMMIBGKXGAN/F-Y33-J9R.pdf":     "/api/requests/LRY5…",
		"/api/requests/LRY56OK63MTIC6LLMMIBGKXGAN/files/ABCDEFGHIJK": "/api/requests/LRY5…",
		"/api/request-files/ABCDEFGHIJK":                             "/api/request-files/ABCDEFGHIJK",
		"/de/request":                                                "/de/request",
		"/de/catalog/flanges":                                        "/de/catalog/flanges",
	} {
		if got := logged(path); got != want {
			t.Errorf("%s is logged as %s, want %s", path, got, want)
		}
	}
}
