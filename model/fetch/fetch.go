// Package fetch brings large files of known hash from a server that nobody has to trust.
//
//	hub, err := fetch.New([]string{fetch.Hub}, nil)
//	err = hub.Fetch(ctx, fetch.File{Repository: "owner/name", Revision: "main", Name: "model.gguf", Bytes: n, SHA256: sum}, path, progress)
//
// A file is at SERVER/REPOSITORY/resolve/REVISION/NAME, as on the HuggingFace Hub and its mirrors; servers are asked in
// their order. What came of it lies at the path with ".part" behind, until all has come and has the hash;
// then it has the path. A part is gone on with, after a break and by the next call, of whatever server: the hash says at the
// end whether they had the same. One that has another hash is deleted.
//
// Nothing but the address and the range is sent. Encrypted connections alone are made, but to this device; a redirect is
// followed within the server's own host and to those of the Hub, five times at most. A server that says nothing is given up.
package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/model"
)

// Hub is the server where models are published.
const Hub = "https://huggingface.co"

// hubHosts are those to which the hub sends whoever wants a large file.
var hubHosts = []string{"huggingface.co", "hf.co"}

const (
	mostRedirects = 5
	mostBreaks    = 100 // of one file on one server, each after at least a byte
)

// ErrOther says that what came is not the file that was wanted: it has another hash, or another length.
var ErrOther = errors.New("the server has another file")

// A File is what is wanted. It is at SERVER/REPOSITORY/resolve/REVISION/NAME, or where Path says.
type File struct {
	Repository, Revision, Name string
	Path                       string // below the server, of a file that is in no repository of models

	Bytes  int64
	SHA256 string // in lowercase hex
}

func (f File) at(server *url.URL) string {
	if f.Path != "" {
		return server.JoinPath(f.Path).String()
	}
	return server.JoinPath(f.Repository, "resolve", f.Revision, f.Name).String()
}

// title is what people know it by.
func (f File) title() string {
	if f.Path != "" {
		return path.Base(f.Path)
	}
	return f.Name + " of " + f.Repository
}

// Options may be nil.
type Options struct {
	Quiet time.Duration // after which a server that says nothing is given up; 0: 30 s
}

// A Client asks servers. It is safe for concurrent use, of different paths.
type Client struct {
	servers []*url.URL
	quiet   time.Duration
}

// New gives a client of one server or more, each as https://HOST[/PATH]; http is for this device alone.
func New(servers []string, o *Options) (*Client, error) {
	c := &Client{quiet: 30 * time.Second}
	if o != nil && o.Quiet > 0 {
		c.quiet = o.Quiet
	}
	for _, text := range servers {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return nil, fmt.Errorf("%.200q is no address of a server, as https://host is", text)
		}
		if !encrypted(u) {
			return nil, fmt.Errorf("%.200q is not asked: of servers that are not this device, https alone is", text)
		}
		c.servers = append(c.servers, u)
	}
	if len(c.servers) == 0 {
		return nil, errors.New("there is no server to ask")
	}
	return c, nil
}

func encrypted(u *url.URL) bool {
	return u.Scheme == "https" || u.Scheme == "http" && model.OnDevice(u.Host)
}

// follows reports whether a server may send us somewhere.
func follows(server, to *url.URL) bool {
	if !encrypted(to) || to.User != nil {
		return false
	}
	if strings.EqualFold(to.Host, server.Host) {
		return true
	}
	for _, host := range hubHosts {
		if name := strings.ToLower(to.Host); to.Scheme == "https" && (name == host || strings.HasSuffix(name, "."+host)) {
			return true
		}
	}
	return false
}

// Fetch brings a file to a path, which is not there yet. told is given how many of its bytes there are, from this
// goroutine; it may be nil. Errors: the context's, those of the disk, and why no server gave it, of each; of them
// ErrOther is one.
func (c *Client) Fetch(ctx context.Context, f File, path string, told func(done, total int64)) error {
	if told == nil {
		told = func(int64, int64) {}
	}
	part, err := openPart(path + ".part")
	if err != nil {
		return err
	}
	defer part.Close()
	var failed []error
	for _, server := range c.servers {
		err := c.from(ctx, server, f, part, told)
		if err == nil {
			return part.become(path)
		}
		if _, disk := errors.AsType[diskError](err); disk || ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		failed = append(failed, fmt.Errorf("%s: %w", server.Host, err))
	}
	return fmt.Errorf("%s was not had: %w", f.title(), errors.Join(failed...))
}

// from has a file from one server, going on where it breaks off.
func (c *Client) from(ctx context.Context, server *url.URL, f File, p *part, told func(int64, int64)) error {
	kept, err := p.size() // by an earlier call, perhaps of another server
	if err != nil {
		return err
	}
	for range mostBreaks {
		have, err := p.size()
		if err != nil {
			return err
		}
		if have > f.Bytes {
			have = 0
			if err := p.cut(0); err != nil {
				return err
			}
		}
		if have == f.Bytes {
			err := p.verify(ctx, f.SHA256)
			if errors.Is(err, ErrOther) && kept > 0 {
				kept = 0 // what was kept may be what is wrong, and is gone
				continue
			}
			return err
		}
		err = c.ask(ctx, server, f, have, p, told)
		now, sizeErr := p.size()
		switch {
		case sizeErr != nil:
			return sizeErr
		case err == nil && now == f.Bytes:
		case err != nil && (now <= have || final(err)):
			return err
		case now <= have:
			return errors.New("the server broke off before the first byte")
		}
	}
	return fmt.Errorf("it broke off %d times; what has come is kept, and gone on with the next time", mostBreaks)
}

// A finalError is one that is the same the next time.
type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

func final(err error) bool {
	_, is := errors.AsType[finalError](err)
	_, disk := errors.AsType[diskError](err)
	return is || disk || errors.Is(err, context.Canceled)
}

func refuse(format string, args ...any) error { return finalError{fmt.Errorf(format, args...)} }

// ask asks once, for what is missing.
func (c *Client) ask(ctx context.Context, server *url.URL, f File, have int64, p *part, told func(int64, int64)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	quiet := &watch{after: c.quiet, end: func() { cancel(fmt.Errorf("the server said nothing for %v", c.quiet)) }}
	quiet.heard()
	defer quiet.stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.at(server), nil)
	if err != nil {
		return refuse("its address: %w", err)
	}
	request.Header.Set("User-Agent", "narratoria")
	if have > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: 64 << 10}
	client := http.Client{Transport: transport, CheckRedirect: func(to *http.Request, via []*http.Request) error {
		if len(via) > mostRedirects {
			return refuse("it redirects again and again")
		}
		if !follows(server, to.URL) {
			return refuse("it redirects to %.100q, which is not followed", to.URL.Scheme+"://"+to.URL.Host)
		}
		to.Header.Del("Referer")
		return nil
	}}
	response, err := client.Do(request)
	if err != nil {
		return because(ctx, err)
	}
	defer response.Body.Close()
	from, err := starts(response, f, have)
	if err != nil {
		return err
	}
	if err := p.cut(from); err != nil {
		return err
	}
	return because(ctx, p.take(response.Body, f.Bytes-from, func(n int64) {
		quiet.heard()
		told(from+n, f.Bytes)
	}))
}

// because is what a context was ended by, where that made an error.
func because(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
		return cause
	}
	if of, ok := errors.AsType[*url.Error](err); ok {
		return of.Err // without the address, which a redirect may have made long
	}
	return err
}

// starts says where what a server answers with begins in the file.
func starts(response *http.Response, f File, have int64) (int64, error) {
	switch response.StatusCode {
	case http.StatusOK:
		if n := response.ContentLength; n >= 0 && n != f.Bytes {
			return 0, finalError{fmt.Errorf("%w: it has %d bytes, not %d", ErrOther, n, f.Bytes)}
		}
		return 0, encoded(response)
	case http.StatusPartialContent:
		want := fmt.Sprintf("bytes %d-%d/%d", have, f.Bytes-1, f.Bytes)
		if got := response.Header.Get("Content-Range"); have == 0 || got != want {
			return 0, finalError{fmt.Errorf("%w: asked for %q it answers with %.100q", ErrOther, want, got)}
		}
		return have, encoded(response)
	case http.StatusRequestedRangeNotSatisfiable:
		return 0, finalError{fmt.Errorf("%w: it does not have %d bytes", ErrOther, f.Bytes)}
	}
	return 0, refuse("it answers %.100q", response.Status)
}

func encoded(response *http.Response) error {
	if of := response.Header.Get("Content-Encoding"); of != "" && of != "identity" {
		return refuse("it sends the file as %.40q, which was not asked for", of)
	}
	return nil
}

// A watch ends something where nothing is heard.
type watch struct {
	after time.Duration
	end   func()
	mu    sync.Mutex
	timer *time.Timer
}

func (w *watch) heard() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer == nil {
		w.timer = time.AfterFunc(w.after, w.end)
		return
	}
	w.timer.Reset(w.after)
}

func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
}

// A part is what has come of a file.
type part struct {
	file *os.File
	path string
}

// A diskError is one of ours, for which no other server is asked.
type diskError struct{ error }

func (e diskError) Unwrap() error { return e.error }

func openPart(path string) (*part, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file of this program", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	return &part{file, path}, err
}

func (p *part) Close() { _ = p.file.Close() } // what was written was synced, or is not relied on

func (p *part) size() (int64, error) {
	info, err := p.file.Stat()
	if err != nil {
		return 0, diskError{err}
	}
	return info.Size(), nil
}

// cut leaves so many bytes, and has what comes written behind.
func (p *part) cut(at int64) error {
	if err := p.file.Truncate(at); err != nil {
		return diskError{err}
	}
	if _, err := p.file.Seek(at, io.SeekStart); err != nil {
		return diskError{err}
	}
	return nil
}

// take writes what comes, most bytes and no more.
func (p *part) take(from io.Reader, most int64, told func(int64)) error {
	buffer, n := make([]byte, 256<<10), int64(0)
	for {
		got, err := from.Read(buffer)
		if n+int64(got) > most {
			return finalError{fmt.Errorf("%w: more than %d bytes came", ErrOther, most)}
		}
		if got > 0 {
			if _, err := p.file.Write(buffer[:got]); err != nil {
				return diskError{err}
			}
			n += int64(got)
			told(n)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// verify compares the whole with its hash. What has another is deleted.
func (p *part) verify(ctx context.Context, want string) error {
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return diskError{err}
	}
	sum := sha256.New()
	for buffer := make([]byte, 1<<20); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := p.file.Read(buffer)
		_, _ = sum.Write(buffer[:n]) // a hash takes all
		if err == io.EOF {
			break
		}
		if err != nil {
			return diskError{err}
		}
	}
	got := hex.EncodeToString(sum.Sum(nil))
	if got == want {
		return nil
	}
	if err := p.cut(0); err != nil {
		return err
	}
	return fmt.Errorf("%w: its SHA-256 is %s, not %s", ErrOther, got, want)
}

// become gives a part that is whole its name.
func (p *part) become(path string) error {
	if err := p.file.Sync(); err != nil {
		return err
	}
	if err := p.file.Close(); err != nil {
		return err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	if err := os.Rename(p.path, path); err != nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(path))
}
