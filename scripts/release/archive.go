package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
)

// contents is what the archive, the package and the image of an architecture are made
// of.
type contents struct {
	program             string // path
	notices, components string
	documentation       tree // man/ and completion/
}

// writeArchive writes the program with its documents and the files of deploy/.
func (r release) writeArchive(arch string, c contents) error {
	folder := "ferrule-" + r.version
	files := tree{}
	files.add("THIRD_PARTY_NOTICES", c.notices)
	files.add("ferrule.cdx.json", c.components)
	files.addTree("", c.documentation)
	if err := files.addFile("ferrule", 0o755, c.program); err != nil {
		return err
	}
	for _, name := range []string{"LICENSE", "deploy/ferrule.service", "deploy/ferrule.socket", "deploy/ferrule.logrotate", "deploy/ferrule.toml"} {
		if err := files.addFile(name, 0o644, name); err != nil {
			return err
		}
	}
	if err := files.addFolder("deploy/monitoring", "deploy/monitoring"); err != nil {
		return err
	}
	all := tree{}
	all.addTree(folder, files)
	var tar bytes.Buffer
	if err := all.writeTar(&tar, r.time); err != nil {
		return err
	}
	if err := os.WriteFile(r.name("-linux-"+arch+".cdx.json"), []byte(c.components), 0o644); err != nil { //nolint:gosec // the release is public
		return err
	}
	return os.WriteFile(r.name("-linux-"+arch+".tar.gz"), compress(tar.Bytes()), 0o644) //nolint:gosec // the release is public
}

// compress returns a text in the form of gzip, without a time or name in it.
func compress(text []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(fmt.Sprintf("compress into memory: %v", err))
	}
	return out.Bytes()
}
