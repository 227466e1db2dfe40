package bom

// Clean is the text as its lines are compared.
func Clean(text string) string { return clean(text) }
