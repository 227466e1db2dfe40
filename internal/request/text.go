package request

import "strings"

// words are the texts for one language: short, and they say what to do.
type words struct {
	all, name, twoLetters, phone, tenDigits, email, agree, tooLong, wrong, lines, tooMany, busy, later string
}

// wording is by language subtag; English stands in for any other.
func wording(language string) words {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return words{
			all:        "Bitte füllen Sie alle Felder aus",
			name:       "Bitte geben Sie Ihren Namen ein",
			twoLetters: "Mindestens 2 Zeichen",
			phone:      "Bitte geben Sie Ihre Telefonnummer ein",
			tenDigits:  "Mindestens 10 Ziffern",
			email:      "Bitte prüfen Sie die E-Mail-Adresse",
			agree:      "Bitte stimmen Sie der Verarbeitung zu",
			tooLong:    "Bitte kürzen Sie diesen Text",
			wrong:      "Bitte prüfen Sie diese Angabe",
			lines:      "Bitte prüfen Sie diese Position",
			tooMany:    "Bitte teilen Sie die Anfrage auf: höchstens 500 Positionen",
			busy:       "Zu viele Anfragen. Bitte warten Sie kurz und senden Sie noch einmal",
			later:      "Ihre Anfrage konnte gerade nicht gespeichert werden. Bitte senden Sie sie noch einmal",
		}
	case "fr":
		return words{
			all:        "Veuillez remplir tous les champs",
			name:       "Veuillez indiquer votre nom",
			twoLetters: "Au moins 2 caractères",
			phone:      "Veuillez indiquer votre numéro de téléphone",
			tenDigits:  "Au moins 10 chiffres",
			email:      "Veuillez vérifier l’adresse e-mail",
			agree:      "Veuillez accepter le traitement de vos données",
			tooLong:    "Veuillez raccourcir ce texte",
			wrong:      "Veuillez vérifier cette indication",
			lines:      "Veuillez vérifier cet article",
			tooMany:    "Veuillez répartir la demande : 500 articles au plus",
			busy:       "Trop de demandes. Veuillez patienter un instant et renvoyer",
			later:      "Votre demande n’a pas pu être enregistrée. Veuillez l’envoyer encore une fois",
		}
	case "it":
		return words{
			all:        "Compili tutti i campi",
			name:       "Inserisca il Suo nome",
			twoLetters: "Almeno 2 caratteri",
			phone:      "Inserisca il Suo numero di telefono",
			tenDigits:  "Almeno 10 cifre",
			email:      "Controlli l’indirizzo e-mail",
			agree:      "Acconsenta al trattamento dei dati",
			tooLong:    "Abbrevi questo testo",
			wrong:      "Controlli questo dato",
			lines:      "Controlli questo articolo",
			tooMany:    "Divida la richiesta: al massimo 500 articoli",
			busy:       "Troppe richieste. Attenda un momento e invii di nuovo",
			later:      "Non è stato possibile salvare la richiesta. La invii di nuovo",
		}
	default:
		return words{
			all:        "Please fill in all fields",
			name:       "Please enter your name",
			twoLetters: "At least 2 characters",
			phone:      "Please enter your phone number",
			tenDigits:  "At least 10 digits",
			email:      "Please check the e-mail address",
			agree:      "Please agree to the processing of your data",
			tooLong:    "Please shorten this text",
			wrong:      "Please check this entry",
			lines:      "Please check this item",
			tooMany:    "Please split the request: 500 items at most",
			busy:       "Too many requests. Please wait a moment and send again",
			later:      "Your request could not be stored just now. Please send it again",
		}
	}
}

// TooMany is what a visitor reads whose address has sent too much.
func TooMany(language string) string { return wording(language).busy }

// TryAgain is what a visitor reads whose request could not be stored.
func TryAgain(language string) string { return wording(language).later }

// Incomplete is the message about a form as a whole, for a form without an
// error text of its own.
func Incomplete(language string) string { return wording(language).all }
