package app

import "testing"

func TestDemoHasTheZoneOfItsSupplierUnlessOneIsConfigured(t *testing.T) {
	t.Parallel()
	if got := (Zone{}).or(demoZone).String(); got != "Europe/Zurich" {
		t.Errorf("without a zone: %s", got)
	}
	var tokyo Zone
	if err := tokyo.UnmarshalText([]byte("Asia/Tokyo")); err != nil || tokyo.or(demoZone).String() != "Asia/Tokyo" {
		t.Errorf("with a zone: %s, %v", tokyo.or(demoZone), err)
	}
	if !(Zone{}).IsServers() || tokyo.IsServers() {
		t.Error("only a zone that is not configured is the server's")
	}
}
