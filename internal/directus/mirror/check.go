package mirror

import "context"

// Check asks the Directus what it shows of each collection and returns what is
// missing, without reading more than a record of each.
func (m *Mirror) Check(ctx context.Context) (missing []string, err error) {
	for _, t := range m.tables {
		if err := m.probe(ctx, t); err != nil {
			return nil, err
		}
	}
	return m.Status().Warnings, nil
}
