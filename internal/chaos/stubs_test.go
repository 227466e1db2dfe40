package chaos_test
func damagedDatabases(c *chaosCase){}
func damagedLogs(c *chaosCase){}
func damagedCaches(c *chaosCase){}
func damagedFiles(c *chaosCase){}
func damagedBackup(c *chaosCase){}
func descriptors(c *chaosCase){}
func memory(c *chaosCase){}
func clock(c *chaosCase){}
func killRequests(c *chaosCase){}
func killImport(c *chaosCase){}
func killMigration(c *chaosCase){}
func killBackup(c *chaosCase){}
func killRestore(c *chaosCase){}
