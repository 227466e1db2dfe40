package main

import (
	"context"
	"crypto/md5" //nolint:gosec // dpkg --verify compares files with it
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const maintainer = "The Ferrule authors <maintainers@ferrule.example>"

// described matches what git describe prints after a tag: commits since then and the
// last of them.
var described = regexp.MustCompile(`^(.*)-(\d+)-(g[0-9a-f]+)$`)

// debianVersion returns the version in the order of Debian: a preview sorts before its
// version, a commit after a tag behind it, and without a tag by time, before all.
func (r release) debianVersion() string {
	version := r.version
	if !regexp.MustCompile(`^\d+\.`).MatchString(version) {
		return "0~" + r.time.Format("20060102150405") + "." + version
	}
	commit := ""
	if parts := described.FindStringSubmatch(version); parts != nil {
		version, commit = parts[1], "+"+parts[2]+"."+parts[3]
	}
	return strings.ReplaceAll(version, "-", "~") + commit
}

// writePackage writes the Debian package of an architecture, made in a folder.
func (r release) writePackage(ctx context.Context, arch string, c contents, folder string) error {
	files, err := r.packageFiles(c)
	if err != nil {
		return err
	}
	var sums, configuration strings.Builder
	size := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		size += len(files[name].content)
		if strings.HasPrefix(name, "etc/") {
			fmt.Fprintf(&configuration, "/%s\n", name)
			continue
		}
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(files[name].content), name) //nolint:gosec // dpkg --verify compares files with it
	}
	files.add("DEBIAN/md5sums", sums.String())
	files.add("DEBIAN/conffiles", configuration.String())
	files.add("DEBIAN/control", fmt.Sprintf(`Package: ferrule
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Depends: adduser
Suggests: logrotate
Section: httpd
Priority: optional
Description: multilingual catalogue website with requests for quotation
 Ferrule serves the catalogue of a supplier in four languages and stores requests
 for quotation, in one program without a database server.
`, r.debianVersion(), arch, maintainer, size/1024))
	for _, name := range []string{"postinst", "prerm", "postrm"} {
		if err := files.addFile("DEBIAN/"+name, 0o755, "deploy/debian/"+name); err != nil {
			return err
		}
	}
	if err := files.writeFolder(folder); err != nil {
		return err
	}
	name := filepath.Join(r.out, "ferrule_"+r.debianVersion()+"_"+arch+".deb")
	command := exec.CommandContext(ctx, "dpkg-deb", "--root-owner-group", "--build", folder, name)                   //nolint:gosec // names of the release
	command.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix()), "DPKG_DEB_THREADS_MAX=1") // times of files
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("dpkg-deb: %w: %s", err, out)
	}
	return nil
}

// packageFiles returns the files that the package installs.
func (r release) packageFiles(c contents) (tree, error) {
	const documents = "usr/share/doc/ferrule/"
	files := tree{}
	for name, e := range c.documentation {
		switch kind, file := filepath.Split(name); {
		case kind == "man/":
			files.add("usr/share/man/man1/"+file+".gz", string(compress(e.content)))
		case file == "bash":
			files["usr/share/bash-completion/completions/ferrule"] = e
		case file == "zsh":
			files["usr/share/zsh/vendor-completions/_ferrule"] = e
		case file == "fish":
			files["usr/share/fish/vendor_completions.d/ferrule.fish"] = e
		}
	}
	files.add(documents+"ferrule.cdx.json", c.components)
	files.add(documents+"THIRD_PARTY_NOTICES", c.notices)
	files.add(documents+"changelog.gz", string(compress(fmt.Appendf(nil, "ferrule (%s) stable; urgency=medium\n\n  * Release.\n\n -- %s  %s\n", r.debianVersion(), maintainer, r.time.Format("Mon, 02 Jan 2006 15:04:05 -0700")))))
	for name, from := range map[string]string{
		documents + "copyright":                  "LICENSE",
		"usr/lib/systemd/system/ferrule.service": "deploy/ferrule.service",
		"usr/lib/systemd/system/ferrule.socket":  "deploy/ferrule.socket",
		"etc/logrotate.d/ferrule":                "deploy/ferrule.logrotate",
		"etc/ferrule/ferrule.toml":               "deploy/ferrule.toml",
	} {
		if err := files.addFile(name, 0o644, from); err != nil {
			return nil, err
		}
	}
	if err := files.addFile("etc/ferrule/ferrule.env", 0o600, "deploy/debian/ferrule.env"); err != nil {
		return nil, err
	}
	if err := files.addFile("usr/bin/ferrule", 0o755, c.program); err != nil {
		return nil, err
	}
	return files, files.addFolder(documents+"examples", "deploy/monitoring")
}
