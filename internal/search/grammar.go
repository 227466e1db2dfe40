package search

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// rule recognises one spelling of a technical value at the start of folded text.
// read returns no term for numbers that cannot be such a value.
type rule struct {
	pattern *regexp.Regexp
	// glued allows a letter directly behind the value: DN80PN40.
	glued bool
	read  func(m []string) *Term
}

// starts returns a function that reports whether the pattern can match a text that
// begins with a character.
func (r *rule) starts() func(c byte) bool {
	parsed, err := syntax.Parse(r.pattern.String(), syntax.Perl)
	if err != nil {
		panic(err) // it was compiled before
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		panic(err)
	}
	var first []*syntax.Inst
	seen := make([]bool, len(prog.Inst))
	var follow func(pc uint32)
	follow = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		switch in := &prog.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			follow(in.Out)
			follow(in.Arg)
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
			follow(in.Out)
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			first = append(first, in)
		case syntax.InstMatch, syntax.InstFail:
		}
	}
	follow(uint32(prog.Start)) //nolint:gosec // an index
	return func(c byte) bool {
		return slices.ContainsFunc(first, func(in *syntax.Inst) bool { return in.MatchRune(rune(c)) })
	}
}

// Parts of patterns, on folded text: a decimal, and a size in inches.
const (
	decimals = `(\d+(?:\.\d+)?)`
	inch     = `((?:\d+[ -])?\d+/\d+|\d+(?:\.\d+)?)`
	inchUnit = `(?: ?(?:"|''|(?:zoll|inch(?:es)?|in|pouces?|po|pollici|pollice|poll)\b))`
	times    = ` ?[x*] ?`
)

// longest compiles a pattern that prefers the longest match. A Regexp that others read
// may not be changed to it later.
func longest(pattern string) *regexp.Regexp {
	compiled := regexp.MustCompile(pattern)
	compiled.Longest()
	return compiled
}

// rules returns the grammar. The longest match wins; of equal ones the first.
func rules() []rule {
	var all []rule
	add := func(pattern string, read func(m []string) *Term) {
		all = append(all, rule{pattern: longest(`^(?:` + pattern + `)`), read: read})
	}
	glue := func(pattern string, read func(m []string) *Term) {
		add(pattern, read)
		all[len(all)-1].glued = true
	}
	const dn = `(?:dn|nw|d\.n\.|nennweite|nominal (?:diameter|size|bore)|nb|diametre nominal|diametro nominale)[ .:=-]*`
	glue(dn+decimals, func(m []string) *Term { return nominal(number(m[1])) })
	add(dn+`(\d+) ?(?:x|auf|to|sur|su|a|nach|by|reduced to) ?(?:dn ?)?(\d+)`, func(m []string) *Term { return reduction(number(m[1]), number(m[2]), isDN) })
	add(`(\d+)(?: ?x ?| auf | to | sur | su | nach )(\d+)`, func(m []string) *Term { return reduction(number(m[1]), number(m[2]), isDN) })
	both := func(m []string) *Term { return pair(number(m[1]), number(m[2])) }
	add(dn+`(\d+) ?[/-] ?(?:dn ?)?(\d+)`, both)
	add(`(\d+)/(\d+)`, both)
	add(`([1-9]\d+)-([1-9]\d+)`, both)

	add(`nps[ -]*`+inch+inchUnit+`?`, func(m []string) *Term { return nominalPipeSize(inches(m[1])) })
	add(inch+`[ -]?`+inchUnit, func(m []string) *Term { return pipeSize(inches(m[1]), true) })
	add(inch+inchUnit+`?(?:`+times+`| auf | to | sur | su )`+inch+inchUnit+`?`, func(m []string) *Term {
		if !strings.Contains(m[1]+m[2], "/") {
			return nil
		}
		return reduction(inches(m[1]), inches(m[2]), func(n float64) bool { return dnOfInches[n] > 0 })
	})

	const threads = `(g|bspp|bspt|bsp|rp|rc|r|nptf|npt|gas|gaz)`
	add(threads+`[ .-]?`+inch+inchUnit+`?(?: ?[ab]\b)?`, func(m []string) *Term { return pipeThread(m[1], inches(m[2])) })
	add(inch+`[ -]?`+inchUnit+`?[ -]?`+threads, func(m []string) *Term { return pipeThread(m[2], inches(m[1])) })
	add(inch+inchUnit+`?-\d+ (nptf|npt)`, func(m []string) *Term { return pipeThread(m[2], inches(m[1])) })
	add(`(bspp|bspt|bsp|nptf|npt)`, func(m []string) *Term { return threadType(m[1]) })
	add(`m ?`+decimals+`(?:`+times+decimals+`)?`, func(m []string) *Term { return metricThread(m[1], m[2]) })
	add(`((?:\d+ )?\d+/\d+) ?- ?(\d+) ?(unf|unc|uns|un)`, func(m []string) *Term {
		return &Term{Kind: Thread, Label: m[1] + "-" + m[2] + " " + strings.ToUpper(m[3]), Facts: []string{"th:" + m[1] + "-" + m[2] + m[3]}, Matches: exact("th:" + m[1] + "-" + m[2] + m[3])}
	})
	add(`(rd|tr) ?`+decimals+times+`(\d+/\d+|\d+)`, func(m []string) *Term {
		fact := "th:" + m[1] + m[2] + "x" + m[3]
		return &Term{Kind: Thread, Label: strings.Title(m[1]) + " " + m[2] + "×" + m[3], Facts: []string{fact}, Matches: exact(fact)} //nolint:staticcheck // ASCII
	})

	const atLeast = `(?:(?:>=|>|ab|mind\.?|mindestens|min\.?|bis|max\.?|at least|up to|jusqu'a|fino a|almeno) ?)?`
	glue(atLeast+`(?:pn|nd|nenndruck|druckstufe|p\.?n\.?)[ .:=-]*`+decimals+`(?: ?bars?\b)?`, func(m []string) *Term { return nominalPressure(number(m[1])) })
	add(atLeast+decimals+` ?(?:bars?)`, func(m []string) *Term { return bar(number(m[1])) })
	add(atLeast+decimals+` ?(mpa)`, func(m []string) *Term { return bar(number(m[1]) * 10) })
	add(atLeast+decimals+` ?(psi|psig|lbs?/in2)`, func(m []string) *Term { return psi(m[1]) })
	add(`(?:class|classe|klasse|cl\.?|ansi|asme)[ .-]*(150|300|400|600|800|900|1500|2500|3000|6000|9000)(?: ?(?:(?:lbs?|rf)\b\.?|#))?`, func(m []string) *Term { return class(m[1]) })
	add(`(150|300|400|600|800|900|1500|2500|3000|6000|9000) ?(?:lbs?\.?|#)`, func(m []string) *Term { return class(m[1]) })
	add(`([-+]? ?\d+(?:\.\d+)?) ?(?:-|\.\.\.?|/|bis|to|a|->) ?(\+? ?\d+(?:\.\d+)?) ?(bars?|mbar|psi|°? ?c|grad celsius)`, func(m []string) *Term { return scaleRange(m[1], m[2], m[3]) })

	add(decimals+times+decimals+`(?: ?mm\b)?`, func(m []string) *Term { return tube(number(m[1]), number(m[2])) })
	add(decimals+` ?mm`+times+decimals+` ?mm`, func(m []string) *Term { return tube(number(m[1]), number(m[2])) })

	add(`(\d{1,2}) ?-? ?(ll|l|s)(?:[ /-](ll|l|s))?`, func(m []string) *Term { return series(m[1], m[2], m[3]) })
	add(`(ll|l|s) ?-? ?(\d{1,2})`, func(m []string) *Term { return series(m[2], m[1], "") })
	add(`(\d{1,2}) ?-?(?:ll|l|s)(?: ?[/x-] ?| auf | to | sur | su | )(\d{1,2}) ?-?(?:ll|l|s)`, func(m []string) *Term { return reduction(number(m[1]), number(m[2]), isTubeOD) })
	add(`(?:baureihe|reihe|series|serie|reeks|typ)[ .-]?(ll|l|s)`, seriesLetter)
	add(`(ll|l|s)[ -](?:reihe|baureihe|series|serie)`, seriesLetter)

	add(`(\d{2,3}) ?(?:°|grad|deg|degrees?|degres?|gradi)`, func(m []string) *Term {
		return &Term{Kind: Angle, Label: m[1] + "°", Facts: []string{"ang:" + m[1]}, Matches: exact("ang:" + m[1])}
	})
	add(`(?:en ?10204[ :/-]*)(?:typ |type )?([23]\.[12])?`, certificate)
	add(`(?:zeugnis|apz|ape|wz|abnahmepruefzeugnis|abnahmeprufzeugnis|werkszeugnis|certificate?|certificat|certificato|certif\.?|cert\.?|mtc) ?(?:nach |to |selon |secondo )?(?:en ?10204[ :/-]*)?(?:typ |type )?([23]\.[12])`, certificate)
	add(`([23]\.[12])(?:[ -]?(?:zeugnis|certificate?|certificat|certificato|cert\.?))?`, certificate)
	add(`ng ?(\d+)`, func(m []string) *Term {
		return &Term{Kind: Size, Label: "NG " + m[1], Facts: []string{"ng:" + m[1]}, Matches: append(exact("ng:"+m[1]), Match{Fact: "mm:" + m[1], Level: Other})}
	})
	add(decimals+` ?(mm|millimeter|cm|m|meter|metres?|metri)`, length)
	add(`(?:(?:wandstaerke|wandstarke|wanddicke|wd|wall(?: thickness)?|wt|thk|epaisseur|ep|spessore|sp)[ .:=]*|[st] ?= ?)`+decimals+`(?: ?mm\b)?`, func(m []string) *Term { return wall(number(m[1])) })
	add(`\d+er[ -]?(?:pack|packung|beutel|karton|box|set)\w*`, func(m []string) *Term { return &Term{Kind: Word, Word: m[0], Label: m[0]} })
	add(`(\d{2,3})er|(\d{1,2})-?fach`, func(m []string) *Term { return plainNumber(m[1] + m[2]) }) // 100er Manometer, 4-fach
	add(inch, func(m []string) *Term {
		if !strings.Contains(m[1], "/") {
			return plainNumber(m[1])
		}
		return pipeSize(inches(m[1]), false)
	})
	return all
}

func certificate(m []string) *Term {
	if m[1] == "" {
		return &Term{Kind: Certificate, Label: "EN 10204", Facts: []string{"std:en10204"}, Matches: exact("std:en10204")}
	}
	return &Term{Kind: Certificate, Label: "EN 10204 " + m[1], Facts: []string{"cert:" + m[1], "std:en10204"}, Matches: exact("cert:" + m[1])}
}

func seriesLetter(m []string) *Term {
	return &Term{Kind: Series, Label: strings.ToUpper(m[1]), Facts: []string{"series:" + m[1]}, Matches: exact("series:" + m[1])}
}

func nominal(n float64) *Term {
	t := &Term{Kind: Size, Label: "DN " + decimal(n), Facts: []string{"dn:" + decimal(n)}, Matches: exact("dn:" + decimal(n))}
	if in := inchesOfDN(n); in > 0 {
		t.Matches = append(t.Matches, Match{Fact: "in:" + decimal(in), Level: Other, Unless: "has:dn"})
	}
	t.Matches = append(t.Matches, Match{Fact: "ng:" + decimal(n), Level: Weak, Unless: "has:dn"}) // of a gauge
	return t
}

// nominalPipeSize is a size of ASME B36.10M. A thread of this size is another one.
func nominalPipeSize(n float64) *Term {
	t := pipeSize(n, true)
	if t != nil {
		t.Matches[0].Level = Other
		t.Facts, t.Matches = append(t.Facts, "nps:"+decimal(n)), append(t.Matches, exact("nps:"+decimal(n))...)
	}
	return t
}

// wall is a wall thickness in mm.
func wall(n float64) *Term {
	fact := "wall:" + decimal(n)
	return &Term{Kind: Size, Label: "t = " + decimal(n) + " mm", Facts: []string{fact}, Matches: exact(fact)}
}

// pipeSize is a size in inches: of a thread, a pipe or a tube.
func pipeSize(n float64, unit bool) *Term {
	if n == 0 || n > 48 {
		return nil
	}
	t := &Term{Kind: Size, Label: inchText(n), Facts: []string{"in:" + decimal(n)}, Matches: exact("in:" + decimal(n))}
	if unit {
		t.Label += "\u2033"
	}
	t.Matches = append(t.Matches, Match{Fact: "n:" + decimal(n), Level: Other})
	if dn := dnOfInches[n]; dn > 0 {
		t.Matches = append(t.Matches, Match{Fact: "dn:" + decimal(dn), Level: Other, Unless: "has:in"})
	}
	if dn := hoseOfInches[n]; dn > 0 {
		t.Matches = append(t.Matches, Match{Fact: "dn:" + decimal(dn), Level: Other - 10, Unless: "has:in"})
	}
	if ng := gaugeOfInches[n]; ng > 0 && unit {
		t.Matches = append(t.Matches, Match{Fact: "ng:" + decimal(ng), Level: Other})
	}
	return t
}

// plainNumber is a number without a unit.
func plainNumber(s string) *Term {
	s = decimal(number(s))
	return &Term{Kind: Size, Label: s, Facts: []string{"n:" + s}, Matches: []Match{
		{Fact: "n:" + s, Level: Exact},
		{Fact: "dn:" + s, Level: 95},
		{Fact: "od:" + s, Level: 90},
		{Fact: "ng:" + s, Level: 90},
		{Fact: "mm:" + s, Level: 85},
		{Fact: "in:" + s, Level: Other},
		{Fact: "class:" + s, Level: 75},
		{Fact: "pn:" + s, Level: 70},
		{Fact: "wall:" + s, Level: 65},
		{Fact: "th:m" + s, Level: 60},
		{Fact: "ang:" + s, Level: Weak},
	}}
}

// pipeThread is a thread of ISO 228 (G), ISO 7 (R, Rp, Rc) or ASME B1.20.1 (NPT).
func pipeThread(name string, n float64) *Term {
	if n == 0 || n > 12 {
		return nil
	}
	size := decimal(n)
	t := &Term{Kind: Thread}
	other := func(level uint8, names ...string) {
		for _, other := range names {
			t.Matches = append(t.Matches, Match{Fact: "th:" + other + size, Level: level})
		}
	}
	label := map[string]string{"g": "G", "gas": "G", "gaz": "G", "bsp": "BSP", "bspp": "G", "bspt": "R", "r": "R", "rp": "Rp", "rc": "Rc", "npt": "NPT", "nptf": "NPTF"}
	t.Label = label[name] + " " + inchText(n)
	switch name {
	case "npt", "nptf":
		t.Facts, t.Matches = []string{"th:npt" + size, "tt:npt"}, exact("th:npt"+size)
	case "r", "bspt", "rc":
		t.Facts, t.Matches = []string{"th:r" + size, "tt:r"}, exact("th:r"+size)
		other(Other, "rp")
		other(Weak, "g")
	case "rp":
		t.Facts, t.Matches = []string{"th:rp" + size, "tt:g"}, exact("th:rp"+size)
		other(Other, "r", "g")
	default:
		t.Facts, t.Matches = []string{"th:g" + size, "tt:g"}, exact("th:g"+size)
		other(Other, "rp")
		other(Other-10, "r")
	}
	t.Facts = append(t.Facts, "in:"+size)
	return t
}

// threadType is a kind of thread without a size.
func threadType(name string) *Term {
	fact := map[string]string{"bsp": "tt:g", "bspp": "tt:g", "bspt": "tt:r", "npt": "tt:npt", "nptf": "tt:npt"}[name]
	return &Term{Kind: Thread, Label: strings.ToUpper(name), Facts: []string{fact}, Matches: exact(fact)}
}

func metricThread(diameter, pitch string) *Term {
	fact, label := "th:m"+decimal(number(diameter)), "M"+diameter
	facts := []string{fact}
	if pitch != "" {
		label += "×" + pitch
		fact += "x" + decimal(number(pitch))
		facts = append(facts, fact)
	}
	return &Term{Kind: Thread, Label: label, Facts: facts, Matches: exact(fact)}
}

func nominalPressure(n float64) *Term {
	return &Term{Kind: Pressure, Label: "PN " + decimal(n), Facts: []string{"pn:" + decimal(n)}, Matches: exact("pn:" + decimal(n)), AtLeast: n, Above: "pn:"}
}

func bar(n float64) *Term {
	return &Term{Kind: Pressure, Label: decimal(n) + " bar", Facts: []string{"pn:" + decimal(n)}, Matches: exact("pn:"+decimal(n), "to:"+decimal(n)), AtLeast: n, Above: "pn:"}
}

// psi reads 6000, 6.000 (a thousand, as nothing is rated 6 psi with three decimals).
func psi(s string) *Term {
	whole, thousands, grouped := strings.Cut(s, ".")
	n := number(s)
	if grouped && len(thousands) == 3 {
		n = number(whole + thousands)
	}
	// Ratings in bar are rounded: 3000 psi is sold as 207 bar.
	return &Term{Kind: Pressure, Label: decimal(n) + " psi", Facts: []string{"psi:" + decimal(n)}, Matches: exact("psi:" + decimal(n)), AtLeast: n / psiPerBar * 0.99, Above: "pn:"}
}

func class(n string) *Term {
	t := &Term{Kind: Pressure, Label: "Class " + n, Facts: []string{"class:" + n}, Matches: exact("class:" + n)}
	if pn := barOfClass[n]; pn != "" {
		t.Matches = append(t.Matches, Match{Fact: "pn:" + pn, Level: Weak, Unless: "has:class"})
	}
	return t
}

func scaleRange(from, to, unit string) *Term {
	plain := func(s string) string { return decimal(number(strings.ReplaceAll(strings.TrimPrefix(s, "+"), " ", ""))) }
	low, high := plain(from), plain(to)
	label := low + "–" + high + " "
	switch unit[len(unit)-1] {
	case 'c', 's':
		label += "°C"
	default:
		label += unit
	}
	if strings.HasPrefix(unit, "bar") {
		label = low + "–" + high + " bar"
	}
	return &Term{Kind: Range, Label: label, Facts: []string{"rng:" + low + "-" + high, "to:" + high}, Matches: exact("rng:" + low + "-" + high), AtLeast: number(high), Above: "rng:" + low + "-"}
}

// tube is an outside diameter and a wall thickness, in mm; or two diameters.
func tube(od, wall float64) *Term {
	if wall == 0 || wall*2 >= od {
		return reduction(od, wall, func(n float64) bool { return isDN(n) || isTubeOD(n) })
	}
	size := decimal(od) + "x" + decimal(wall)
	return &Term{
		Kind: Tube, Label: decimal(od) + "×" + decimal(wall), Facts: []string{"tube:" + size, "od:" + decimal(od)},
		Matches: []Match{
			{Fact: "tube:" + size, Level: Exact},
			{Fact: "th:m" + size, Level: Other - 10},
			{Fact: "od:" + decimal(od), Level: Weak, Unless: "has:tube"},
		},
	}
}

func series(size, name, other string) *Term {
	n := number(size)
	if !isTubeOD(n) {
		return nil
	}
	size = decimal(n)
	t := &Term{Kind: Series, Label: size + strings.ToUpper(name)}
	for _, s := range []string{name, other} {
		if s != "" {
			t.Facts = append(t.Facts, "ser:"+size+s, "series:"+s)
			t.Matches = append(t.Matches, Match{Fact: "ser:" + size + s, Level: Exact})
		}
	}
	t.Matches = append(t.Matches, Match{Fact: "od:" + size, Level: Weak, Unless: "has:ser"})
	return t
}

// reduction is a change of size, the larger first.
func reduction(large, small float64, known func(float64) bool) *Term {
	if large < small {
		large, small = small, large
	}
	if large == small || small == 0 || !known(large) || !known(small) {
		return nil
	}
	fact := "red:" + decimal(large) + "/" + decimal(small)
	return &Term{Kind: Size, Label: inchText(large) + " × " + inchText(small), Facts: []string{fact}, Matches: exact(fact)}
}

// pair is two numbers with a slash or a hyphen between them: a reduction, or the
// nominal diameter and pressure of a flange.
func pair(a, b float64) *Term {
	t := reduction(a, b, isDN)
	if !isDN(a) || !isPN(b) {
		return t
	}
	fact := "dnpn:" + decimal(a) + "/" + decimal(b)
	if t == nil {
		t = &Term{Kind: Size, Label: "DN " + decimal(a) + " PN " + decimal(b), Facts: []string{"dn:" + decimal(a), "pn:" + decimal(b)}}
	}
	t.Matches = append(t.Matches, Match{Fact: fact, Level: Exact, Unless: "has:red"})
	return t
}

func length(m []string) *Term {
	n := number(m[1])
	label := decimal(n) + " mm"
	switch m[2][0] {
	case 'c':
		n, label = n*10, decimal(n)+" cm"
	case 'm':
		if m[2] != "mm" && m[2] != "millimeter" {
			n, label = n*1000, decimal(n)+" m"
		}
	}
	s := decimal(n)
	return &Term{Kind: Size, Label: label, Facts: []string{"mm:" + s}, Matches: []Match{
		{Fact: "mm:" + s, Level: Exact}, {Fact: "od:" + s, Level: Exact}, {Fact: "ng:" + s, Level: 90}, {Fact: "dn:" + s, Level: Weak},
	}}
}
