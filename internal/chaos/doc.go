// Package chaos has tests alone: they run the built program while the disk is full, a file
// is damaged, a limit of the system is reached, the clock is set or the process is killed.
// Each checks that the program says what happened and what to do, and that nothing it
// acknowledged is lost or stored twice. `make chaos` runs them; CHAOS names single cases.
package chaos
