package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
)

// describe returns the notices and the components (CycloneDX) of a program: the modules
// that Go recorded in it, C code in these modules, the C library, and the npm packages
// of the front end.
func (r release) describe(ctx context.Context, arch, program string) (notices, components string, err error) {
	name, version, licences, err := libraryC(ctx, arch)
	if err != nil {
		return "", "", err
	}
	text, err := os.ReadFile("THIRD_PARTY_NOTICES")
	if err != nil {
		return "", "", err
	}
	notices = fmt.Sprintf("%s\n%s\nThe C library, linked statically: %s %s. To link the program with\nanother one, build it from its source: docs/releases.md.\n\n%s", text, strings.Repeat("-", 80), name, version, licences)
	list, err := goComponents(program)
	if err != nil {
		return "", "", err
	}
	embedded, err := componentsInC(ctx)
	if err != nil {
		return "", "", err
	}
	packages, err := npmComponents(ctx)
	if err != nil {
		return "", "", err
	}
	list = append(append(list, embedded...), packages...)
	list = append(list, component("glibc", version, "pkg:deb/debian/"+name+"@"+strings.ReplaceAll(version, "+", "%2B")))
	bom := cyclonedx.NewBOM()
	purl := "pkg:generic/ferrule@" + r.version + "?arch=" + arch
	bom.SerialNumber = "urn:uuid:" + uuid.NewSHA1(uuid.NameSpaceURL, []byte(purl)).String()
	bom.Metadata = &cyclonedx.Metadata{
		Timestamp: r.time.Format(time.RFC3339),
		Component: &cyclonedx.Component{BOMRef: purl, Type: cyclonedx.ComponentTypeApplication, Name: "ferrule", Version: r.version, PackageURL: purl},
	}
	bom.Components = &list
	var references []string
	for _, c := range list {
		references = append(references, c.BOMRef)
	}
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: purl, Dependencies: &references}}
	var out bytes.Buffer
	if err := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return "", "", err
	}
	return notices, out.String(), nil
}

func component(name, version, purl string) cyclonedx.Component {
	return cyclonedx.Component{BOMRef: purl, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: purl}
}

// goComponents returns the modules of a program and Go's standard library.
func goComponents(program string) ([]cyclonedx.Component, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	version := strings.TrimPrefix(info.GoVersion, "go")
	list := []cyclonedx.Component{component("stdlib", version, "pkg:golang/stdlib@"+version)}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		c := component(m.Path, m.Version, "pkg:golang/"+strings.ToLower(m.Path)+"@"+strings.ReplaceAll(m.Version, "+", "%2B"))
		list = append(list, c)
	}
	return list, nil
}

// componentsInC returns the C libraries whose code is in Go modules, with the versions
// that their files name.
func componentsInC(ctx context.Context) (list []cyclonedx.Component, err error) {
	for _, library := range []struct{ name, module, file, version string }{
		{"sqlite", "github.com/mattn/go-sqlite3", "sqlite3-binding.h", `#define SQLITE_VERSION\s+"(.+)"`},
		{"quickjs-ng", "github.com/buke/quickjs-go", "deps/quickjs/quickjs.h", `#define QJS_VERSION_MAJOR (\d+)\n#define QJS_VERSION_MINOR (\d+)\n#define QJS_VERSION_PATCH (\d+)`},
		{"libwebp", "github.com/bep/gowebp", "libwebp_src/configure.ac", `AC_INIT\(\[libwebp\], \[(.+?)\]`},
	} {
		folder, err := output(ctx, "go", "list", "-m", "-f", "{{.Dir}}", library.module)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(folder, library.file)) //nolint:gosec // a file of a module
		if err != nil {
			return nil, err
		}
		found := regexp.MustCompile(library.version).FindSubmatch(text)
		if found == nil {
			return nil, fmt.Errorf("read the version of %s: %s of %s has none", library.name, library.file, library.module)
		}
		version := string(bytes.Join(found[1:], []byte(".")))
		list = append(list, component(library.name, version, "pkg:generic/"+library.name+"@"+version))
	}
	return list, nil
}

// npmComponents returns the packages that the front end is built from. Tools are
// devDependencies, and parts for Node are optional; both are omitted.
func npmComponents(ctx context.Context) ([]cyclonedx.Component, error) {
	text, err := output(ctx, "npm", "sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--omit", "optional", "--package-lock-only")
	if err != nil {
		return nil, err
	}
	var bom cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(strings.NewReader(text), cyclonedx.BOMFileFormatJSON).Decode(&bom); err != nil {
		return nil, fmt.Errorf("read what npm sbom prints: %w", err)
	}
	if bom.Components == nil {
		return nil, fmt.Errorf("npm sbom lists no packages")
	}
	for i := range *bom.Components {
		// Its properties name folders of this machine.
		(*bom.Components)[i].Properties = nil
	}
	return *bom.Components, nil
}
