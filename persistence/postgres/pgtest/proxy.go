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

// A pair are the two ends of what is handed on.
type pair struct {
	client, server net.Conn
	answered       *cut // what happens when the server answers; nil for nothing
}

// cut has a reader of the pair find that it has ended, and nothing come to the client any more.
func (p *pair) cut(c *cut) (int, error) {
	_ = p.client.Close()
	close(c.done)
	return 0, io.EOF
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
		both := &pair{client: client, server: server}
		p.serving.Go(func() { p.hand(both, server, asked{p, both}) })
		p.serving.Go(func() { p.hand(both, client, answers{p, both}) })
	}
}

// hand hands on what is read, until one of the two is closed.
func (p *Proxy) hand(both *pair, to io.Writer, from io.Reader) {
	_, _ = io.Copy(struct{ io.Writer }{to}, from)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range []net.Conn{both.client, both.server} {
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

// CutAt breaks the next connection by which somebody sends a text: when the server has done what it says, and before its
// answer is handed on, or before the server has it. The channel is closed then.
//
// It waits for the answer because a client whose connection breaks may have the server, by another connection, give up what
// it does: whether it was done would be left to chance.
func (p *Proxy) CutAt(text string, passed bool) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = &cut{text, passed, make(chan struct{})}
	return p.cut.done
}

// asked is what a client sends.
type asked struct {
	proxy *Proxy
	*pair
}

func (a asked) Read(b []byte) (int, error) {
	n, err := a.client.Read(b)
	a.proxy.mu.Lock()
	defer a.proxy.mu.Unlock()
	c := a.proxy.cut
	if c == nil || !bytes.Contains(b[:n], []byte(c.text)) {
		return n, err
	}
	a.proxy.cut = nil
	if c.passed {
		a.answered = c
		return n, err
	}
	return a.cut(c)
}

// answers are what a server sends.
type answers struct {
	proxy *Proxy
	*pair
}

func (a answers) Read(b []byte) (int, error) {
	n, err := a.server.Read(b)
	a.proxy.mu.Lock()
	defer a.proxy.mu.Unlock()
	c := a.answered
	if c == nil {
		return n, err
	}
	a.answered = nil
	return a.cut(c)
}

// Close ends it.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.Cut()
	p.serving.Wait()
	_ = os.RemoveAll(p.dir)
}
