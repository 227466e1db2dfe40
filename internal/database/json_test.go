package database_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAFormatSaysWhatItsArgumentsAre(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	for expression, want := range map[string]string{
		`ferrule_json('')`:      ``,
		`ferrule_json('100%%')`: `100%`,
		`ferrule_json('{"a":%n,"b":%n,"c":%n}',-9223372036854775807-1,'[1]',NULL)`: `{"a":-9223372036854775808,"b":[1],"c":null}`,
		`ferrule_json('[%q,%q,%q]',12,'1.50',NULL)`:                                `["12","1.50",null]`,
		`ferrule_json('[%b,%b,%b,%b]',1,0,2,NULL)`:                                 `[true,false,null,null]`,
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
	for _, wrong := range []string{`ferrule_json()`, `ferrule_json(NULL)`, `ferrule_json('%n')`, `ferrule_json('%',1)`, `ferrule_json('%x',1)`, `ferrule_json('%{%n%}',NULL)`} {
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
