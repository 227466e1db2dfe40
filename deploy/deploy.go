// Package deploy has the files for an installation; it is empty but for its tests.
package deploy
