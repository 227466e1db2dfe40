package rfq

import "strings"

// Template is what a letter begins with. Fields in it, such as {{question}}, are to be
// filled in by its writer: a letter with one is not sent.
type Template struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// TemplateFields are the values of a template's fields. An empty one stays a field.
type TemplateFields struct {
	Name      string // of the sender of the request
	Reference string
	Received  string // the day
	Offer     string // its number
	Until     string // the last day of the offer
	Link      string // of the request's page
	By        string // who writes
	Supplier  string
}

// Templates returns the templates of letters in a language.
func Templates(language string, f TemplateFields) map[LetterKind]Template {
	fill := strings.NewReplacer(pairs(map[string]string{
		"name": f.Name, "reference": f.Reference, "received": f.Received, "offer": f.Offer, "until": f.Until, "link": f.Link, "by": f.By, "supplier": f.Supplier,
	})...)
	all := templatesIn(language)
	for kind, t := range all {
		all[kind] = Template{fill.Replace(t.Subject), fill.Replace(t.Text)}
	}
	return all
}

// pairs returns the fields that have a value, each followed by it.
func pairs(fields map[string]string) (list []string) {
	for name, value := range fields {
		if value != "" {
			list = append(list, "{{"+name+"}}", value)
		}
	}
	return list
}

func templatesIn(language string) map[LetterKind]Template {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return map[LetterKind]Template{
			LetterQuestion: {
				"Rückfrage zu Ihrer Anfrage {{reference}}",
				"Guten Tag {{name}}\n\nVielen Dank für Ihre Anfrage {{reference}} vom {{received}}. Für das Angebot fehlt uns noch eine Angabe:\n\n{{question}}\n\nSie können auf der Seite Ihrer Anfrage antworten:\n{{link}}\n\nFreundliche Grüße\n{{by}}\n{{supplier}}",
			},
			LetterOffer: {
				"Angebot {{offer}} zu Ihrer Anfrage {{reference}}",
				"Guten Tag {{name}}\n\nVielen Dank für Ihre Anfrage {{reference}} vom {{received}}. Unser Angebot {{offer}} liegt bei. Es gilt bis {{until}}.\n\nSie können es auf der Seite Ihrer Anfrage annehmen, ablehnen oder dazu nachfragen:\n{{link}}\n\nFreundliche Grüße\n{{by}}\n{{supplier}}",
			},
			LetterDecline: {
				"Ihre Anfrage {{reference}}",
				"Guten Tag {{name}}\n\nVielen Dank für Ihre Anfrage {{reference}} vom {{received}}. Wir können Ihnen dazu kein Angebot machen:\n\n{{reason}}\n\nFreundliche Grüße\n{{by}}\n{{supplier}}",
			},
		}
	case "fr":
		return map[LetterKind]Template{
			LetterQuestion: {
				"Question sur votre demande {{reference}}",
				"Bonjour {{name}},\n\nNous vous remercions de votre demande {{reference}} du {{received}}. Pour établir l’offre, il nous manque une indication\u00a0:\n\n{{question}}\n\nVous pouvez répondre sur la page de votre demande\u00a0:\n{{link}}\n\nMeilleures salutations\n{{by}}\n{{supplier}}",
			},
			LetterOffer: {
				"Offre {{offer}} pour votre demande {{reference}}",
				"Bonjour {{name}},\n\nNous vous remercions de votre demande {{reference}} du {{received}}. Vous trouverez notre offre {{offer}} en pièce jointe. Elle est valable jusqu’au {{until}}.\n\nVous pouvez l’accepter, la refuser ou poser une question sur la page de votre demande\u00a0:\n{{link}}\n\nMeilleures salutations\n{{by}}\n{{supplier}}",
			},
			LetterDecline: {
				"Votre demande {{reference}}",
				"Bonjour {{name}},\n\nNous vous remercions de votre demande {{reference}} du {{received}}. Nous ne pouvons pas vous faire d’offre\u00a0:\n\n{{reason}}\n\nMeilleures salutations\n{{by}}\n{{supplier}}",
			},
		}
	case "it":
		return map[LetterKind]Template{
			LetterQuestion: {
				"Domanda sulla Sua richiesta {{reference}}",
				"Buongiorno {{name}},\n\nLa ringraziamo per la Sua richiesta {{reference}} del {{received}}. Per preparare l’offerta ci manca un dato:\n\n{{question}}\n\nPuò rispondere sulla pagina della Sua richiesta:\n{{link}}\n\nCordiali saluti\n{{by}}\n{{supplier}}",
			},
			LetterOffer: {
				"Offerta {{offer}} per la Sua richiesta {{reference}}",
				"Buongiorno {{name}},\n\nLa ringraziamo per la Sua richiesta {{reference}} del {{received}}. In allegato trova la nostra offerta {{offer}}. È valida fino al {{until}}.\n\nPuò accettarla, rifiutarla o fare una domanda sulla pagina della Sua richiesta:\n{{link}}\n\nCordiali saluti\n{{by}}\n{{supplier}}",
			},
			LetterDecline: {
				"La Sua richiesta {{reference}}",
				"Buongiorno {{name}},\n\nLa ringraziamo per la Sua richiesta {{reference}} del {{received}}. Non possiamo farLe un’offerta:\n\n{{reason}}\n\nCordiali saluti\n{{by}}\n{{supplier}}",
			},
		}
	default:
		return map[LetterKind]Template{
			LetterQuestion: {
				"A question about your request {{reference}}",
				"Hello {{name}},\n\nThank you for your request {{reference}} of {{received}}. For the offer we need one more detail:\n\n{{question}}\n\nYou can reply on the page of your request:\n{{link}}\n\nKind regards\n{{by}}\n{{supplier}}",
			},
			LetterOffer: {
				"Offer {{offer}} for your request {{reference}}",
				"Hello {{name}},\n\nThank you for your request {{reference}} of {{received}}. Our offer {{offer}} is attached. It is valid until {{until}}.\n\nYou can accept it, decline it or ask a question on the page of your request:\n{{link}}\n\nKind regards\n{{by}}\n{{supplier}}",
			},
			LetterDecline: {
				"Your request {{reference}}",
				"Hello {{name}},\n\nThank you for your request {{reference}} of {{received}}. We cannot make you an offer for it:\n\n{{reason}}\n\nKind regards\n{{by}}\n{{supplier}}",
			},
		}
	}
}

// StandardTerms returns the sentence about the terms of sale that an offer begins with.
func StandardTerms(language string) string {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return "Es gelten unsere Verkaufsbedingungen."
	case "fr":
		return "Nos conditions générales de vente s’appliquent."
	case "it":
		return "Valgono le nostre condizioni generali di vendita."
	default:
		return "Our terms of sale apply."
	}
}
