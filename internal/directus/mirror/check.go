package mirror

import "context"

// Check reads at most one record of each collection and returns warnings about
// collections and fields that the Directus lacks or hides from the token.
func (m *Mirror) Check(ctx context.Context) (missing []string, err error) {
	for _, t := range m.tables {
		if err := m.probe(ctx, t); err != nil {
			return nil, err
		}
	}
	return m.Status().Warnings, nil
}
