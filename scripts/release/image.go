package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"strconv"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// imageUser is the user and group of the program in a container: one that no machine
// has.
const imageUser = 65532

const (
	imageData     = "var/lib/ferrule"
	rootsOfDebian = "/etc/ssl/certs/ca-certificates.crt"
)

// imageRoot returns the files of the image: the program, Debian's roots of certificates
// and what the program expects of a machine.
func imageRoot(c contents) (tree, error) {
	id := strconv.Itoa(imageUser)
	root := tree{
		imageData: {mode: fs.ModeDir | 0o700, owner: imageUser},
		"tmp":     {mode: fs.ModeDir | fs.ModeSticky | 0o777},
	}
	root.add("etc/passwd", "ferrule:x:"+id+":"+id+":Ferrule:/"+imageData+":/usr/sbin/nologin\n")
	root.add("etc/group", "ferrule:x:"+id+":\n")
	root.add("usr/share/doc/ferrule/THIRD_PARTY_NOTICES", c.notices)
	root.add("usr/share/doc/ferrule/ferrule.cdx.json", c.components)
	if err := root.addFile("usr/share/doc/ferrule/LICENSE", 0o644, "LICENSE"); err != nil {
		return nil, err
	}
	if err := root.addFile(rootsOfDebian[1:], 0o644, rootsOfDebian); err != nil {
		return nil, err
	}
	return root, root.addFile("usr/bin/ferrule", 0o755, c.program)
}

// writeImage writes one image for all architectures as the tar of an OCI layout, made in
// a folder: https://github.com/opencontainers/image-spec/blob/main/image-layout.md
func (r release) writeImage(roots map[string]tree, folder string) error {
	labels := map[string]string{
		"org.opencontainers.image.title":       "ferrule",
		"org.opencontainers.image.description": "A multilingual catalogue website with requests for quotation",
		"org.opencontainers.image.version":     r.version,
		"org.opencontainers.image.created":     r.time.Format(time.RFC3339),
		"org.opencontainers.image.licenses":    "MIT",
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, arch := range architectures() {
		image, err := r.image(arch, roots[arch], labels)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: arch}}})
	}
	written, err := layout.Write(folder, empty.Index)
	if err != nil {
		return err
	}
	// The annotation is the tag that programs take from a layout.
	if err := written.AppendIndex(index, layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": r.version})); err != nil {
		return err
	}
	files := tree{}
	if err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		return files.addFile(name, 0o644, folder+"/"+name)
	}); err != nil {
		return err
	}
	out, err := os.Create(r.name("-image.tar"))
	if err != nil {
		return err
	}
	if err := files.writeTar(out, r.time); err != nil {
		_ = out.Close() // the first error is returned
		return err
	}
	return out.Close()
}

func (r release) image(arch string, root tree, labels map[string]string) (v1.Image, error) {
	var tar bytes.Buffer
	if err := root.writeTar(&tar, r.time); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(tar.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression), tarball.WithCompressedCaching)
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.time}, CreatedBy: "scripts/release"}}); err != nil {
		return nil, err
	}
	file, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = "linux", arch, v1.Time{Time: r.time}
	file.Config = v1.Config{
		User:         strconv.Itoa(imageUser) + ":" + strconv.Itoa(imageUser),
		Entrypoint:   []string{"/usr/bin/ferrule"},
		Cmd:          []string{"serve"},
		Env:          []string{"PATH=/usr/bin", "FERRULE_LISTEN=:8080", "FERRULE_DATA=/" + imageData},
		WorkingDir:   "/" + imageData,
		Volumes:      map[string]struct{}{"/" + imageData: {}},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Labels:       labels,
		StopSignal:   "SIGTERM",
		// A first start indexes all products.
		Healthcheck: &v1.HealthConfig{Test: []string{"CMD", "/usr/bin/ferrule", "health"}, Interval: 30 * time.Second, Timeout: 10 * time.Second, StartPeriod: 5 * time.Minute, Retries: 3},
	}
	return mutate.ConfigFile(image, file)
}
