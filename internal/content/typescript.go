package content

// TypeScript returns the types of the model as one generated module.
func TypeScript(m *Model) []byte { return nil }
