package bom

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The columns of rows that were copied with single spaces between them.
const (
	plainNumber = `\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{1,3})?|\d{1,9}(?:[.,]\d{1,6})?`
	// unitCodes are units of orders beside those of units.
	unitCodes  = units + `|nr|un|pc|m|kg|c62|h87`
	columnDate = `\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}/\d{1,2}/\d{2,4}|\d{4}-\d\d-\d\d`
	price      = `\d[\d.,'’]*[.,]\d\d`
	// columns matches the columns behind the quantity: dates, prices, their currency
	// and what they are for.
	columns = `((?:\s+(?:` + columnDate + `|` + price + `|` + currency + `|/\s*\d*\s*(?:` + unitCodes + `)|\d{1,2}(?:[.,]\d+)?\s?%))+)$`
)

var (
	// countedRow matches a row with a quantity, its unit and further columns.
	countedRow = regexp.MustCompile(`(?i)^(.*?\S)\s+(` + plainNumber + `)\s*(` + unitCodes + `)\.?` + columns)
	// pricedRow matches a row with a quantity, its price and their product.
	pricedRow   = regexp.MustCompile(`^(.*\S)\s+(` + plainNumber + `)()(\s+(` + price + `)\s+(` + price + `))$`)
	columnDates = regexp.MustCompile(`(?:^|\s)(` + columnDate + `)(?:$|\s)`)
	// ownNumber matches the number of an article at the customer, before its words.
	ownNumber = regexp.MustCompile(`^(\d{5,18})\s+(\pL.*)$`)
)

// singleSpaces returns a row of an order, such as 10 FR-GV-12S-71 Verschraubung 20 ST
// 15.12.2026 12,50 250,00, without the columns behind its quantity, and its dates; ok is false for others. A
// quantity without a unit is proved by its price and their product.
func singleSpaces(text string) (row, dates string, ok bool) {
	m := countedRow.FindStringSubmatch(text)
	if m == nil {
		if m = pricedRow.FindStringSubmatch(text); m == nil || !isProduct(m[2], m[5], m[6]) {
			return text, "", false
		}
	}
	unit := " pcs"
	if strings.EqualFold(m[3], "m") || strings.EqualFold(m[3], "mt") {
		unit = " m"
	}
	var found []string
	for _, date := range columnDates.FindAllStringSubmatch(m[1]+" "+m[4], -1) {
		found = append(found, date[1])
	}
	return columnDates.ReplaceAllString(m[1], " ") + " " + m[2] + unit, joinNotes(found...), true
}

// isProduct reports whether the quantity times the price is the sum, rounded to a cent.
func isProduct(quantity, price, sum string) bool {
	return math.Abs(valueOf(quantity)*valueOf(price)-valueOf(sum)) < 0.011
}

// valueOf returns the value of a number whose last sign is the decimal separator.
func valueOf(number string) float64 {
	whole, decimals := number, ""
	if at := strings.LastIndexAny(number, ".,"); at >= 0 {
		whole, decimals = number[:at], number[at+1:]
	}
	digits := strings.NewReplacer(".", "", ",", "", "'", "", "’", "").Replace(whole)
	value, _ := strconv.ParseFloat(digits+"."+decimals, 64)
	return value
}
