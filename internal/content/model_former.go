package content

import "bytes"

// Directus refuses collections whose names begin with "directus_", so the
// translations of files have another name than earlier builds gave them. The
// former one is still read in models, imports, mappings, permissions and
// addresses; nothing is written under it.
const (
	filesTranslations       = "files_translations"
	formerFilesTranslations = "directus_files_translations"
)

// FormerName returns the name that earlier builds gave a collection, and ""
// for a collection that was never renamed.
func FormerName(name string) string {
	if name == filesTranslations {
		return formerFilesTranslations
	}
	return ""
}

// CurrentName returns the present name of a collection that is called by a
// former one, and any other name as it is.
func CurrentName(name string) string {
	if name == formerFilesTranslations {
		return filesTranslations
	}
	return name
}

// CurrentNames replaces former names of collections in a declaration.
func CurrentNames(declaration []byte) []byte {
	return bytes.ReplaceAll(declaration, []byte(`"`+formerFilesTranslations+`"`), []byte(`"`+filesTranslations+`"`))
}
