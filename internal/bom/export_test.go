package bom

// Normalize exports normalize for tests.
func Normalize(text string) string { return normalize(text) }
