package document

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// texts are the texts of documents in one language. They are the same as on the
// request's page (web/src/routes/request/texts.ts and web/src/cart/lines-texts.ts).
type texts struct {
	tag                                                                                 string // language subtag
	title, received, deadline, answered, link, name, phone, email, form, message, files string
	parts, position, customer, part, article, values, quantity, note, unknown           string
	number, supplier, contact                                                           string // columns of CSV
	open                                                                                string // for a line that names a family without its size
	page                                                                                string // format of the footer: page number, number of pages
	separator                                                                           rune   // of CSV cells, as spreadsheets in the language expect it
	decimal                                                                             string
}

// textsIn returns the texts of a language, by its primary subtag; the English texts
// for other languages.
func textsIn(language string) texts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return texts{
			tag: tag, title: "Anfrage", received: "Eingegangen", deadline: "Antwort bis", link: "Im Internet", answered: "Beantwortet", name: "Name", phone: "Telefon", email: "E-Mail",
			form: "Formular", message: "Nachricht", files: "Dateien",
			parts: "Positionen", position: "Pos.", customer: "Kundenpos.", part: "Teilenummer", article: "Artikel", values: "Werte", quantity: "Menge",
			note: "Bemerkung", unknown: "nicht im Katalog", open: "Größe offen",
			page: "Seite %d von %s", number: "Anfragenummer", supplier: "Anfrage an", contact: "Kontakt", separator: ';', decimal: ",",
		}
	case "fr":
		return texts{
			tag: tag, title: "Demande", received: "Reçue", deadline: "Réponse avant", link: "En ligne", answered: "Traitée", name: "Nom", phone: "Téléphone", email: "E-mail",
			form: "Formulaire", message: "Message", files: "Fichiers",
			parts: "Articles", position: "Pos.", customer: "Pos. client", part: "Référence", article: "Article", values: "Valeurs", quantity: "Quantité",
			note: "Remarque", unknown: "hors catalogue", open: "taille à préciser",
			page: "Page %d sur %s", number: "Numéro de demande", supplier: "Demande à", contact: "Contact", separator: ';', decimal: ",",
		}
	case "it":
		return texts{
			tag: tag, title: "Richiesta", received: "Ricevuta", deadline: "Risposta entro", link: "Online", answered: "Evasa", name: "Nome", phone: "Telefono", email: "E-mail",
			form: "Modulo", message: "Messaggio", files: "File",
			parts: "Articoli", position: "Pos.", customer: "Pos. cliente", part: "Codice", article: "Articolo", values: "Valori", quantity: "Quantità",
			note: "Nota", unknown: "non a catalogo", open: "misura da definire",
			page: "Pagina %d di %s", number: "Numero richiesta", supplier: "Richiesta a", contact: "Contatto", separator: ';', decimal: ",",
		}
	default:
		return texts{
			tag: "en", title: "Request", received: "Received", deadline: "Answer by", link: "Online", answered: "Answered", name: "Name", phone: "Phone", email: "E-mail",
			form: "Form", message: "Message", files: "Files",
			parts: "Items", position: "Item", customer: "Customer item", part: "Part number", article: "Article", values: "Values", quantity: "Quantity",
			note: "Note", unknown: "not in the catalog", open: "size not chosen",
			page: "Page %d of %s", number: "Request number", supplier: "Request to", contact: "Contact", separator: ',', decimal: ".",
		}
	}
}

// decimalPoint matches a decimal point in a number.
var decimalPoint = regexp.MustCompile(`(\d)\.(\d)`)

// decimals returns a value with the decimal separator of the language. The point of a
// material number is none.
func (w texts) decimals(value string) string {
	if materialNumber().MatchString(value) {
		return value
	}
	return decimalPoint.ReplaceAllString(value, "${1}"+w.decimal+"${2}")
}

// size returns a number of bytes in kB or MB.
func (w texts) size(bytes int64) string {
	if bytes < 950_000 {
		return fmt.Sprintf("%d\u00a0kB", max(1, (bytes+500)/1000))
	}
	return w.decimals(strconv.FormatFloat(float64(bytes)/1e6, 'f', 1, 64)) + "\u00a0MB"
}
