package bom

import "strings"

// words are the messages for one language: short, and they say what to do.
type texts struct{ tooLong, tooMany, empty, busy string }

// wording is by language subtag; English stands in for any other.
func textsIn(language string) texts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return texts{
			tooLong: "Die Stückliste ist zu lang: höchstens 64 KB",
			tooMany: "Bitte teilen Sie die Stückliste auf: höchstens 500 Zeilen",
			empty:   "Bitte geben Sie mindestens eine Zeile an",
			busy:    "Zu viele Abfragen. Bitte warten Sie kurz",
		}
	case "fr":
		return texts{
			tooLong: "La nomenclature est trop longue : 64 Ko au plus",
			tooMany: "Veuillez répartir la nomenclature : 500 lignes au plus",
			empty:   "Veuillez indiquer au moins une ligne",
			busy:    "Trop de requêtes. Veuillez patienter un instant",
		}
	case "it":
		return texts{
			tooLong: "La distinta è troppo lunga: al massimo 64 KB",
			tooMany: "Divida la distinta: al massimo 500 righe",
			empty:   "Indichi almeno una riga",
			busy:    "Troppe richieste. Attenda un momento",
		}
	default:
		return texts{
			tooLong: "The bill of materials is too long: 64 KB at most",
			tooMany: "Please split the bill of materials: 500 lines at most",
			empty:   "Please enter at least one line",
			busy:    "Too many requests. Please wait a moment",
		}
	}
}

// TooLong is what a visitor reads whose text is beyond MaxBytes.
func TooLong(language string) string { return textsIn(language).tooLong }

// TooMany is what a visitor reads whose bill has more than MaxLines.
func TooMany(language string) string { return textsIn(language).tooMany }

// Empty is what a visitor reads who sends nothing to look up.
func Empty(language string) string { return textsIn(language).empty }

// Busy is what a visitor reads whose address has asked too much.
func Busy(language string) string { return textsIn(language).busy }
