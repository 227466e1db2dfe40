package delivery

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// harnesses run the examples of docs/webhook.md: the body is the standard input;
// secret, header and time are arguments. They print true or false.
var harnesses = []struct{ language, file, program, before, after string }{
	{
		"go", "main.go", "go",
		"package main\n\nimport (\n\"crypto/hmac\"\n\"crypto/sha256\"\n\"encoding/hex\"\n\"fmt\"\n\"io\"\n\"os\"\n\"strconv\"\n\"strings\"\n)\n",
		"func main() {\nbody, _ := io.ReadAll(os.Stdin)\nnow, _ := strconv.ParseInt(os.Args[3], 10, 64)\nfmt.Println(verify(os.Args[1], os.Args[2], body, now))\n}\n",
	},
	{
		"js", "main.cjs", "node", "",
		"const [secret, header, now] = process.argv.slice(2);\nconsole.log(verify(secret, header, require('node:fs').readFileSync(0), Number(now)));\n",
	},
	{
		"python", "main.py", "python3", "",
		"import sys\nprint(str(verify(sys.argv[1], sys.argv[2], sys.stdin.buffer.read(), int(sys.argv[3]))).lower())\n",
	},
}

func TestDocumentedExamplesVerifyASignature(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/webhook.md")
	if err != nil {
		t.Fatal(err)
	}
	sent := time.Unix(1_795_286_362, 0)
	body := `{"event":"created","name":"Zoë"}`
	const secret = "sésame"
	header := sign(secret, []byte(body), sent)
	tests := []struct {
		name, secret, header, body string
		after                      time.Duration
		want                       bool
	}{
		{"as it was sent", secret, header, body, time.Second, true},
		{"a clock that is behind", secret, header, body, -4 * time.Minute, true},
		{"sent again later", secret, header, body, 6 * time.Minute, false},
		{"from the future", secret, header, body, -6 * time.Minute, false},
		{"another body", secret, header, body + " ", time.Second, false},
		{"another secret", "sesame", header, body, time.Second, false},
		{"another time", secret, strings.Replace(header, "t=1795286362", "t=1795286363", 1), body, time.Second, false},
		{"no signature", secret, "", body, time.Second, false},
		{"half a signature", secret, header[:len(header)-2], body, time.Second, false},
	}
	for _, h := range harnesses {
		t.Run(h.language, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(h.program); err != nil {
				t.Skip(err)
			}
			_, example, ok := strings.Cut(string(text), "```"+h.language+"\n")
			example, _, ok2 := strings.Cut(example, "```")
			if !ok || !ok2 {
				t.Fatal("no example")
			}
			file := filepath.Join(t.TempDir(), h.file)
			if err := os.WriteFile(file, []byte(h.before+example+h.after), 0o600); err != nil {
				t.Fatal(err)
			}
			program := []string{h.program, file}
			if h.language == "go" {
				program = []string{strings.TrimSuffix(file, ".go")}
				if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program[0], file).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			for _, tt := range tests {
				args := append(program[1:len(program):len(program)], tt.secret, tt.header, fmt.Sprint(sent.Add(tt.after).Unix()))
				c := exec.CommandContext(t.Context(), program[0], args...)
				c.Stdin = strings.NewReader(tt.body)
				out, err := c.CombinedOutput()
				if got := strings.TrimSpace(string(out)); err != nil || got != fmt.Sprint(tt.want) {
					t.Errorf("%s: %s, %v", tt.name, got, err)
				}
			}
		})
	}
}
