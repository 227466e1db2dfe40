package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ferrule runs a command with a data folder and returns what it printed.
func ferrule(t *testing.T, data string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), append(args, "--data", data), &out)
	return out.String(), err
}

func TestAccountsAreMadeListedAndRemovedAtTheTerminal(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	out, err := ferrule(t, data, "users", "add", "--email", "Boss@Example.com", "--role", "administrator", "--first-name", "Ida")
	if err != nil || !regexp.MustCompile(`(?s)^Made administrator boss@example.com.\nPassword: [A-Z2-7]{26}\n$`).MatchString(out) {
		t.Fatalf("%q, %v", out, err)
	}
	if _, err := ferrule(t, data, "users", "add", "--email", "boss@example.com"); err == nil || !strings.Contains(err.Error(), "email") {
		t.Errorf("the same address twice: %v", err)
	}
	if _, err := ferrule(t, data, "users", "add", "--email", "nobody"); err == nil || !strings.Contains(err.Error(), "valid email") {
		t.Errorf("no address: %v", err)
	}
	if out, err := ferrule(t, data, "users", "add", "--email", "ed@example.com", "--token"); err != nil || !regexp.MustCompile(`^[\w-]{64}\n$`).MatchString(out) {
		t.Fatalf("%q, %v", out, err)
	}
	table, err := ferrule(t, data, "users", "list")
	if err != nil || !strings.Contains(table, "Administrator") || !strings.Contains(table, "ed@example.com") {
		t.Errorf("%s, %v", table, err)
	}
	list, err := ferrule(t, data, "users", "list", "--format", "json")
	var users []map[string]any
	if err != nil || json.Unmarshal([]byte(list), &users) != nil || len(users) != 2 || users[0]["first_name"] != "Ida" || users[0]["password"] != "**********" {
		t.Errorf("%s, %v", list, err)
	}
	if _, err := ferrule(t, data, "users", "remove", "boss@example.com"); err == nil || !strings.Contains(err.Error(), "administrator") {
		t.Errorf("the last administrator was removed: %v", err)
	}
	if out, err := ferrule(t, data, "users", "remove", "ED@example.com"); err != nil || out != "Removed ed@example.com.\n" {
		t.Errorf("%q, %v", out, err)
	}
	if _, err := ferrule(t, data, "users", "remove", "ed@example.com"); err == nil {
		t.Error("removed twice")
	}
}

func TestAPasswordIsReadFromStandardInput(t *testing.T) {
	t.Parallel()
	c := addUserCommand{dataFlags: dataFlags{Data: t.TempDir()}, Email: "a@example.com", Role: "editor", PasswordStdin: true}
	var out bytes.Buffer
	if err := c.run(t.Context(), strings.NewReader("short\n"), &out); err == nil || !strings.Contains(err.Error(), "password") {
		t.Errorf("a short password: %v", err)
	}
	if err := c.run(t.Context(), strings.NewReader("a long password\r\nrest"), &out); err != nil || strings.Contains(out.String(), "assword") {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestProvidersAreReadFromAFileAndNothingInItIsIgnored(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "providers.toml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("[works]\nissuer = 'https://id.example.com'\nclient = 'ferrule'\nsecret = 's'\nrole = 'editor'\n[azure]\nissuer = 'https://x'\n")
	list, err := readProviders(file)
	if err != nil || len(list) != 2 || list[1].Name != "works" || list[1].Role != roleID("editor") || list[1].Role == "editor" {
		t.Errorf("%+v, %v", list, err)
	}
	write("[works]\nisuer = 'https://id.example.com'\n")
	if _, err := readProviders(file); err == nil || !strings.Contains(err.Error(), "works.isuer") {
		t.Errorf("a misspelt key: %v", err)
	}
}
