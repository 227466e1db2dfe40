package bom

// Clean is the text as its lines are compared.
func Normalize(text string) string { return normalize(text) }
