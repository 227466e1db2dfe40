package main

import (
	"context"

	"ferrule/internal/page"
	"ferrule/internal/proofofwork"
	"ferrule/internal/rfq"
	"ferrule/internal/server"
	"ferrule/web"
)

// newChallenges makes the challenges of a site. All its servers have the secret
// from their common database.
func newChallenges(ctx context.Context, requests *rfq.Store) (*proofofwork.Challenges, error) {
	secret, err := requests.Secret(ctx, "challenge")
	if err != nil {
		return nil, err
	}
	return proofofwork.New(secret), nil
}

// newLook is what the server's own pages take of the build.
func newLook(build web.Build) (server.Look, error) {
	assets, err := page.ParseManifest(build.Manifest, "src/entry-browser.tsx", "/static/")
	return server.Look{Name: "Ferrule", Styles: assets.Styles, Icon: "/favicon.svg", Boot: build.Boot}, err
}
