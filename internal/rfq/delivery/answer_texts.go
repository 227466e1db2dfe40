package delivery

import "strings"

// answerTexts are the texts of mails about answers and offers in one language.
type answerTexts struct {
	replied, accepted, refused        string // titles for the supplier; %s: reference, and name of the sender
	expiring, expired                 string // titles for the supplier; %s: number of the offer
	expiringLead, expiredLead         string // %s: number of the offer and its last day
	offer, total, orderNumber, reason string
	open                              string // the request at the desk
	thanks, thanksLead                string // for the sender who accepted; %s: number of the offer; number and total
	soon, soonLead                    string // for the sender whose offer ends; %s: number of the offer; number and last day
}

// answerTextsIn returns the texts of a language, by its primary subtag; the English texts
// for other languages.
func answerTextsIn(language string) answerTexts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return answerTexts{
			replied: "%s: Antwort von %s", accepted: "%s: Angebot angenommen von %s", refused: "%s: Angebot abgelehnt von %s",
			expiring: "Angebot %s läuft ab", expiringLead: "Das Angebot %s gilt bis %s. Es ist noch keine Antwort da.",
			expired: "Angebot %s ist abgelaufen", expiredLead: "Das Angebot %s galt bis %s. Es kam keine Antwort.",
			offer: "Angebot", total: "Gesamt", orderNumber: "Bestellnummer", reason: "Grund", open: "Anfrage öffnen",
			thanks: "Ihre Annahme des Angebots %s", thanksLead: "Vielen Dank. Ihre Annahme des Angebots %s über %s ist gespeichert. Die Auftragsbestätigung folgt. Das Angebot, das Sie angenommen haben, liegt bei.",
			soon: "Unser Angebot %s läuft bald ab", soonLead: "Unser Angebot %s gilt bis %s. Sie können es auf der Seite Ihrer Anfrage annehmen, ablehnen oder dazu nachfragen.",
		}
	case "fr":
		return answerTexts{
			replied: "%s\u00a0: réponse de %s", accepted: "%s\u00a0: offre acceptée par %s", refused: "%s\u00a0: offre refusée par %s",
			expiring: "L’offre %s expire bientôt", expiringLead: "L’offre %s est valable jusqu’au %s. Il n’y a pas encore de réponse.",
			expired: "L’offre %s a expiré", expiredLead: "L’offre %s était valable jusqu’au %s. Il n’y a pas eu de réponse.",
			offer: "Offre", total: "Total", orderNumber: "Numéro de commande", reason: "Motif", open: "Ouvrir la demande",
			thanks: "Votre acceptation de l’offre %s", thanksLead: "Nous vous remercions. Votre acceptation de l’offre %s pour %s est enregistrée. La confirmation de commande suivra. L’offre que vous avez acceptée est jointe.",
			soon: "Notre offre %s expire bientôt", soonLead: "Notre offre %s est valable jusqu’au %s. Vous pouvez l’accepter, la refuser ou poser une question sur la page de votre demande.",
		}
	case "it":
		return answerTexts{
			replied: "%s: risposta di %s", accepted: "%s: offerta accettata da %s", refused: "%s: offerta rifiutata da %s",
			expiring: "L’offerta %s sta per scadere", expiringLead: "L’offerta %s è valida fino al %s. Non c’è ancora una risposta.",
			expired: "L’offerta %s è scaduta", expiredLead: "L’offerta %s era valida fino al %s. Non c’è stata risposta.",
			offer: "Offerta", total: "Totale", orderNumber: "Numero d’ordine", reason: "Motivo", open: "Apri la richiesta",
			thanks: "La Sua accettazione dell’offerta %s", thanksLead: "La ringraziamo. La Sua accettazione dell’offerta %s per %s è registrata. Seguirà la conferma d’ordine. In allegato trova l’offerta che ha accettato.",
			soon: "La nostra offerta %s sta per scadere", soonLead: "La nostra offerta %s è valida fino al %s. Può accettarla, rifiutarla o fare una domanda sulla pagina della Sua richiesta.",
		}
	default:
		return answerTexts{
			replied: "%s: reply from %s", accepted: "%s: offer accepted by %s", refused: "%s: offer declined by %s",
			expiring: "Offer %s is about to expire", expiringLead: "Offer %s is valid until %s. There is no answer yet.",
			expired: "Offer %s has expired", expiredLead: "Offer %s was valid until %s. There was no answer.",
			offer: "Offer", total: "Total", orderNumber: "Order number", reason: "Reason", open: "Open the request",
			thanks: "Your acceptance of offer %s", thanksLead: "Thank you. Your acceptance of offer %s for %s is stored. The order confirmation will follow. The offer that you accepted is attached.",
			soon: "Our offer %s is about to expire", soonLead: "Our offer %s is valid until %s. You can accept it, decline it or ask a question on the page of your request.",
		}
	}
}
