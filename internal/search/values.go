package search

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// decimal writes a number as facts contain it: without trailing zeros.
func decimal(n float64) string { return strconv.FormatFloat(math.Round(n*1e4)/1e4, 'f', -1, 64) }

// number reads a folded decimal; 0 if it is none.
func number(s string) float64 {
	n, _ := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return n
}

// inches reads 1/2, 1 1/2, 1-1/2 or a decimal; 0 if it is none of a pipe or thread.
func inches(s string) float64 {
	s = strings.TrimSpace(strings.ReplaceAll(s, "-", " "))
	whole, fraction, mixed := strings.Cut(s, " ")
	if !mixed {
		whole, fraction = "0", s
	}
	if over, under, is := strings.Cut(fraction, "/"); is {
		below := number(under)
		if below == 0 || !slices.Contains([]float64{2, 4, 8, 16, 32}, below) || number(over) >= below {
			return 0
		}
		return number(whole) + number(over)/below
	}
	if mixed {
		return 0
	}
	return number(fraction)
}

// inchText writes a size in inches as the trade does: 1 1/2.
func inchText(n float64) string {
	whole, part := math.Modf(n)
	if part == 0 {
		return decimal(n)
	}
	for _, under := range []float64{2, 4, 8, 16, 32} {
		if over := part * under; over == math.Trunc(over) {
			text := decimal(over) + "/" + decimal(under)
			if whole > 0 {
				text = decimal(whole) + " " + text
			}
			return text
		}
	}
	return decimal(n)
}

// dnOfInches pairs nominal pipe sizes with nominal diameters: EN ISO 6708, ASME B36.10M.
var dnOfInches = map[float64]float64{ //nolint:gochecknoglobals // a table of a standard
	0.125: 6, 0.25: 8, 0.375: 10, 0.5: 15, 0.75: 20, 1: 25, 1.25: 32, 1.5: 40, 2: 50, 2.5: 65, 3: 80, 3.5: 90,
	4: 100, 5: 125, 6: 150, 8: 200, 10: 250, 12: 300, 14: 350, 16: 400, 18: 450, 20: 500, 24: 600,
}

// hoseOfInches pairs the sizes of hoses with their nominal diameters: ISO 4397.
var hoseOfInches = map[float64]float64{ //nolint:gochecknoglobals // a table of a standard
	0.1875: 5, 0.25: 6, 0.3125: 8, 0.375: 10, 0.5: 12, 0.625: 16, 0.75: 19, 1: 25, 1.25: 31, 1.5: 38, 2: 51,
}

// gaugeOfInches pairs the dials of pressure gauges with their nominal sizes: ASME B40.100, EN 837-1.
var gaugeOfInches = map[float64]float64{ //nolint:gochecknoglobals // a table of a standard
	1.5: 40, 2: 50, 2.5: 63, 3: 80, 4: 100, 6: 160, 10: 250,
}

// inchesOfDN is the inverse of dnOfInches; 0 for a diameter without a size in inches.
func inchesOfDN(dn float64) float64 {
	for in, n := range dnOfInches {
		if n == dn {
			return in
		}
	}
	return 0
}

// isDN reports whether a number is a nominal diameter of EN ISO 6708.
func isDN(n float64) bool {
	return slices.Contains([]float64{6, 8, 10, 15, 20, 25, 32, 40, 50, 60, 65, 80, 100, 125, 150, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800, 900, 1000}, n)
}

// isTubeOD reports whether a number is an outside diameter of ISO 8434-1 in mm.
func isTubeOD(n float64) bool {
	return slices.Contains([]float64{4, 5, 6, 8, 10, 12, 14, 15, 16, 18, 20, 22, 25, 28, 30, 35, 38, 42}, n)
}

// isPN reports whether a number is a nominal pressure of EN 1333.
func isPN(n float64) bool {
	return slices.Contains([]float64{2.5, 6, 10, 16, 25, 40, 63, 100, 160, 250, 320, 400}, n)
}

// barOfClass pairs pressure classes with nominal pressures: EN 1759-1, table 1.
var barOfClass = map[string]string{ //nolint:gochecknoglobals // a table of a standard
	"150": "20", "300": "50", "600": "110", "900": "150", "1500": "260", "2500": "420",
}

const psiPerBar = 14.5038
