package proxy

import "strings"

// cutLast cuts a text at the last separator outside a quoted string. It reads from
// the end: a quote that a client left open does not hide the entry that a proxy
// appended.
func cutLast(text string, separator byte) (before, last string, found bool) {
	quoted := false
	for i := len(text) - 1; i >= 0; i-- {
		switch {
		case text[i] == '"' && (!quoted || !isEscaped(text, i)):
			quoted = !quoted
		case text[i] == separator && !quoted:
			return text[:i], text[i+1:], true
		}
	}
	return "", text, false
}

// isEscaped reports whether an odd number of backslashes precedes a byte of a
// quoted string.
func isEscaped(text string, at int) bool {
	before := text[:at]
	return (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1
}

// parseElement returns the parameters for and proto of an element of Forwarded
// (RFC 7239, section 4): for="[2001:db8::1]:4711";proto=https. Names are
// case-insensitive, and no parameter occurs twice. address is "" if the element is
// malformed or does not name the client.
func parseElement(element string) (address, scheme string) {
	seen := map[string]string{}
	for more := true; more; {
		var pair string
		element, pair, more = cutLast(element, ';')
		name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		name = strings.ToLower(name)
		if _, twice := seen[name]; !ok || twice {
			return "", ""
		}
		if seen[name], ok = unquote(value); !ok {
			return "", ""
		}
	}
	return seen["for"], seen["proto"]
}

// unquote returns the value of a token or of a quoted string; ok is false for a
// quoted string with more before its end.
func unquote(value string) (text string, ok bool) {
	inner, quoted := strings.CutPrefix(value, `"`)
	if !quoted {
		return value, !strings.Contains(value, `"`)
	}
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		switch {
		case inner[i] == '"':
			return b.String(), i == len(inner)-1
		case inner[i] == '\\' && i+1 < len(inner):
			i++
		}
		b.WriteByte(inner[i])
	}
	return "", false // without an end
}
