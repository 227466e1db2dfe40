package bom

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	// number matches a quantity as people write it: 10, 2,0, 1.000, 1'000, 1 000.
	number = `\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,6})?`
	// units matches units of count. The metre is one: tubes and hoses are sold by it.
	units = `stk|stck|stück|stücke|stueck|st|pcs?|pces?|pieces?|pièces?|pz|pezz[oi]|ea|each|off|nos?|u|unités?|unità|units?|sets?|satz|sätze|kits?|` +
		`garnitur(?:en)?|jeux?|paare?|pairs?|paires?|pai[oa]|packs?|pkg|packung(?:en)?|pack?ungen|vpe|rollen?|rolls?|rouleaux?|rotol[oi]|stangen?|lengths?|barres?|barr[ae]|` +
		`dosen?|tub(?:en|es?)|kartons?|boxes|box|boîtes?|scatol[ae]|confezion[ei]|conf|exemplaires?|mtr?s?|meter|metres?|mètres?|metr[oi]|lfd?m|lfd\.? ?m|ml|(?-i:m)`
	// unitsBefore matches the units that are also written before the number.
	unitsBefore = `stk|stck|stück|pcs|pièces|pz|pezzi|ea|mtr?s?|metri`
	// labels matches labels of a quantity.
	labels = `menge|stückzahl|anzahl|bestellmenge|bedarf|qty|quantity|quantité|qté|qte|quantità|q\.?tà|q\.?ta|q\.té|nombre|nbre|quant`
)

var (
	amountPattern = regexp.MustCompile(`(?i)^[x×*]?\s*(` + number + `)\s*(?:(?:` + units + `|m)\b\.?)?\s*[x×*]?$`)
	// Words that reveal the number format of a text, whatever the page's language.
	commaWords = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:stk|stck|stück|menge|anzahl|bezeichnung|pz|pezzi|quantità|q\.?tà|codice|qté|quantité|pièces?|désignation|réf)(?:$|[^\pL])`)
	pointWords = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:qty|quantity|pcs|each|pieces?|part no|part number)(?:$|[^\pL])`)
)

// metreUnit matches units of length, metresPattern a quantity with one.
const metreUnit = `(?:mtr?s?|meters?|metres?|mètres?|metr[oi]|lfd?m|lfd\.? ?m|ml|(?-i:m))`

var (
	isMetre       = regexp.MustCompile(`(?i)^(?:m|` + metreUnit + `)\.?$`)
	metresPattern = regexp.MustCompile(`(?i)(?:^|\s)` + metreUnit + `\.?\s*(` + number + `)|(` + number + `)\s*` + metreUnit + `(?:$|[^\pL\d])`)
)

// isLength reports whether a text has a quantity in metres.
func isLength(text, amount string) bool {
	return amount != "" && slices.ContainsFunc(metresPattern.FindAllStringSubmatch(text, -1), func(m []string) bool { return m[1]+m[2] == amount })
}

// amountOf returns the number of a cell that contains only a quantity and its unit;
// "" for other cells.
func amountOf(cell string) string {
	if m := amountPattern.FindStringSubmatch(strings.TrimSpace(cell)); m != nil {
		return m[1]
	}
	return ""
}

// maxSample is the number of bytes of a text that its language is taken from.
const maxSample = 16 << 10

// decimalOf returns the decimal separator of the quantities of a text: the one that
// a quantity proves, else that of the language of its words, else that of the page's
// language. certain is false unless a quantity proves it.
func decimalOf(lines []Line, text, language string) decimal {
	for i := range lines {
		if sign := decimalSign(lines[i].amount); sign != 0 {
			return decimal{sign, true}
		}
	}
	text = text[:min(len(text), maxSample)]
	comma, point := commaWords.MatchString(text), pointWords.MatchString(text)
	if comma == point {
		comma = !strings.HasPrefix(language, "en")
	}
	if comma {
		return decimal{',', false}
	}
	return decimal{'.', false}
}

// decimal is a decimal separator.
type decimal struct {
	sign    byte
	certain bool
}

// decimalSign returns the decimal separator that a number proves; 0 where it may be
// either.
func decimalSign(amount string) byte {
	last := strings.LastIndexAny(amount, ".,")
	if last < 0 {
		return 0
	}
	sign, other := amount[last], byte('.'+','-amount[last])
	switch {
	case strings.IndexByte(amount, other) >= 0 || len(amount)-last != 4:
		return sign
	case strings.Count(amount, string(sign)) > 1:
		return other // groups of thousands
	case amount[0] == '0':
		return sign
	}
	return 0
}

// setQuantities parses the quantities of lines as written.
func setQuantities(lines []Line, d decimal) {
	for i := range lines {
		if l := &lines[i]; l.State != Heading {
			l.Quantity, l.Hint = quantityOf(l.amount, d)
		}
	}
}

// quantityOf parses the quantity in a text, at least 1.
func quantityOf(amount string, d decimal) (int, Hint) {
	if amount == "" {
		return 1, Assumed
	}
	hint := Hint("")
	if strings.ContainsAny(amount, ".,") && decimalSign(amount) == 0 && !d.certain {
		hint = Separator
	}
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case r == rune(d.signOf(amount)):
			return '.'
		}
		return -1
	}, amount)
	value, err := strconv.ParseFloat(plain, 64)
	switch whole := math.Ceil(value); {
	case err != nil:
		return 1, Assumed
	case whole > maxQuantity:
		return maxQuantity, Limited
	case whole == 0:
		return 1, Zero
	case whole != value:
		return int(whole), Rounded
	default:
		return int(whole), hint
	}
}

// signOf returns the decimal separator of one number.
func (d decimal) signOf(amount string) byte {
	if sign := decimalSign(amount); sign != 0 {
		return sign
	}
	return d.sign
}
