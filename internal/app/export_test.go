package app

// Functions for tests of package app_test.
var (
	LookupFile    = lookupFile
	ReadProviders = readProviders
)

// MailNotice returns the line of the start-up output about mails.
func (c *Config) MailNotice() string { return c.mailNotice() }
