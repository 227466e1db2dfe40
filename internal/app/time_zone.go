package app

import (
	"fmt"
	"time"
)

// Zone is a time zone of the IANA database; the zero Zone is the server's.
type Zone struct{ location *time.Location }

// demoZone is the time zone of the demo supplier.
const demoZone = "Europe/Zurich"

// UnmarshalText implements encoding.TextUnmarshaler.
func (z *Zone) UnmarshalText(text []byte) error {
	name := string(text)
	if name == "" {
		*z = Zone{}
		return nil
	}
	location, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return fmt.Errorf("%q is not a time zone; use an IANA name such as %s", name, demoZone)
	}
	z.location = location
	return nil
}

// or returns the zone, or that of a valid name if z is the server's.
func (z Zone) or(name string) Zone {
	if z.IsServers() {
		_ = z.UnmarshalText([]byte(name))
	}
	return z
}

// IsServers reports whether z is the server's zone, because none is configured.
func (z Zone) IsServers() bool { return z.location == nil }

// Location returns the zone.
func (z Zone) Location() *time.Location {
	if z.IsServers() {
		return time.Local
	}
	return z.location
}

// String returns the name of the zone.
func (z Zone) String() string { return z.Location().String() }
