package rfq

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ferrule/internal/fault"
)

// sniffSize is how many bytes of a file are read to detect its type.
const sniffSize = 1 << 10

const (
	typeZip  = "application/zip"
	typeDXF  = "image/vnd.dxf"
	typeDWG  = "image/vnd.dwg"
	typeIGES = "model/iges"
	typeText = "text/plain"
	typeCSV  = "text/csv"
	typeTIFF = "image/tiff"
	typeSTEP = "model/step"
	typeXLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	typeDOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
)

// fileTypes are the accepted media types with their file name extensions, the usual
// one first.
//
//nolint:gochecknoglobals // a constant table
var fileTypes = map[string][]string{
	"application/pdf": {".pdf"},
	"image/png":       {".png"},
	"image/jpeg":      {".jpg", ".jpeg"},
	"image/webp":      {".webp"},
	typeTIFF:          {".tif", ".tiff"},
	typeDXF:           {".dxf"},
	typeDWG:           {".dwg"},
	typeSTEP:          {".step", ".stp"},
	typeIGES:          {".iges", ".igs"},
	typeCSV:           {".csv"},
	typeText:          {".txt"},
	typeXLSX:          {".xlsx"},
	typeDOCX:          {".docx"},
	typeZip:           {".zip"},
}

// fileType detects the media type of a file from its content. The name distinguishes only
// between types of text. A type that is not among fileTypes is *fault.Error of kind
// Unsupported. media.DetectType, which editors' uploads use, trusts the name of a ZIP
// archive or a text; files of requests come from the public.
func fileType(f io.ReaderAt, size int64, name string) (string, error) {
	head := make([]byte, sniffSize)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	found := typeOfHead(head[:n], strings.ToLower(filepath.Ext(name)))
	if found == typeZip {
		found = typeOfArchive(f, size)
	}
	if fileTypes[found] == nil {
		return "", fault.New(fault.Unsupported, "The file %q is of a type that is not taken (%s)", name, found).WithCode("UNSUPPORTED_MEDIA_TYPE")
	}
	return found, nil
}

var (
	dxfHead  = regexp.MustCompile(`^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\nSECTION\r?\n`) // comments, then the first section
	igesHead = regexp.MustCompile(`^[^\r\n]{72}S {0,6}0*1[ \r\n]`)                  // fixed columns: the start section, line 1
)

// typeOfHead detects the media type from the first bytes and, for text, from the
// extension.
func typeOfHead(head []byte, extension string) string {
	found, _, _ := strings.Cut(http.DetectContentType(head), ";")
	switch {
	case bytes.HasPrefix(head, []byte("II*\x00")), bytes.HasPrefix(head, []byte("MM\x00*")):
		return typeTIFF
	case bytes.HasPrefix(head, []byte("AC10")):
		return typeDWG
	case bytes.HasPrefix(head, []byte("ISO-10303-21;")):
		return typeSTEP
	case bytes.HasPrefix(head, []byte("AutoCAD Binary DXF\r\n")), dxfHead.Match(head):
		return typeDXF
	case igesHead.Match(head):
		return typeIGES
	case found == typeText && extension == ".csv":
		return typeCSV
	default:
		return found
	}
}

// typeOfArchive distinguishes office documents from other ZIP archives by their
// entries.
func typeOfArchive(f io.ReaderAt, size int64) string {
	archive, err := zip.NewReader(f, size)
	if err != nil {
		return "a damaged archive"
	}
	has := func(name string) bool {
		return slices.ContainsFunc(archive.File, func(f *zip.File) bool { return f.Name == name })
	}
	switch {
	case has("[Content_Types].xml") && has("xl/workbook.xml"):
		return typeXLSX
	case has("[Content_Types].xml") && has("word/document.xml"):
		return typeDOCX
	default:
		return typeZip
	}
}

// fileName returns a safe name to save a file under: without folders and invisible
// characters, and with an extension of its type, so that it is not opened as another
// type.
func fileName(name, mediaType string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`"<>:|?*`, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	name = strings.Trim(name, " .")
	extensions := fileTypes[mediaType]
	extension := strings.ToLower(filepath.Ext(name))
	if !slices.Contains(extensions, extension) {
		extension = extensions[0]
	} else {
		name = name[:len(name)-len(filepath.Ext(name))]
	}
	if stem := []rune(name); len(stem) > maxFileName {
		name = string(stem[:maxFileName])
	}
	if name = strings.TrimSpace(name); name == "" {
		name = "file"
	}
	return name + extension
}

// maxFileName is the maximum length of a file's name in characters, without its
// extension: file systems allow 255 bytes.
const maxFileName = 60
