package store

// Raise is the statement that counts a write transaction, for one that writes
// the tables as a whole. Whoever follows the revision takes it that anything
// may have changed.
const Raise = `UPDATE "ferrule_revision" SET value=value+1`

// IsBookkeeping reports whether a table is about the tables of content in its
// own database, and so not to be copied to another.
func IsBookkeeping(table string) bool {
	switch table {
	case "ferrule_schema", "ferrule_revision", "ferrule_mark", "ferrule_changes":
		return true
	default:
		return false
	}
}
