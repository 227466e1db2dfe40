package store

// IncrementRevision is the statement that increments the revision, for a
// transaction that writes whole tables. It records no changes, so readers of the
// revision assume that anything may have changed.
const IncrementRevision = `UPDATE "ferrule_revision" SET value=value+1`

// IsBookkeeping reports whether a table describes the tables of its own database
// and must not be copied to another.
func IsBookkeeping(table string) bool {
	switch table {
	case "ferrule_schema", "ferrule_revision", "ferrule_mark", "ferrule_changes":
		return true
	default:
		return false
	}
}
