package app_test

import (
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
)

// PostgreSQL rejects texts with NUL and invalid UTF-8. What anybody can send must not be
// an error of the program because of it.
func TestTextsThatPostgreSQLRejectsAreNoErrorsOfTheProgram(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		var flags []string
		if address != "" {
			flags = []string{"--database", address}
		}
		s := apptest.Start(t, apptest.DemoConfig(t, flags...))
		const json = "application/json"
		for _, tt := range []struct{ method, target, contentType, body string }{
			{target: "/api/requests/%00"},
			{target: "/api/requests/%00/F-222-222.pdf"},
			{target: "/api/requests/%00/files/%00"},
			{method: http.MethodDelete, target: "/api/request-files/%00"},
			{target: "/de/request/%00"},
			{target: "/de/product/a%00b"},
			{target: "/de/catalog/a%00b"},
			{target: "/de/product/a?variant=%00"},
			{target: "/de/search?q=%00"},
			{target: "/x%00"},
			{target: "/assets/%00"},
			{target: "/og/de/product/%00.png"},
			{target: "/sitemaps/%00.xml"},
			{target: "/api/search?q=%00&language=%00"},
			{target: "/api/catalogue?category=%00&language=%00"},
			{target: "/api/related?product=%00"},
			{target: "/api/content/items/products/%00"},
			{target: "/api/content/items/%00"},
			{target: "/api/content/items/products?filter[slug][_eq]=%00"},
			{target: "/api/content/items/products?filter[slug][_icontains]=%00"},
			{target: "/api/content/items/products?filter[slug][_in]=a,%00"},
			{target: "/api/content/items/products?search=%00"},
			{target: "/api/content/items/products?fields=translations.name&language=%00"},
			{target: "/api/content/files/%00"},
			{target: "/api/content/users/%00"},
			{method: http.MethodPost, target: "/api/content/auth/login", contentType: json, body: `{"email":"\u0000","password":"\u0000"}`},
			{method: http.MethodPost, target: "/api/content/auth/refresh", contentType: json, body: `{"mode":"json","refresh_token":"\u0000"}`},
			{method: http.MethodPost, target: "/api/content/auth/password/request", contentType: json, body: `{"email":"\u0000"}`},
			{method: http.MethodPost, target: "/api/content/auth/password/reset", contentType: json, body: `{"token":"\u0000","password":"a long password"}`},
			{method: http.MethodPost, target: "/api/parts", contentType: json, body: `{"text":"\u0000 1","language":"\u0000"}`},
			{method: http.MethodPost, target: "/api/browser-errors", contentType: json, body: `{"kind":"\u0000","route":"\u0000"}`},
			{method: http.MethodPost, target: "/api/form-messages", contentType: json, body: `{"name":"a\u0000b","phone":"1\u0000","email":"a@example.com\u0000","subject":"\u0000","message":"\u0000","source":"\u0000",` +
				`"agree":true,"meta":{"formType":"menu","\u0000":"\u0000"},"language":"de\u0000","page":"\u0000","idempotencyKey":"\u0000","formKey":"\u0000","formTitle":"\u0000","files":["\u0000"],` +
				`"lines":[{"uid":"\u0000","sku":"\u0000","name":"\u0000","quantity":1,"note":"\u0000"}]}`},
			{method: http.MethodPost, target: "/api/form-messages", contentType: json, body: `{"name":"a\u0000b","phone":"1","agree":true,"meta":{"formType":"menu","\u0000":{"\u0000":["\u0000"]}},"language":"de-DE","idempotencyKey":"k\u0000"}`},
			{method: http.MethodPost, target: "/api/form-messages", contentType: "application/x-www-form-urlencoded", body: "name=a%00b&phone=1&agree=true&formType=menu&message=%00&idempotencyKey=%00"},
		} {
			method := tt.method
			if method == "" {
				method = http.MethodGet
			}
			for _, target := range []string{tt.target, strings.ReplaceAll(tt.target, "%00", "%ff")} {
				if status, body := apptest.Request(t, s.Handler(), method, target, tt.body, "Content-Type", tt.contentType); status >= http.StatusInternalServerError {
					t.Errorf("%s %s: %d %.200s", method, target, status, body)
				}
			}
		}
		if status, body := apptest.Request(t, s.Handler(), http.MethodGet, "/api/content/users/me", "", "Authorization", "Bearer a\x00b"); status >= http.StatusInternalServerError {
			t.Errorf("an access token: %d %s", status, body)
		}
	})
}
