//go:build linux

package pgtest

import (
	"bytes"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
)

// A Proxy stands between clients and a server, and breaks their connections when it is told to.
type Proxy struct {
	dir      string // where its socket is
	to       string
	listener net.Listener
	serving  sync.WaitGroup

	mu   sync.Mutex
	open map[net.Conn]bool
	cut  *cut // nil for none
}

// A cut is of the next connection by which somebody sends a text.
type cut struct {
	text   string
	passed bool // whether the server still gets it
	done   chan struct{}
}

// NewProxy listens on a socket of its own, and hands on to the server's.
func (s *Server) NewProxy() (*Proxy, error) {
	dir, err := os.MkdirTemp(short, "pg-proxy-")
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		return nil, err
	}
	p := &Proxy{dir: dir, to: s.Socket(), listener: listener, open: make(map[net.Conn]bool)}
	p.serving.Go(p.accept)
	return p, nil
}

// Address is the proxy's, for the tables of a schema.
func (p *Proxy) Address(schema string) string { return AddressAt(p.dir, schema) }

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", p.to)
		if err != nil {
			_ = client.Close()
			continue
		}
		p.mu.Lock()
		p.open[client], p.open[server] = true, true
		p.mu.Unlock()
		p.serving.Go(func() { p.hand(watched{client, p}, server) })
		p.serving.Go(func() { p.hand(server, client) })
	}
}

func (p *Proxy) hand(from, to net.Conn) {
	_, _ = io.Copy(struct{ io.Writer }{to}, struct{ io.Reader }{from})
	p.mu.Lock()
	defer p.mu.Unlock()
	if w, is := from.(watched); is {
		from = w.Conn
	}
	for _, conn := range []net.Conn{from, to} {
		_ = conn.Close()
		delete(p.open, conn)
	}
}

// Cut breaks all connections that are open now.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		_ = conn.Close()
	}
}

// CutAt breaks the next connection by which somebody sends a text: when the server has it, and before
// anything is answered, or before the server has it. The channel is closed then.
func (p *Proxy) CutAt(text string, passed bool) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = &cut{text, passed, make(chan struct{})}
	return p.cut.done
}

// watched is a connection in which a text may be what a cut is for.
type watched struct {
	net.Conn
	proxy *Proxy
}

func (w watched) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	w.proxy.mu.Lock()
	defer w.proxy.mu.Unlock()
	c := w.proxy.cut
	if c == nil || !bytes.Contains(b[:n], []byte(c.text)) {
		return n, err
	}
	w.proxy.cut = nil
	_ = w.Conn.Close()
	close(c.done)
	if !c.passed {
		n = 0
	}
	return n, io.EOF
}

// Close ends it.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.Cut()
	p.serving.Wait()
	_ = os.RemoveAll(p.dir)
}
