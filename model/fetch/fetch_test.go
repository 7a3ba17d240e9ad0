package fetch_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/model/fetch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// data are a file, larger than what is written at once.
var data = func() []byte {
	r, b := rand.New(rand.NewPCG(7, 11)), make([]byte, 1<<20+77)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}()

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

var wanted = fetch.File{Repository: "owner/name", Revision: "abc", Name: "model.gguf", Bytes: int64(len(data)), SHA256: sumOf(data)}

// serve is a server on this device, for as long as the test.
func serve(t *testing.T, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server
}

// whole answers as the Hub does.
func whole(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/owner/name/resolve/abc/model.gguf" {
		http.NotFound(w, r)
		return
	}
	from, ranged := rangeOf(r)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)-from))
	if ranged {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(data)-1, len(data)))
		w.WriteHeader(http.StatusPartialContent)
	}
	_, _ = w.Write(data[from:])
}

func rangeOf(r *http.Request) (from int, ranged bool) {
	_, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
	return from, err == nil
}

// breaking answers as whole, but breaks off after so many bytes of each answer.
func breaking(after int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		whole(&short{ResponseWriter: w, left: after}, r)
	}
}

type short struct {
	http.ResponseWriter
	left int
}

func (s *short) Write(p []byte) (int, error) {
	if len(p) > s.left {
		_, _ = s.ResponseWriter.Write(p[:s.left])
		_ = http.NewResponseController(s.ResponseWriter).Flush()
		panic(http.ErrAbortHandler) // cuts the connection
	}
	s.left -= len(p)
	return s.ResponseWriter.Write(p)
}

func get(t *testing.T, ctx context.Context, path string, servers ...string) error {
	t.Helper()
	return patiently(t, ctx, 0, path, servers...)
}

// patiently is get with a time of quiet. A short one is for servers that say nothing, since others may be slow.
func patiently(t *testing.T, ctx context.Context, quiet time.Duration, path string, servers ...string) error {
	t.Helper()
	c, err := fetch.New(servers, &fetch.Options{Quiet: quiet})
	if err != nil {
		t.Fatal(err)
	}
	return c.Fetch(ctx, wanted, path, nil)
}

// there looks whether the file is, as it has to be, with nothing beside it.
func there(t *testing.T, path string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || sumOf(got) != wanted.SHA256 {
		t.Errorf("%d bytes came, %v", len(got), err)
	}
	if _, err := os.Lstat(path + ".part"); err == nil {
		t.Error("the part is still there")
	}
}

func TestFetch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.gguf")
	var header http.Header
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { header = r.Header; whole(w, r) })
	c, err := fetch.New([]string{server.URL + "/"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	last := int64(0)
	err = c.Fetch(t.Context(), wanted, path, func(done, total int64) {
		if done < last || total != wanted.Bytes {
			t.Errorf("%d of %d, after %d", done, total, last)
		}
		last = done
	})
	if err != nil || last != wanted.Bytes {
		t.Fatal(last, err)
	}
	there(t, path)
	for name := range header {
		if name != "User-Agent" && name != "Connection" {
			t.Errorf("sent is %s: %q", name, header[name])
		}
	}
	if got := header.Get("User-Agent"); got != "narratoria" {
		t.Errorf("sent is %q", got)
	}
}

// Wherever it breaks off, it is gone on with, in the same call and by the next.
func TestItIsGoneOnWith(t *testing.T) {
	dir := t.TempDir()
	for i, after := range []int{1 << 18, 1<<20 + 76, 20_000, len(data) / 2} {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := get(t, t.Context(), path, serve(t, breaking(after)).URL); err != nil {
			t.Errorf("breaking after %d: %v", after, err)
			continue
		}
		there(t, path)
	}
	for range 20 {
		path := filepath.Join(dir, "again")
		have := rand.IntN(len(data) + 1)
		if err := os.WriteFile(path+".part", data[:have], 0o600); err != nil {
			t.Fatal(err)
		}
		first := -1
		server := serve(t, func(w http.ResponseWriter, r *http.Request) {
			first, _ = rangeOf(r)
			whole(w, r)
		})
		if err := get(t, t.Context(), path, server.URL); err != nil || first != have && have < len(data) {
			t.Fatalf("with %d bytes it asks from %d: %v", have, first, err)
		}
		there(t, path)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// What was kept of another file is thrown away, and the right one had.
func TestAPartOfAnotherFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.gguf")
	for _, kept := range [][]byte{make([]byte, 1000), make([]byte, len(data)), make([]byte, len(data)+5)} {
		if err := os.WriteFile(path+".part", kept, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := get(t, t.Context(), path, serve(t, whole).URL); err != nil {
			t.Fatalf("with %d bytes of another: %v", len(kept), err)
		}
		there(t, path)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFaults(t *testing.T) {
	spoiled := append([]byte(nil), data...)
	spoiled[len(data)/3] ^= 1
	send := func(b []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(b) }
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", code) }
	}
	redirect := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	other := serve(t, whole)
	faults := map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"another file":   {send(spoiled), "its SHA-256 is"},
		"a shorter file": {send(data[:1000]), "it has 1000 bytes, not"},
		"a page":         {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>log in")) }, "it has 12 bytes"},
		"a file without end": {func(w http.ResponseWriter, _ *http.Request) {
			for range 5 {
				_, _ = w.Write(data)
				_ = http.NewResponseController(w).Flush()
			}
		}, "more than"},
		"nothing": {breaking(0), "EOF"},
		"a part nobody wants": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Range", "bytes 0-9/10")
			w.WriteHeader(206)
		}, "it answers with \"bytes 0-9/10\""},
		"no range":       {status(416), "does not have"},
		"not there":      {status(404), "it answers \"404 Not Found\""},
		"not allowed":    {status(401), "401"},
		"too much asked": {status(429), "429"},
		"broken":         {status(503), "503"},
		"packed": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_ = http.NewResponseController(w).Flush()
		}, "as \"gzip\""},
		"sent elsewhere":        {redirect("https://example.org/model.gguf"), "redirects to \"https://example.org\", which is not followed"},
		"sent to a lookalike":   {redirect("https://evilhf.co/model.gguf"), "not followed"},
		"sent away unencrypted": {redirect("http://cdn.hf.co/model.gguf"), "not followed"},
		"sent to a neighbour":   {redirect(other.URL), "not followed"},
		"sent to a file":        {redirect("file:///etc/passwd"), "not followed"},
		"sent with a password":  {redirect("https://a:b@huggingface.co/"), "not followed"},
		"sent in a circle":      {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, "again and again"},
		"silence":               {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "said nothing for"},
		"silence in the middle": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(data)))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, "said nothing for"},
		"no protocol": {func(w http.ResponseWriter, _ *http.Request) {
			if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
				_, _ = c.Write([]byte("\x00\x01hello\r\n\r\n"))
				_ = c.Close()
			}
		}, "malformed HTTP"},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "model.gguf")
			bad := serve(t, fault.answer)
			quiet := time.Duration(0)
			if strings.HasPrefix(name, "silence") {
				quiet = 50 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // which nothing comes to, but where a server is waited for
			defer cancel()
			err := patiently(t, ctx, quiet, path, bad.URL)
			if err == nil || !strings.Contains(err.Error(), fault.want) || len(err.Error()) > 500 {
				t.Errorf("it says %v", err)
			}
			if _, err := os.Lstat(path); err == nil {
				t.Error("there is a file")
			}
			if quiet > 0 {
				return
			}
			// A mirror has it all the same.
			if err := get(t, t.Context(), path, bad.URL, serve(t, whole).URL); err != nil {
				t.Errorf("beside a mirror: %v", err)
			}
			there(t, path)
		})
	}
}

// Within a host, a redirect is followed.
func TestARedirectWithinTheHost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.gguf")
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mirror/owner/name/resolve/abc/model.gguf" {
			http.Redirect(w, r, "/owner/name/resolve/abc/model.gguf", http.StatusTemporaryRedirect)
			return
		}
		if r.Header.Get("Referer") != "" {
			t.Error("it is said where we came from")
		}
		whole(w, r)
	})
	if err := get(t, t.Context(), path, server.URL+"/mirror"); err != nil {
		t.Fatal(err)
	}
	there(t, path)
}

func TestGivenUpItIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.gguf")
	ctx, cancel := context.WithCancel(t.Context())
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		_, _ = w.Write(data[:1<<19])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	c, err := fetch.New([]string{server.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = c.Fetch(ctx, wanted, path, func(done, _ int64) {
		if done == 1<<19 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if info, err := os.Stat(path + ".part"); err != nil || info.Size() != 1<<19 {
		t.Error("what has come is not kept", err)
	}
	if err := get(t, t.Context(), path, serve(t, whole).URL); err != nil {
		t.Fatal(err)
	}
	there(t, path)
}

// A disk that is ours to mend is no reason to ask the next server.
func TestTheDisk(t *testing.T) {
	dir, asked := t.TempDir(), atomic.Int32{}
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { asked.Add(1); whole(w, r) })
	if err := get(t, t.Context(), filepath.Join(dir, "none", "model.gguf"), server.URL); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "model.gguf.part"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := get(t, t.Context(), filepath.Join(dir, "model.gguf"), server.URL); err == nil {
		t.Error("a directory is taken for a part")
	}
	if asked.Load() != 0 {
		t.Errorf("the server was asked %d times", asked.Load())
	}
	path := filepath.Join(dir, "there")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := get(t, t.Context(), path, server.URL); !errors.Is(err, os.ErrExist) {
		t.Error(err)
	}
	if kept, _ := os.ReadFile(path); string(kept) != "mine" {
		t.Error("a file was replaced")
	}
}

func TestServersThatAreNotAsked(t *testing.T) {
	for _, server := range []string{"", "huggingface.co", "http://huggingface.co", "ftp://localhost", "https://a:b@localhost", "https://x/?a=b", "https://x/#a", "http://10.0.0.1", "://"} {
		if _, err := fetch.New([]string{fetch.Hub, server}, nil); err == nil {
			t.Errorf("%q is asked", server)
		}
	}
	if _, err := fetch.New(nil, nil); err == nil {
		t.Error("nobody is asked")
	}
	for _, server := range []string{fetch.Hub, "https://mirror.example/hub", "http://localhost:8080", "http://127.0.0.1"} {
		if _, err := fetch.New([]string{server}, nil); err != nil {
			t.Error(err)
		}
	}
}
