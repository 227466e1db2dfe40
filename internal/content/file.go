package content

// FilesCollection holds the records of files.
const FilesCollection = "directus_files"

// Upload is a file whose bytes were received and that no record names yet.
type Upload struct {
	Place         string // where the bytes are, in the words of who received them
	Name          string // what its sender calls it, without folders; may be empty
	Type          string // media type, found in the bytes
	Size          int64  // in bytes
	Width, Height int    // in pixels, upright; 0 where the bytes do not say
}

// describesBytes reports whether a column says something about a file's bytes.
// The program sets these itself: what an editor could write there might not be
// true, or be the name of somebody else's bytes.
func (f *Field) describesBytes() bool {
	if f.Collection.Name != FilesCollection {
		return false
	}
	switch f.Name {
	case "storage", "filename_disk", "type", "filesize", "width", "height", "duration", "uploaded_by", "uploaded_on", "created_on", "tus_id", "tus_data":
		return true
	default:
		return false
	}
}

// checkFile refuses to make records of files without bytes, and to write what
// describes bytes.
func (r *Record) checkFile(a Action) error {
	if r.Collection.Name != FilesCollection {
		return nil
	}
	if a == ActionCreate && r.Set == nil {
		return InvalidPayload("A file is made by uploading it")
	}
	for name := range r.Fields {
		if f := r.Collection.Field(name); f != nil && f.describesBytes() {
			return InvalidPayload("%q is told by the file itself and cannot be set", name)
		}
	}
	return nil
}
