package rfq

import (
	"testing"

	"ferrule/internal/database/databasetest"
)

func TestTheFormerVersionRunsOnMigratedData(t *testing.T) {
	t.Parallel()
	databasetest.OnlyExpands(t, migrations(), nil)
}
