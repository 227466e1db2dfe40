package content

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// systemFiles declares the system collection of files, to which a Directus schema
// refers without declaring it. It is added to models without one.
const systemFiles = `{"collection":"directus_files","meta":{"system":true},"fields":[
{"field":"id","type":"uuid","meta":{"special":["uuid"]},"schema":{"is_primary_key":true}},
{"field":"storage","type":"string","schema":{"default_value":"local"}},
{"field":"filename_disk","type":"string","schema":{}},
{"field":"filename_download","type":"string","schema":{}},
{"field":"title","type":"string","schema":{}},
{"field":"type","type":"string","schema":{}},
{"field":"folder","type":"uuid","meta":{"special":["m2o"]},"schema":{}},
{"field":"uploaded_by","type":"uuid","meta":{"special":["m2o","user-created"]},"schema":{}},
{"field":"created_on","type":"timestamp","meta":{"special":["date-created"]},"schema":{}},
{"field":"modified_by","type":"uuid","meta":{"special":["m2o","user-updated"]},"schema":{}},
{"field":"modified_on","type":"timestamp","meta":{"special":["date-updated"]},"schema":{}},
{"field":"charset","type":"string","schema":{}},
{"field":"filesize","type":"bigInteger","schema":{}},
{"field":"width","type":"integer","schema":{}},
{"field":"height","type":"integer","schema":{}},
{"field":"duration","type":"integer","schema":{}},
{"field":"embed","type":"string","schema":{}},
{"field":"description","type":"text","schema":{}},
{"field":"location","type":"text","schema":{}},
{"field":"tags","type":"csv","schema":{}},
{"field":"metadata","type":"json","schema":{"default_value":{}}},
{"field":"focal_point_x","type":"integer","schema":{}},
{"field":"focal_point_y","type":"integer","schema":{}},
{"field":"tus_id","type":"string","schema":{}},
{"field":"tus_data","type":"json","schema":{}},
{"field":"uploaded_on","type":"timestamp","meta":{"special":["date-created"]},"schema":{}}]}`

func addSystemCollections(in *modelJSON) {
	wanted := false
	for i := range in.Relations {
		wanted = wanted || in.Relations[i].Related == "directus_files"
	}
	for i := range in.Collections {
		wanted = wanted && in.Collections[i].Name != "directus_files"
	}
	if !wanted {
		return
	}
	in.Collections = append(in.Collections, systemFilesCollection())
}

func systemFilesCollection() collectionJSON {
	var files collectionJSON
	if err := json.Unmarshal([]byte(systemFiles), &files); err != nil {
		panic("content: declaration of directus_files: " + err.Error()) // a constant: a build error
	}
	return files
}

// SystemFileFields returns the names of the fields that Directus itself
// declares for its collection of files.
func SystemFileFields() []string {
	files := systemFilesCollection()
	names := make([]string, len(files.Fields))
	for i, f := range files.Fields {
		names[i] = f.Name
	}
	return names
}

// dropForeign removes what a Directus schema declares that is not content:
// fields that only lay out the editor's form, and relations to users, roles and
// folders, whose columns remain as plain values.
func dropForeign(in *modelJSON) {
	declared := make(map[string]bool, len(in.Collections))
	for i := range in.Collections {
		c := &in.Collections[i]
		declared[c.Name] = true
		c.Fields = slices.DeleteFunc(c.Fields, func(f fieldJSON) bool {
			return f.Type == Alias && slices.Contains(f.Meta.Special, "no-data")
		})
	}
	in.Relations = slices.DeleteFunc(in.Relations, func(r relationJSON) bool {
		return strings.HasPrefix(r.Related, "directus_") && !declared[r.Related]
	})
}

// LateSpecial lists specials of a field apart from its declaration; in JSON it
// is [collection, field, specials].
type LateSpecial struct {
	Collection, Field string
	Special           []string
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *LateSpecial) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) != 3 {
		return errors.New("late_specials: needs [collection, field, specials]")
	}
	return errors.Join(json.Unmarshal(parts[0], &l.Collection), json.Unmarshal(parts[1], &l.Field), json.Unmarshal(parts[2], &l.Special))
}

func (m *Model) addLateSpecial(in *LateSpecial, complain func(string, ...any)) {
	c := m.byName[in.Collection]
	if c == nil || c.byName[in.Field] == nil {
		complain("late_specials %s.%s: there is no such field", in.Collection, in.Field)
		return
	}
	f := c.byName[in.Field]
	for _, special := range in.Special {
		if !f.HasSpecial(special) {
			f.Special = append(f.Special, special)
		}
	}
}
