package bomfile

import (
	"strconv"
	"strings"
	"unicode"
)

// valueText returns the text of a cell with a number, from its value and as it is
// shown. What is shown counts where it says more than the number: a date, a unit,
// leading zeros. Otherwise the number is written without separators of thousands,
// whose meaning depends on the language.
func valueText(value, shown string) string {
	number, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return shown
	}
	if isDigits(shown) || saysMore(shown) {
		return shown
	}
	text := strconv.FormatFloat(number, 'f', -1, 64)
	if short := strconv.FormatFloat(number, 'f', 6, 64); len(short) < len(text) {
		text = strings.TrimRight(strings.TrimRight(short, "0"), ".") // 0.30000000000000004
	}
	// Three decimals may be read as thousands; four may not.
	if point := strings.IndexByte(text, '.'); point >= 0 && len(text)-point == 4 {
		text += "0"
	}
	return text
}

// saysMore reports whether what a cell shows is more than its number: it has letters
// or is a date, but no separators of thousands.
func saysMore(shown string) bool {
	if strings.ContainsFunc(shown, unicode.IsLetter) {
		return !strings.ContainsAny(shown, ",.'’") || strings.Count(shown, ".") == 2
	}
	return strings.ContainsAny(shown, "/:") || strings.Count(shown, ".") == 2 && !strings.Contains(shown, ",") || strings.Count(shown, "-") == 2
}

// isDigits reports whether a text is a whole number without separators.
func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
