package bomapi

import "strings"

// fileTexts are the messages about a file to visitors in one language.
type fileTexts struct{ large, kind, pdf, password, damaged, empty string }

// fileTextsIn returns the texts of a language, by its primary subtag; the English
// texts for other languages.
func fileTextsIn(language string) fileTexts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return fileTexts{
			large:    "Die Datei ist zu groß: höchstens 10 MB. Bitte speichern Sie nur das Blatt mit der Stückliste",
			kind:     "Diese Datei ist keine Liste, die wir lesen können. Bitte speichern Sie sie als XLSX, ODS oder CSV",
			pdf:      "Aus dieser PDF-Datei lässt sich kein Text lesen. Bitte kopieren Sie die Liste als Text hierher",
			password: "Die Datei ist mit einem Passwort geschützt. Bitte speichern Sie sie ohne Passwort",
			damaged:  "Die Datei ist beschädigt. Bitte öffnen Sie sie in Ihrem Programm und speichern Sie sie neu",
			empty:    "Die Datei enthält keine Zeilen",
		}
	case "fr":
		return fileTexts{
			large:    "Le fichier est trop volumineux : 10 Mo au plus. Veuillez n’enregistrer que la feuille de la nomenclature",
			kind:     "Ce fichier n’est pas une liste lisible. Veuillez l’enregistrer au format XLSX, ODS ou CSV",
			pdf:      "Ce fichier PDF ne contient pas de texte lisible. Veuillez copier la liste ici sous forme de texte",
			password: "Le fichier est protégé par un mot de passe. Veuillez l’enregistrer sans mot de passe",
			damaged:  "Le fichier est endommagé. Veuillez l’ouvrir dans votre logiciel et l’enregistrer à nouveau",
			empty:    "Le fichier ne contient aucune ligne",
		}
	case "it":
		return fileTexts{
			large:    "Il file è troppo grande: al massimo 10 MB. Salvare solo il foglio con la distinta",
			kind:     "Questo file non è una lista leggibile. Salvarlo in formato XLSX, ODS o CSV",
			pdf:      "Da questo file PDF non si può leggere alcun testo. Copiare qui la lista come testo",
			password: "Il file è protetto da password. Salvarlo senza password",
			damaged:  "Il file è danneggiato. Aprirlo con il proprio programma e salvarlo di nuovo",
			empty:    "Il file non contiene righe",
		}
	default:
		return fileTexts{
			large:    "The file is too large: 10 MB at most. Please save only the sheet with the bill of materials",
			kind:     "This file is not a list that can be read. Please save it as XLSX, ODS or CSV",
			pdf:      "No text can be read from this PDF file. Please copy the list here as text",
			password: "The file is protected by a password. Please save it without a password",
			damaged:  "The file is damaged. Please open it in your program and save it again",
			empty:    "The file contains no lines",
		}
	}
}
