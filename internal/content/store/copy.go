package store

// Raise is the statement that increments the revision, for a transaction that
// writes tables as a whole. Followers of the revision assume that anything may
// have changed.
const Raise = `UPDATE "ferrule_revision" SET value=value+1`

// IsBookkeeping reports whether a table describes the tables of its own database
// and is not to be copied to another.
func IsBookkeeping(table string) bool {
	switch table {
	case "ferrule_schema", "ferrule_revision", "ferrule_mark", "ferrule_changes":
		return true
	default:
		return false
	}
}
