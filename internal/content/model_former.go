package content

import "bytes"

// Directus refuses collections whose names begin with "directus_", so the
// translations of files were renamed. The former name is accepted in models,
// imports, mappings, permissions and addresses, and never written.
const (
	filesTranslations       = "files_translations"
	formerFilesTranslations = "directus_files_translations"
)

// FormerName returns the former name of a collection, "" if it was never
// renamed.
func FormerName(name string) string {
	if name == filesTranslations {
		return formerFilesTranslations
	}
	return ""
}

// CurrentName returns the current name of a collection for a former one, and
// any other name unchanged.
func CurrentName(name string) string {
	if name == formerFilesTranslations {
		return filesTranslations
	}
	return name
}

// CurrentNames replaces former names of collections in a declaration with the
// current ones.
func CurrentNames(declaration []byte) []byte {
	return bytes.ReplaceAll(declaration, []byte(`"`+formerFilesTranslations+`"`), []byte(`"`+filesTranslations+`"`))
}
