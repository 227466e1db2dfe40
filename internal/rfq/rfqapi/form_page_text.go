package rfqapi

import "strings"

// pageTexts are the texts of the page of a rejected form. Those of the fields
// apply where the content has none.
type pageTexts struct {
	lang                                           string
	Title, Skip, Home, Privacy                     string
	Name, Phone, Email, Message, File, Agree, Send string
	OrderNumber, Reason, Answer, SendAnswer, Back  string // of answers to the supplier
}

// pageTextsIn returns the texts in a language, English for one without texts.
func pageTextsIn(language string) pageTexts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return pageTexts{
			lang: "de", Title: "Noch nicht gesendet", Skip: "Zum Inhalt", Home: "zur Startseite", Privacy: "Datenschutz",
			Name: "Name", Phone: "Telefon", Email: "E-Mail (freiwillig)", Message: "Nachricht", File: "Dateien anhängen (höchstens 5, je 10 MB)",
			Agree: "Ich bin einverstanden, dass meine Angaben zur Bearbeitung der Anfrage gespeichert werden.", Send: "Anfrage senden",
			OrderNumber: "Ihre Bestellnummer (freiwillig)", Reason: "Grund (freiwillig)", Answer: "Ihre Nachricht", SendAnswer: "Senden", Back: "Zurück zur Anfrage",
		}
	case "fr":
		return pageTexts{
			lang: "fr", Title: "Pas encore envoyée", Skip: "Aller au contenu", Home: "retour à l’accueil", Privacy: "Confidentialité",
			Name: "Nom", Phone: "Téléphone", Email: "E-mail (facultatif)", Message: "Message", File: "Joindre des fichiers (5 au plus, 10 Mo chacun)",
			Agree: "J’accepte que mes données soient enregistrées pour le traitement de la demande.", Send: "Envoyer la demande",
			OrderNumber: "Votre numéro de commande (facultatif)", Reason: "Motif (facultatif)", Answer: "Votre message", SendAnswer: "Envoyer", Back: "Retour à la demande",
		}
	case "it":
		return pageTexts{
			lang: "it", Title: "Non ancora inviata", Skip: "Vai al contenuto", Home: "alla pagina iniziale", Privacy: "Privacy",
			Name: "Nome", Phone: "Telefono", Email: "E-mail (facoltativa)", Message: "Messaggio", File: "Allegare file (al massimo 5, 10 MB ciascuno)",
			Agree: "Acconsento alla conservazione dei miei dati per l’elaborazione della richiesta.", Send: "Invia la richiesta",
			OrderNumber: "Il Suo numero d’ordine (facoltativo)", Reason: "Motivo (facoltativo)", Answer: "Il Suo messaggio", SendAnswer: "Invia", Back: "Torna alla richiesta",
		}
	default:
		return pageTexts{
			lang: "en", Title: "Not sent yet", Skip: "Skip to content", Home: "to the home page", Privacy: "Privacy",
			Name: "Name", Phone: "Phone", Email: "E-mail (optional)", Message: "Message", File: "Attach files (5 at most, 10 MB each)",
			Agree: "I agree that my details are stored to process the request.", Send: "Send request",
			OrderNumber: "Your order number (optional)", Reason: "Reason (optional)", Answer: "Your message", SendAnswer: "Send", Back: "Back to the request",
		}
	}
}
