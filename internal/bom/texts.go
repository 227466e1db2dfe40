package bom

import "strings"

// texts are the messages to visitors in one language, and the remark on a quantity
// that is a length.
type texts struct{ tooLong, tooMany, empty, busy, metres string }

// textsIn returns the texts of a language, by its primary subtag; the English texts
// for other languages.
func textsIn(language string) texts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return texts{
			tooLong: "Die Stückliste ist zu lang: höchstens 1 MB",
			tooMany: "Bitte teilen Sie die Stückliste auf: höchstens 5.000 Zeilen",
			empty:   "Bitte geben Sie mindestens eine Zeile an",
			busy:    "Zu viele Abfragen. Bitte warten Sie kurz",
			metres:  "Menge in Metern",
		}
	case "fr":
		return texts{
			tooLong: "La nomenclature est trop longue : 1 Mo au plus",
			tooMany: "Veuillez répartir la nomenclature : 5 000 lignes au plus",
			empty:   "Veuillez indiquer au moins une ligne",
			busy:    "Trop de requêtes. Veuillez patienter un instant",
			metres:  "quantité en mètres",
		}
	case "it":
		return texts{
			tooLong: "La distinta è troppo lunga: al massimo 1 MB",
			tooMany: "Divida la distinta: al massimo 5.000 righe",
			empty:   "Indichi almeno una riga",
			busy:    "Troppe richieste. Attenda un momento",
			metres:  "quantità in metri",
		}
	default:
		return texts{
			tooLong: "The bill of materials is too long: 1 MB at most",
			tooMany: "Please split the bill of materials: 5,000 lines at most",
			empty:   "Please enter at least one line",
			busy:    "Too many requests. Please wait a moment",
			metres:  "quantity in metres",
		}
	}
}

// TooLong returns the message for a text above MaxBytes.
func TooLong(language string) string { return textsIn(language).tooLong }

// TooMany returns the message for a bill with more than MaxLines.
func TooMany(language string) string { return textsIn(language).tooMany }

// Empty returns the message for a bill without lines.
func Empty(language string) string { return textsIn(language).empty }

// Busy returns the message for a client above the rate limit.
func Busy(language string) string { return textsIn(language).busy }
