package rfq

import "strings"

// Texts are the messages of a form to a visitor, in one language.
type Texts struct {
	// Errors of single fields.
	Name, TwoLetters, Phone, TenDigits, Email, Agree, TooLong, Wrong, Line, NoLines, TooManyLines string
	// Errors of files.
	FileGone, FileUnavailable, TooManyFiles, FileTooLarge, FileType, FileEmpty, FilesTooFast string
	// Errors of answers to the supplier.
	NoText, TickWords, OfferAccepted, OfferReplaced, OfferExpired, OfferOther, OfferValid, AnswerLater string
	// Again is the letter that asks for another offer.
	Again string
	// Errors of the form as a whole.
	Incomplete, Marked, UnknownForm, TooMany, ProofRequired, Later, TooLarge, TooSlow, Interrupted, Unreadable, OtherSite, KeyReused, Unknown string
}

// TextsIn returns the texts in a language, by its primary subtag; the English texts
// for other languages.
func TextsIn(language string) Texts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return german()
	case "fr":
		return french()
	case "it":
		return italian()
	default:
		return english()
	}
}

func german() Texts {
	return Texts{
		Name:         "Bitte geben Sie Ihren Namen ein",
		TwoLetters:   "Mindestens 2 Zeichen",
		Phone:        "Bitte geben Sie Ihre Telefonnummer ein",
		TenDigits:    "Mindestens 10 Ziffern",
		Email:        "Bitte prüfen Sie die E-Mail-Adresse",
		Agree:        "Bitte stimmen Sie der Verarbeitung zu",
		TooLong:      "Bitte kürzen Sie diesen Text",
		Wrong:        "Bitte prüfen Sie diese Angabe",
		Line:         "Bitte prüfen Sie diese Position",
		NoLines:      "Die Anfrage enthält keine Positionen",
		TooManyLines: "Bitte teilen Sie die Anfrage auf: höchstens 5.000 Positionen",

		FileGone:        "Eine Datei ist nicht mehr da. Bitte hängen Sie sie noch einmal an",
		FileUnavailable: "Die Datei ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal",
		TooManyFiles:    "Höchstens 5 Dateien",
		FileTooLarge:    "Höchstens 10 MB je Datei",
		FileType:        "Bitte senden Sie PDF, PNG, JPEG, WebP, TIFF, DXF, DWG, STEP, IGES, CSV, XLSX, DOCX, TXT oder ZIP",
		FileEmpty:       "Die Datei ist leer",
		FilesTooFast:    "Zu viele Dateien in kurzer Zeit. Bitte versuchen Sie es später noch einmal",

		Incomplete:    "Bitte füllen Sie alle Felder aus",
		Marked:        "Bitte prüfen Sie die markierten Angaben",
		UnknownForm:   "Dieses Formular gibt es nicht mehr. Bitte laden Sie die Seite neu und senden Sie noch einmal",
		TooMany:       "Zu viele Anfragen. Bitte warten Sie kurz und senden Sie noch einmal",
		ProofRequired: "Gerade kommen viele Anfragen. Ihr Browser muss vor dem Senden eine kleine Rechenaufgabe lösen",
		Later:         "Ihre Anfrage konnte gerade nicht gespeichert werden. Ihre Angaben bleiben erhalten; bitte senden Sie noch einmal",
		TooLarge:      "Die Anfrage ist zu groß. Bitte kürzen Sie den Text oder teilen Sie sie auf",
		TooSlow:       "Die Verbindung war zu langsam, die Übertragung wurde abgebrochen. Bitte senden Sie noch einmal",
		Interrupted:   "Die Anfrage kam nicht vollständig an. Bitte senden Sie noch einmal",
		Unreadable:    "Die Anfrage kam in einem Format, das hier nicht gelesen wird",
		OtherSite:     "Bitte senden Sie das Formular von dieser Website aus",
		KeyReused:     "Dieser Schlüssel gehört schon zu einer Anfrage mit anderem Inhalt. Bitte senden Sie noch einmal, mit einem neuen Schlüssel",
		Unknown:       "Diese Anfrage gibt es nicht",

		NoText:        "Bitte schreiben Sie einen Text",
		TickWords:     "Bitte bestätigen Sie den Satz, mit dem Sie annehmen",
		OfferAccepted: "Das Angebot ist schon angenommen",
		OfferReplaced: "Dieses Angebot ist ersetzt. Bitte sehen Sie sich das neue an",
		OfferExpired:  "Das Angebot ist nicht mehr gültig. Sie können erneut anfragen",
		OfferOther:    "Das Angebot ist nicht mehr das angezeigte. Bitte prüfen Sie Summe und Satz",
		OfferValid:    "Das Angebot ist noch gültig",
		AnswerLater:   "Ihre Antwort konnte gerade nicht gespeichert werden. Ihre Angaben bleiben erhalten; bitte senden Sie noch einmal",
		Again:         "Das Angebot ist abgelaufen. Bitte bieten Sie dieselben Positionen noch einmal an.",
	}
}

func french() Texts {
	return Texts{
		Name:         "Veuillez indiquer votre nom",
		TwoLetters:   "Au moins 2 caractères",
		Phone:        "Veuillez indiquer votre numéro de téléphone",
		TenDigits:    "Au moins 10 chiffres",
		Email:        "Veuillez vérifier l’adresse e-mail",
		Agree:        "Veuillez accepter le traitement de vos données",
		TooLong:      "Veuillez raccourcir ce texte",
		Wrong:        "Veuillez vérifier cette indication",
		Line:         "Veuillez vérifier cet article",
		NoLines:      "La demande ne contient aucun article",
		TooManyLines: "Veuillez répartir la demande\u00a0: 5\u202f000 articles au plus",

		FileGone:        "Un fichier n’est plus disponible. Veuillez le joindre à nouveau",
		FileUnavailable: "Le fichier n’est pas accessible pour le moment. Veuillez réessayer plus tard",
		TooManyFiles:    "5 fichiers au plus",
		FileTooLarge:    "10 Mo au plus par fichier",
		FileType:        "Formats acceptés\u00a0: PDF, PNG, JPEG, WebP, TIFF, DXF, DWG, STEP, IGES, CSV, XLSX, DOCX, TXT ou ZIP",
		FileEmpty:       "Le fichier est vide",
		FilesTooFast:    "Trop de fichiers en peu de temps. Veuillez réessayer plus tard",

		Incomplete:    "Veuillez remplir tous les champs",
		Marked:        "Veuillez vérifier les indications signalées",
		UnknownForm:   "Ce formulaire n’existe plus. Veuillez recharger la page et renvoyer",
		TooMany:       "Trop de demandes. Veuillez patienter un instant et renvoyer",
		ProofRequired: "De nombreuses demandes arrivent en ce moment. Votre navigateur doit effectuer un petit calcul avant l’envoi",
		Later:         "Votre demande n’a pas pu être enregistrée. Vos indications sont conservées\u00a0; veuillez renvoyer",
		TooLarge:      "La demande est trop volumineuse. Veuillez raccourcir le texte ou la répartir",
		TooSlow:       "La connexion était trop lente et l’envoi a été interrompu. Veuillez renvoyer",
		Interrupted:   "La demande n’est pas arrivée en entier. Veuillez renvoyer",
		Unreadable:    "La demande est arrivée dans un format qui n’est pas lu ici",
		OtherSite:     "Veuillez envoyer le formulaire depuis ce site",
		KeyReused:     "Cette clé appartient déjà à une demande au contenu différent. Veuillez renvoyer avec une nouvelle clé",
		Unknown:       "Cette demande n’existe pas",

		NoText:        "Veuillez écrire un texte",
		TickWords:     "Veuillez confirmer la phrase par laquelle vous acceptez",
		OfferAccepted: "L’offre est déjà acceptée",
		OfferReplaced: "Cette offre est remplacée. Veuillez consulter la nouvelle",
		OfferExpired:  "L’offre n’est plus valable. Vous pouvez faire une nouvelle demande",
		OfferOther:    "L’offre n’est plus celle qui est affichée. Veuillez vérifier le total et la phrase",
		OfferValid:    "L’offre est encore valable",
		AnswerLater:   "Votre réponse n’a pas pu être enregistrée. Vos indications sont conservées\u00a0; veuillez renvoyer",
		Again:         "L’offre a expiré. Veuillez faire une nouvelle offre pour les mêmes articles.",
	}
}

func italian() Texts {
	return Texts{
		Name:         "Inserisca il Suo nome",
		TwoLetters:   "Almeno 2 caratteri",
		Phone:        "Inserisca il Suo numero di telefono",
		TenDigits:    "Almeno 10 cifre",
		Email:        "Controlli l’indirizzo e-mail",
		Agree:        "Acconsenta al trattamento dei dati",
		TooLong:      "Abbrevi questo testo",
		Wrong:        "Controlli questo dato",
		Line:         "Controlli questo articolo",
		NoLines:      "La richiesta non contiene articoli",
		TooManyLines: "Divida la richiesta: al massimo 5.000 articoli",

		FileGone:        "Un file non è più disponibile. Lo alleghi di nuovo",
		FileUnavailable: "Il file non è raggiungibile al momento. Riprovi più tardi",
		TooManyFiles:    "Al massimo 5 file",
		FileTooLarge:    "Al massimo 10 MB per file",
		FileType:        "Formati accettati: PDF, PNG, JPEG, WebP, TIFF, DXF, DWG, STEP, IGES, CSV, XLSX, DOCX, TXT o ZIP",
		FileEmpty:       "Il file è vuoto",
		FilesTooFast:    "Troppi file in poco tempo. Riprovi più tardi",

		Incomplete:    "Compili tutti i campi",
		Marked:        "Controlli i dati segnalati",
		UnknownForm:   "Questo modulo non esiste più. Ricarichi la pagina e invii di nuovo",
		TooMany:       "Troppe richieste. Attenda un momento e invii di nuovo",
		ProofRequired: "In questo momento arrivano molte richieste. Prima dell’invio il Suo browser deve eseguire un piccolo calcolo",
		Later:         "Non è stato possibile salvare la richiesta. I dati inseriti restano; invii di nuovo",
		TooLarge:      "La richiesta è troppo grande. Abbrevi il testo o la divida",
		TooSlow:       "La connessione era troppo lenta e l’invio è stato interrotto. Invii di nuovo",
		Interrupted:   "La richiesta non è arrivata per intero. Invii di nuovo",
		Unreadable:    "La richiesta è arrivata in un formato che qui non viene letto",
		OtherSite:     "Invii il modulo da questo sito",
		KeyReused:     "Questa chiave appartiene già a una richiesta dal contenuto diverso. Invii di nuovo con una nuova chiave",
		Unknown:       "Questa richiesta non esiste",

		NoText:        "Scriva un testo",
		TickWords:     "Confermi la frase con cui accetta",
		OfferAccepted: "L’offerta è già accettata",
		OfferReplaced: "Questa offerta è sostituita. Consulti quella nuova",
		OfferExpired:  "L’offerta non è più valida. Può fare una nuova richiesta",
		OfferOther:    "L’offerta non è più quella mostrata. Controlli il totale e la frase",
		OfferValid:    "L’offerta è ancora valida",
		AnswerLater:   "Non è stato possibile salvare la Sua risposta. I dati inseriti restano; invii di nuovo",
		Again:         "L’offerta è scaduta. La preghiamo di offrirci di nuovo gli stessi articoli.",
	}
}

func english() Texts {
	return Texts{
		Name:         "Please enter your name",
		TwoLetters:   "At least 2 characters",
		Phone:        "Please enter your phone number",
		TenDigits:    "At least 10 digits",
		Email:        "Please check the e-mail address",
		Agree:        "Please agree to the processing of your data",
		TooLong:      "Please shorten this text",
		Wrong:        "Please check this entry",
		Line:         "Please check this item",
		NoLines:      "The request contains no items",
		TooManyLines: "Please split the request: 5,000 items at most",

		FileGone:        "A file is not there any more. Please attach it again",
		FileUnavailable: "The file is out of reach just now. Please try again later",
		TooManyFiles:    "5 files at most",
		FileTooLarge:    "10 MB at most per file",
		FileType:        "Please send PDF, PNG, JPEG, WebP, TIFF, DXF, DWG, STEP, IGES, CSV, XLSX, DOCX, TXT or ZIP",
		FileEmpty:       "The file is empty",
		FilesTooFast:    "Too many files in a short time. Please try again later",

		Incomplete:    "Please fill in all fields",
		Marked:        "Please check the marked entries",
		UnknownForm:   "This form does not exist any more. Please load the page again and send it once more",
		TooMany:       "Too many requests. Please wait a moment and send again",
		ProofRequired: "Many requests are arriving right now. Your browser has to do a small calculation before sending",
		Later:         "Your request could not be saved just now. Your entries are kept; please send again",
		TooLarge:      "The request is too large. Please shorten the text or split the request",
		TooSlow:       "The connection was too slow and the upload was stopped. Please send again",
		Interrupted:   "The request did not arrive whole. Please send again",
		Unreadable:    "The request came in a format that is not read here",
		OtherSite:     "Please send the form from this site",
		KeyReused:     "This key already belongs to a request with other content. Please send again with a new key",
		Unknown:       "There is no such request",

		NoText:        "Please write a text",
		TickWords:     "Please confirm the sentence by which you accept",
		OfferAccepted: "The offer is accepted already",
		OfferReplaced: "This offer is replaced. Please look at the new one",
		OfferExpired:  "The offer is no longer valid. You can ask again",
		OfferOther:    "The offer is no longer the one shown. Please check the total and the sentence",
		OfferValid:    "The offer is still valid",
		AnswerLater:   "Your answer could not be saved just now. Your entries are kept; please send again",
		Again:         "The offer has expired. Please offer the same items again.",
	}
}
