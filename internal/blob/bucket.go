package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"golang.org/x/sync/errgroup"

	"ferrule/internal/fault"
	"ferrule/internal/lru"
)

const (
	// requestTimeout is the time limit of a metadata request.
	requestTimeout = 10 * time.Second
	// tries is low because a visitor waits for the request.
	tries = 3
	// concurrentPuts is how many files are uploaded concurrently.
	concurrentPuts = 4
	// partSize is the memory for one upload, in bytes.
	partSize = 16 << 20
)

// Bucket is a Store in a bucket of an S3-compatible store.
type Bucket struct {
	core         minio.Core
	name, prefix string

	mu    sync.Mutex
	known *lru.Cache[string, minio.ObjectInfo]
}

// maxKnown is the maximum number of files whose metadata is cached, so that an
// image variant on disk needs no request to the store. The bytes of a name
// never change.
const maxKnown = 20_000

// NewBucket parses an address,
// s3://bucket/prefix?endpoint=https://host&region=name. The default endpoint is
// Amazon's. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY hold the key. It sends
// no request.
func NewBucket(address string) (*Bucket, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil {
		return nil, fmt.Errorf("%q is not a bucket address; use one such as s3://bucket/prefix?endpoint=https://host", address)
	}
	query := u.Query()
	for name := range query {
		if name != "endpoint" && name != "region" {
			return nil, fmt.Errorf("unknown parameter %q; use endpoint and region", name)
		}
	}
	endpoint := &url.URL{Scheme: "https", Host: "s3.amazonaws.com"}
	if given := query.Get("endpoint"); given != "" {
		endpoint, err = url.Parse(given)
		if err != nil || endpoint.Host == "" || strings.Trim(endpoint.Path, "/") != "" || endpoint.Scheme != "https" && endpoint.Scheme != "http" {
			return nil, fmt.Errorf("%q is not an endpoint; use one such as https://host", given)
		}
	}
	if os.Getenv("AWS_ACCESS_KEY_ID") == "" || os.Getenv("AWS_SECRET_ACCESS_KEY") == "" {
		return nil, errors.New("the key to the bucket is missing; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Creds: credentials.NewEnvAWS(), Secure: endpoint.Scheme == "https", Region: query.Get("region"), MaxRetries: tries,
	})
	if err != nil {
		return nil, fmt.Errorf("open bucket: %w", err)
	}
	return &Bucket{core: minio.Core{Client: client}, name: u.Host, prefix: strings.Trim(u.Path, "/"), known: lru.New[string, minio.ObjectInfo](maxKnown)}, nil
}

// Sub returns the same bucket with files under a subfolder of the prefix.
func (b *Bucket) Sub(folder string) *Bucket {
	return &Bucket{core: b.core, name: b.name, prefix: b.key(folder), known: lru.New[string, minio.ObjectInfo](maxKnown)}
}

// Close implements Store.
func (*Bucket) Close() error { return nil }

// Check implements Store.
func (b *Bucket) Check(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	exists, err := b.core.BucketExists(ctx, b.name)
	if err != nil {
		return "", fmt.Errorf("check bucket %q: %w", b.name, err)
	}
	if !exists {
		return "", fmt.Errorf("check bucket %q: it does not exist; create it first", b.name)
	}
	return "bucket " + b.name + " at " + b.core.EndpointURL().Host, nil
}

// Sizes implements Store.
func (b *Bucket) Sizes(ctx context.Context) (map[string]int64, error) {
	below := ""
	if b.prefix != "" {
		below = b.prefix + "/"
	}
	sizes := map[string]int64{}
	for object := range b.core.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: below}) {
		if object.Err != nil {
			return nil, storeError(object.Err)
		}
		if name := strings.TrimPrefix(object.Key, below); plain(name) && name[0] != '.' {
			sizes[name] = object.Size
		}
	}
	return sizes, ctx.Err()
}

func (b *Bucket) key(name string) string { return path.Join(b.prefix, name) }

// Open implements Store.
func (b *Bucket) Open(ctx context.Context, name string) (File, error) {
	if !plain(name) {
		return nil, fmt.Errorf("%q: %w", name, fs.ErrNotExist)
	}
	info, err := b.stat(ctx, name)
	if err != nil {
		return nil, err
	}
	return &object{bucket: b, ctx: ctx, key: b.key(name), etag: info.ETag, size: info.Size}, nil
}

func (b *Bucket) stat(ctx context.Context, name string) (minio.ObjectInfo, error) {
	b.mu.Lock()
	info, ok := b.known.Get(name)
	b.mu.Unlock()
	if ok {
		return info, nil
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	info, err := b.core.StatObject(ctx, b.name, b.key(name), minio.StatObjectOptions{})
	if err != nil {
		return info, storeError(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known.Put(name, minio.ObjectInfo{ETag: info.ETag, Size: info.Size}, 1)
	return info, nil
}

func (b *Bucket) forget(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known.Delete(name)
}

// Put implements Store.
func (b *Bucket) Put(ctx context.Context, paths map[string]string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(concurrentPuts)
	for name, local := range paths {
		group.Go(func() error {
			if !plain(name) {
				return fmt.Errorf("%q is not a file name", name)
			}
			b.forget(name) // a failed import may have stored other bytes under this name
			_, err := b.core.FPutObject(ctx, b.name, b.key(name), local, minio.PutObjectOptions{PartSize: partSize, NumThreads: 1})
			if err != nil {
				return storeError(err)
			}
			return os.Remove(local)
		})
	}
	return group.Wait()
}

// Remove implements Store.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	if !plain(name) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	b.forget(name)
	err := b.core.RemoveObject(ctx, b.name, b.key(name), minio.RemoveObjectOptions{})
	if err = storeError(err); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// storeError distinguishes a missing file from an unavailable store.
func storeError(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if r := minio.ToErrorResponse(err); r.Code == minio.NoSuchKey || r.StatusCode == http.StatusNotFound && r.Code != minio.NoSuchBucket {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return fault.Wrap(fault.Unavailable, err, "The file store does not respond. Try again later.").WithCode("SERVICE_UNAVAILABLE")
}

// object is an open file of a bucket. One reply streams the bytes from the
// position where reading begins.
type object struct {
	bucket    *Bucket
	ctx       context.Context // of the caller of Open
	key, etag string
	size, at  int64
	body      io.ReadCloser // the bytes from at on; nil until the first Read
}

func (o *object) Version() string { return strings.Trim(o.etag, `"`) }

func (o *object) Read(b []byte) (int, error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.body == nil {
		var options minio.GetObjectOptions
		// Other bytes would have another entity tag.
		err := errors.Join(options.SetMatchETag(o.Version()), options.SetRange(o.at, o.size-1))
		if err != nil {
			return 0, err
		}
		o.body, _, _, err = o.bucket.core.GetObject(o.ctx, o.bucket.name, o.key, options)
		if err != nil {
			return 0, storeError(err)
		}
	}
	n, err := o.body.Read(b)
	o.at += int64(n)
	if errors.Is(err, io.EOF) && o.at < o.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, fs.ErrInvalid
	}
	if offset == o.at {
		return o.at, nil
	}
	o.at = offset
	return o.at, o.Close()
}

func (o *object) Close() error {
	if o.body == nil {
		return nil
	}
	err := o.body.Close()
	o.body = nil
	return err
}
