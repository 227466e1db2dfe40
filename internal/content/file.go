package content

// FilesCollection is the collection of files.
const FilesCollection = "directus_files"

// Upload is a received file without a record.
type Upload struct {
	StagedName    string // name of the staged file, defined by the receiver
	Name          string // client's file name, without folders; may be empty
	Type          string // media type, detected from the bytes
	Size          int64  // in bytes
	Width, Height int    // in pixels, after rotation; 0 if unknown
}

// describesBytes reports whether a column describes a file's bytes. Only the
// program sets these columns: a client could set false values, or the name of
// another file.
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

// checkFile rejects new records of files without bytes, and writes to columns
// that describe bytes.
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
