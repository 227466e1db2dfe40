package database_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestAFormatDefinesItsArguments(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	for expression, want := range map[string]string{
		`ferrule_json('')`:      ``,
		`ferrule_json('100%%')`: `100%`,
		`ferrule_json('{"a":%n,"b":%n,"c":%n}',-9223372036854775807-1,'[1]',NULL)`: `{"a":-9223372036854775808,"b":[1],"c":null}`,
		`ferrule_json('[%q,%q,%q]',12,'1.50',NULL)`:                                `["12","1.50",null]`,
		`ferrule_json('[%b,%b,%b,%b]',1,0,2,NULL)`:                                 `[true,false,null,null]`,
		`ferrule_json('[%d,%d,%d]',2,1.5,0,-2.25,3,NULL)`:                          `["1.50","-2",null]`,
		`ferrule_json('%{%d%n%}%d',NULL,2,1,3,1,7)`:                                `null"7.0"`,
		`ferrule_json('[%s,%s,%s]','a "b" \ c','',NULL)`:                           `["a \"b\" \\ c","",null]`,
		`ferrule_json('%v-%v-%v',NULL,7,'x')`:                                      `-7-x`,
		`ferrule_json('%{a%v%}|%{b%v%}',1,2,NULL,3)`:                               `a2|null`,
		`ferrule_json('%[a%v%}|%[b%v%}|%v',1,2,NULL,3,4)`:                          `a2||4`,
		`ferrule_json('%{%{%v%}%%%[%v%}%}%n',NULL,1,2,3,4,5)`:                      `null5`,
		`ferrule_json('%{%{%v%}%%%[%v%}%}%n',0,NULL,2,3,4,5)`:                      `null%45`,
		`(SELECT ferrule_json_array('%n',value) FROM json_each('[1,2,3]'))`:        `[1,2,3]`,
		`(SELECT ferrule_json_array('%n',value) FROM json_each('[]'))`:             `[]`,
	} {
		got, err := db.Value(t.Context(), "SELECT "+expression)
		if err != nil || string(got) != want {
			t.Errorf("%s: %s %v", expression, got, err)
		}
	}
	for _, wrong := range []string{`ferrule_json()`, `ferrule_json(NULL)`, `ferrule_json('%n')`, `ferrule_json('%',1)`, `ferrule_json('%x',1)`, `ferrule_json('%{%n%}',NULL)`, `ferrule_json('%{%n',1,2)`, `ferrule_json('%n%}',1)`, `ferrule_json('%d',1)`, `ferrule_json('%d',-1,1)`, `ferrule_json('%d',1001,1)`} {
		if got, err := db.Value(t.Context(), "SELECT "+wrong); err == nil {
			t.Errorf("%s: %q", wrong, got)
		}
	}
}

func TestTextsAreWrittenAsSQLiteWritesThem(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	texts := []string{strings.Repeat(`"`, 1000), "für 12 mm · ≤ 400 bar", "\u2028</script>\x7f"}
	for c := range 128 {
		texts = append(texts, string(rune(c)), "before "+string(rune(c))+" after")
	}
	for _, text := range texts {
		got, err := db.Value(t.Context(), `SELECT ferrule_json('%s',?1) WHERE ferrule_json('%s',?1)=json_quote(?1)`, text)
		var read string
		if err == nil {
			err = json.Unmarshal(got, &read)
		}
		if err != nil || read != text {
			t.Errorf("%q: %s %v", text, got, err)
		}
	}
}

func TestDecimalsAreWrittenAsSQLiteWritesThem(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	for _, digits := range []int{0, 2, 5, 1000} {
		for _, number := range []string{"0", "7", "-0.5", "1.005", "2.675", "99999999.99", "1e300", "-1e-300", "9007199254740993"} {
			args := fmt.Sprintf("%d,%s", digits, number)
			got, err := db.Value(t.Context(), `SELECT ferrule_json('%d',`+args+`) WHERE ferrule_json('%d',`+args+`)=printf('"%.*f"',`+args+`)`)
			if err != nil || got == nil {
				t.Errorf("%s: %s %v", args, got, err)
			}
		}
	}
}
