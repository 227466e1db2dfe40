package quickjs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// members lists the members of the structs that quickjs.h declares.
var members = map[string][]string{
	"JSValue":           {"u.int32", "u.float64", "u.ptr", "tag"},
	"JSMallocFunctions": {"js_calloc", "js_malloc", "js_free", "js_realloc", "js_malloc_usable_size"},
}

// TestTheHeaderMatchesTheModules compiles the declarations of quickjs.h after those of
// the module: structs and constants under other names, which are compared, functions
// under the same names, for which C rejects a second type.
func TestTheHeaderMatchesTheModules(t *testing.T) {
	t.Parallel()
	header, err := os.ReadFile("quickjs.h")
	if err != nil {
		t.Fatal(err)
	}
	command := compiler(t)
	compile := func(header string) (output []byte, err error) {
		c := exec.CommandContext(t.Context(), command[0], command[1:]...) //nolint:gosec // the compiler that builds the package
		c.Stdin = strings.NewReader(comparison(t, header))
		return c.CombinedOutput()
	}
	if out, err := compile(string(header)); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, change := range [][2]string{
		{"JS_TAG_NULL = 2", "JS_TAG_NULL = 3"},
		{"JS_EVAL_FLAG_COMPILE_ONLY = 1 << 5", "JS_EVAL_FLAG_COMPILE_ONLY = 1 << 4"},
		{"int64_t tag;", "int32_t tag;"},
		{"\t\tint32_t int32;", "\t\tint64_t int32;"},
		{"*opaque, size_t size);\n\tvoid (*js_free)(void *opaque, void *ptr);", "*opaque, int size);\n\tvoid (*js_free)(void *opaque, void *ptr);"},
		{"size_t (*js_malloc_usable_size)(const void *ptr);", "size_t (*js_malloc_usable_size)(const void *ptr);\n\tvoid *more;"},
		{"JSValue JS_Call(JSContext *, JSValue function,", "JSValue JS_Call(JSContext *, int magic, JSValue function,"},
		{"bool JS_IsError(JSValue);", "int JS_IsError(JSValue);"},
		{"JS_FreeCString(", "JS_FreeText("},
	} {
		if !strings.Contains(string(header), change[0]) {
			t.Fatalf("quickjs.h does not contain %q", change[0])
		}
		if _, err := compile(strings.Replace(string(header), change[0], change[1], 1)); err == nil {
			t.Errorf("%q instead of %q was not detected", change[1], change[0])
		}
	}
}

// comparison returns a C file that compiles if quickjs.h agrees with the module's header.
func comparison(t *testing.T, header string) string {
	t.Helper()
	types, functions, ok := strings.Cut(header, "/* Functions. */")
	if !ok {
		t.Fatal("quickjs.h does not mark where its functions begin")
	}
	var b strings.Builder
	b.WriteString("#include <stddef.h>\n#include <quickjs.h>\n")
	b.WriteString(strings.NewReplacer("JS_", "OUR_", "JSValue", "OurValue", "JSMallocFunctions", "OurMallocFunctions").Replace(types))
	for _, m := range regexp.MustCompile(`JS_(\w+) = `).FindAllStringSubmatch(types, -1) {
		fmt.Fprintf(&b, "_Static_assert((int)JS_%[1]s == (int)OUR_%[1]s, \"JS_%[1]s\");\n", m[1])
	}
	for name, fields := range members {
		our := "Our" + strings.TrimPrefix(name, "JS")
		fmt.Fprintf(&b, "_Static_assert(sizeof(%[1]s) == sizeof(%[2]s), \"%[1]s\");\n", name, our)
		for _, field := range fields {
			fmt.Fprintf(&b, "_Static_assert(offsetof(%[1]s, %[3]s) == offsetof(%[2]s, %[3]s), \"%[1]s.%[3]s\");\n", name, our, field)
			fmt.Fprintf(&b, "_Static_assert(__builtin_types_compatible_p(__typeof__(((%[1]s *)0)->%[3]s), __typeof__(((%[2]s *)0)->%[3]s)), \"%[1]s.%[3]s\");\n", name, our, field)
		}
	}
	// Before the declarations of quickjs.h: a function that only these declare is an error.
	for _, m := range regexp.MustCompile(`\b(JS_\w+)\(`).FindAllStringSubmatch(functions, -1) {
		fmt.Fprintf(&b, "__typeof__(%[1]s) *has_%[1]s = %[1]s;\n", m[1])
	}
	b.WriteString(functions)
	return b.String()
}

// compiler returns the command that checks the C of its input, with the module's
// header as <quickjs.h>.
func compiler(t *testing.T) []string {
	t.Helper()
	goTool := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), "go", args...).Output()
		if err != nil {
			t.Fatalf("go %s: %v", strings.Join(args, " "), err)
		}
		return strings.TrimSpace(string(out))
	}
	module := goTool("list", "-m", "-f", "{{.Dir}}", "github.com/buke/quickjs-go")
	return append(strings.Fields(goTool("env", "CC")), "-std=gnu11", "-fsyntax-only", "-I", filepath.Join(module, "deps/quickjs"), "-x", "c", "-")
}

func TestAnotherVersionOfQuickJSIsRefused(t *testing.T) {
	t.Parallel()
	const want = "quickjs: quickjs.h describes QuickJS 0.15.1, but 0.16.0 was compiled: compare it with the module's header"
	if err := checkVersion("0.16.0"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
