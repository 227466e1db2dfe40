package page

import (
	"slices"
	"strings"
)

// lowest is the quality of identity if the header omits it: acceptable,
// but after all named codings.
const lowest = 1

// Negotiate returns the best coding of those offered ("br", "zstd", "gzip") for
// the values of Accept-Encoding; "identity" if none of them is acceptable.
func Negotiate(headers []string, offered ...string) string {
	c, _ := negotiate(headers, func(c encoding) bool { return c == identity || slices.Contains(offered, c.token()) })
	return c.token()
}

// negotiate returns the available coding with the highest quality in
// Accept-Encoding (RFC 9110, 12.5.3), the smallest of equals; false if none is
// acceptable. It does not allocate.
func negotiate(headers []string, has func(encoding) bool) (encoding, bool) {
	if len(headers) == 0 {
		return identity, true
	}
	quality := [encodings]int{-1, -1, -1, -1}
	star := -1
	for _, header := range headers {
		for header != "" {
			var item string
			item, header, _ = strings.Cut(header, ",")
			token, parameters, _ := strings.Cut(item, ";")
			q := parseQuality(parameters)
			switch c := codingOf(strings.TrimSpace(token)); {
			case c < encodings:
				quality[c] = q
			case strings.TrimSpace(token) == "*":
				star = q
			}
		}
	}
	best, bestQuality := identity, 0
	for c := range encodings {
		q := quality[c]
		if q < 0 {
			q = star
		}
		if q < 0 && c == identity {
			q = lowest
		}
		if q > bestQuality && has(c) {
			best, bestQuality = c, q
		}
	}
	return best, bestQuality > 0
}

// codingOf returns encodings for an unknown token.
func codingOf(token string) encoding {
	for c := range encodings {
		if strings.EqualFold(token, c.token()) {
			return c
		}
	}
	if strings.EqualFold(token, "x-gzip") {
		return gzipCoding
	}
	return encodings
}

// parseQuality returns the thousandths of ";q=0.5", 1000 without a quality, and
// 0 for a malformed one.
func parseQuality(parameters string) int {
	for parameters != "" {
		var p string
		p, parameters, _ = strings.Cut(parameters, ";")
		name, value, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok || !strings.EqualFold(name, "q") {
			continue
		}
		integer, fraction, _ := strings.Cut(value, ".")
		if integer == "1" {
			return 1000
		}
		if integer != "0" || len(fraction) > 3 {
			return 0
		}
		q := 0
		for i, unit := 0, 100; i < len(fraction); i, unit = i+1, unit/10 {
			if fraction[i] < '0' || fraction[i] > '9' {
				return 0
			}
			q += int(fraction[i]-'0') * unit
		}
		return q
	}
	return 1000
}

// etagMatches compares weakly, as If-None-Match requires (RFC 9110, 13.1.2).
func etagMatches(headers []string, etag string) bool {
	for _, header := range headers {
		for header != "" {
			var item string
			item, header, _ = strings.Cut(header, ",")
			item = strings.TrimSpace(item)
			if item == "*" || strings.TrimPrefix(item, "W/") == etag {
				return true
			}
		}
	}
	return false
}
