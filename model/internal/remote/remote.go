// Package remote asks a server of models over HTTP, and no other.
//
//	client, err := remote.New("https://api.example.org/v1", options)
//	err = client.Post(ctx, "chat/completions", header, body, func(answer remote.Answer) error { ... })
//
// What it sees to, for every driver that has a server:
//
//	address   https, or http to this device, or http without a key; no user or password in it
//	connect   to what the address names: never to this device where it does not say so, never
//	          to what is next to the machine only (169.254.0.0/16 and the like)
//	key       in one header, for its own host; a redirect is not followed at all
//	answer    at most MostAnswer bytes, each within Idle of the one before; heads of 64 KiB
//	errors    of package model, with what the server said of it: masked, cleaned and shortened
//
// A connection is for one call, and closed with it.
package remote

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"syscall"
	"time"

	"github.com/narratoria/narratoria/internal/mask"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
	"github.com/narratoria/narratoria/model/internal/sse"
	"github.com/narratoria/narratoria/model/keys"
)

// The bounds of an answer.
const (
	MostAnswer  = 16 << 20         // bytes
	DefaultIdle = 20 * time.Second // without a byte, once the first has come
	mostRefusal = 64 << 10         // bytes that are read of an answer that is none
	mostQuoted  = 200              // characters that are quoted of it
	longestWait = time.Hour        // that a server's wish to be left alone is taken for
)

// Options of a client. The zero Options are good.
type Options struct {
	Key       keys.Key
	KeyHeader string        // where the key goes; "": Authorization, as a bearer's
	Idle      time.Duration // 0: DefaultIdle
	// Dial connects to an address that was looked up and allowed; nil: over the network. A test has
	// its server in memory.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// A Client asks one server. It is safe for concurrent use.
type Client struct {
	base   *url.URL
	key    keys.Key
	header string
	mask   *mask.Mask
	idle   time.Duration
	http   http.Client
}

// New makes a client of a server, whose address is that below which its methods are.
func New(base string, o Options) (*Client, error) {
	address, err := url.Parse(base)
	if err != nil || address.Host == "" || address.Opaque != "" {
		return nil, errors.New("the address of the server is none, such as https://api.example.org/v1")
	}
	if address.User != nil || address.RawQuery != "" || address.Fragment != "" {
		return nil, fmt.Errorf("the address of the server %s holds more than a host and a path; keys have a place of their own", address.Host)
	}
	if _, err := keys.Host(address.Host); err != nil {
		return nil, err
	}
	_, ours := o.Key.For(address.Host)
	switch {
	case !o.Key.IsZero() && !ours:
		return nil, fmt.Errorf("%v is not sent to %s", o.Key, address.Host)
	case address.Scheme != "https" && address.Scheme != "http":
		return nil, fmt.Errorf("the address of the server %s begins with neither https:// nor http://", address.Host)
	case address.Scheme == "http" && ours && !model.OnDevice(address.Host):
		return nil, fmt.Errorf("the key for %s would go over the network as it is: the address has to begin with https://", address.Host)
	}
	c := &Client{base: address, key: o.Key, header: o.KeyHeader, mask: mask.New(o.Key.Secret()), idle: cmp.Or(o.Idle, DefaultIdle)}
	dial := o.Dial
	if dial == nil {
		dial = c.dial
	}
	c.http = http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            dial,
			TLSHandshakeTimeout:    10 * time.Second,
			TLSClientConfig:        &tls.Config{ClientSessionCache: tls.NewLRUClientSessionCache(2)},
			MaxResponseHeaderBytes: 64 << 10,
			// What a server sends on a connection that is kept and that nobody asked for, the transport prints
			// on stderr: a key that it was sent, for one.
			DisableKeepAlives:  true,
			DisableCompression: true, // what is small may be large when it is unpacked
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c, nil
}

// Host is the server's, as it stands in its address.
func (c *Client) Host() string { return c.base.Host }

// Secrets are what no text from the server may hold.
func (c *Client) Secrets() []string {
	if c.key.IsZero() {
		return nil
	}
	return []string{c.key.Secret()}
}

// dial connects to the server or, where the environment names one, to a proxy.
func (c *Client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: 10 * time.Second}
	if host, _, err := net.SplitHostPort(address); err == nil && host == c.base.Hostname() {
		dialer.Control = func(_, to string, _ syscall.RawConn) error { return allowed(host, to) }
	}
	return dialer.DialContext(ctx, network, address)
}

// allowed says whether a host may be at an address. It is asked after names were looked up, of
// what is really connected to, so that no answer of a name server leads elsewhere.
func allowed(host, address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s is no address", address)
	}
	ip := at.Addr().Unmap()
	switch {
	case model.OnDevice(host) != ip.IsLoopback(),
		!ip.IsGlobalUnicast() && !ip.IsLoopback(): // unspecified, next to the machine only, to many
		return fmt.Errorf("%s is said to be at %s, where no server is asked", host, ip)
	}
	return nil
}

// An Answer is what a server says that has taken the request. Its body is read within the call.
type Answer struct {
	Events bool // a stream of events, else one JSON document
	Body   io.Reader
}

// Post asks, and has read read what comes; header may be nil. Errors are those of package model.
func (c *Client) Post(ctx context.Context, path string, header http.Header, body []byte, read func(Answer) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	to := c.base.JoinPath(path)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to.String(), bytes.NewReader(body))
	if err != nil {
		return driver.Refuse(model.Rejected, "the address of the server cannot be asked")
	}
	request.Header = header.Clone()
	if request.Header == nil {
		request.Header = http.Header{}
	}
	if secret, ok := c.key.For(to.Host); ok && c.header != "" {
		request.Header.Set(c.header, secret)
	} else if ok {
		request.Header.Set("Authorization", "Bearer "+secret)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "narratoria")
	response, err := c.http.Do(request)
	if err != nil {
		return c.notReached(err)
	}
	defer response.Body.Close()
	watched := &watchedBody{from: response.Body, idle: c.idle, cancel: cancel}
	defer watched.stop()
	err = c.answer(response, watched, read)
	made, _ := errors.AsType[*model.Error](err)
	if quiet, is := errors.AsType[*tooQuiet](context.Cause(ctx)); is && err != nil && (made == nil || made.Status == 0) {
		return &model.Error{Kind: model.Timeout, Message: quiet.Error(), Err: quiet}
	}
	return err
}

// answer judges what came.
func (c *Client) answer(response *http.Response, body io.Reader, read func(Answer) error) error {
	if response.StatusCode != http.StatusOK {
		return c.refusal(response, body)
	}
	kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil || kind != "text/event-stream" && kind != "application/json" {
		return driver.Refuse(model.Malformed, "the server %s answered with %s, not as a server of models does; is its address right?",
			c.base.Host, c.said(cmp.Or(kind, "something of no kind")))
	}
	return read(Answer{Events: kind == "text/event-stream", Body: body})
}

// kinds are what the statuses of HTTP mean, where they do not mean what those of their hundred do.
var kinds = map[int]struct {
	kind    model.Kind
	message string
}{
	http.StatusUnauthorized:    {model.Unauthorized, "the server did not take the key"},
	http.StatusForbidden:       {model.Unauthorized, "the server does not let this key do it"},
	http.StatusPaymentRequired: {model.Limited, "the server wants to be paid"},
	http.StatusTooManyRequests: {model.Limited, "the server was asked too much"},
	http.StatusNotFound:        {model.Rejected, "the server has no such model, or is none of models"},
	http.StatusRequestTimeout:  {model.Unavailable, "the server gave up"},
}

// refusal is the error of an answer that is none.
func (c *Client) refusal(response *http.Response, body io.Reader) error {
	status := response.StatusCode
	what, is := kinds[status]
	switch {
	case is:
	case status >= 500:
		what.kind, what.message = model.Unavailable, "the server cannot serve it now"
	case status >= 400:
		what.kind, what.message = model.Rejected, "the server did not take the request"
	case status >= 300:
		return &model.Error{Kind: model.Redirected, Status: status, Message: fmt.Sprintf("the server %s says to ask %s, which is not done; if that is right, name it in the settings",
			c.base.Host, c.elsewhere(response))}
	default:
		what.kind, what.message = model.Malformed, "the server's answer is none"
	}
	made := &model.Error{Kind: what.kind, Status: status, After: wait(response.Header)}
	made.Message = fmt.Sprintf("%s (%d of %s)", what.message, status, c.base.Host)
	if what.kind == model.Unauthorized && c.key.IsZero() {
		made.Message = fmt.Sprintf("the server %s wants a key, and there is none", c.base.Host)
	}
	said, err := io.ReadAll(io.LimitReader(body, mostRefusal))
	if err != nil {
		return made
	}
	tree, _, err := strictjson.ParseWithin(said, strictjson.Limits{Depth: 16, Values: 1000})
	if words := c.words(tree); err == nil && words != "" {
		made.Message += ": " + words
	}
	return made
}

// elsewhere is the host that a redirect names.
func (c *Client) elsewhere(response *http.Response) string {
	to, err := response.Location()
	if err != nil {
		return "another"
	}
	return c.said(cmp.Or(to.Host, "another"))
}

// wait is how long a server wants not to be asked. That it says by the clock of the wall is not
// gone by.
func wait(header http.Header) time.Duration {
	seconds, err := strconv.Atoi(header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, int(longestWait/time.Second))) * time.Second
}

// words are the message in the tree of an error, as the servers write it; "" where there is none.
// It is masked before it is shortened, or a part of a key would be left.
func (c *Client) words(tree any) string {
	object := strictjson.AsObject(tree)
	for _, name := range []string{"error", "message", "detail"} {
		switch said := object[name].(type) {
		case string:
			return c.said(said)
		case strictjson.Object:
			return c.words(said)
		}
	}
	return ""
}

func (c *Client) said(text string) string { return plaintext.Line(c.mask.Text(text), mostQuoted) }

// Failed is the error of a server that says within its answer that something went wrong.
func (c *Client) Failed(kind model.Kind, tree any) error {
	words := c.words(tree)
	return driver.Refuse(kind, "the server %s failed in the middle of it: %s", c.base.Host, cmp.Or(words, "it does not say how"))
}

// notReached is the error of a request that got no answer.
func (c *Client) notReached(err error) error {
	if of, is := errors.AsType[*url.Error](err); is {
		err = of.Err // the address is known
	}
	message := fmt.Sprintf("the server %s cannot be reached", c.base.Host)
	if c.base.Scheme == "http" && model.OnDevice(c.base.Host) {
		message += "; is it running?"
	}
	return &model.Error{Kind: model.Unreachable, Message: message + " (" + c.said(err.Error()) + ")"}
}

// broken is the error of an answer that could not be read on.
func (c *Client) broken(err error) error {
	if made, is := errors.AsType[*model.Error](err); is {
		return made
	}
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return driver.Refuse(model.Incomplete, "the answer of %s broke off", c.base.Host)
	}
	return driver.Refuse(model.Incomplete, "the answer of %s broke off (%s)", c.base.Host, c.said(err.Error()))
}

// Text is a member that is a text, or null, or not there. One that is something else is not passed over:
// a word of what is read may be in it.
func (c *Client) Text(of strictjson.Object, name string) (string, error) {
	text, is := of[name].(string)
	if !is && of[name] != nil {
		return "", c.Malformed("%s is no text", name)
	}
	return text, nil
}

// Member is a member that is an object, or null, or not there.
func (c *Client) Member(of strictjson.Object, name string) (strictjson.Object, error) {
	member, is := of[name].(strictjson.Object)
	if !is && of[name] != nil {
		return nil, c.Malformed("%s is no object", name)
	}
	return member, nil
}

// Malformed is the error of an answer that is not as servers of models answer.
func (c *Client) Malformed(format string, args ...any) error {
	return driver.Refuse(model.Malformed, "the answer of %s is not as it should be: %s", c.base.Host, c.said(fmt.Sprintf(format, args...)))
}

// Document reads an answer that is one JSON document, of at most so many values.
func (c *Client) Document(body io.Reader, values int) (strictjson.Object, error) {
	data, err := io.ReadAll(body)
	if err != nil {
		return nil, c.broken(err)
	}
	return c.Object(data, values)
}

// Events has take take each event of a stream, until it says that it is done or fails. The stream may
// end where whole says that all of it has come: what was to follow is not missed.
func (c *Client) Events(body io.Reader, whole func() bool, take func(sse.Event) (done bool, err error)) error {
	events := sse.NewReader(body)
	for {
		event, err := events.Next()
		switch {
		case err == nil:
		case whole():
			return nil
		case errors.Is(err, sse.ErrField):
			return c.Malformed("%v", err)
		case errors.Is(err, sse.ErrTooLong):
			return driver.Refuse(model.TooLong, "the answer of %s: %v", c.base.Host, err)
		default:
			return c.broken(err)
		}
		if done, err := take(event); done || err != nil {
			return err
		}
	}
}

// Object reads a JSON object that a server wrote.
func (c *Client) Object(data []byte, values int) (strictjson.Object, error) {
	tree, err := strictjson.ParseObjectWithin(data, strictjson.Limits{Depth: 32, Values: values})
	if err != nil {
		return nil, c.Malformed("%v", err)
	}
	return tree, nil
}

// A watchedBody is an answer that must not be silent for too long, nor too large.
type watchedBody struct {
	from   io.Reader
	idle   time.Duration
	cancel context.CancelCauseFunc
	timer  *time.Timer
	read   int64
}

// tooQuiet is why a call was ended.
type tooQuiet struct{ after time.Duration }

func (q *tooQuiet) Error() string { return fmt.Sprintf("the server said nothing for %v", q.after) }

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	if b.read += int64(n); b.read > MostAnswer {
		return 0, driver.Refuse(model.TooLong, "the answer has more than %d MiB", MostAnswer>>20)
	}
	switch {
	case n == 0:
	case b.timer == nil:
		b.timer = time.AfterFunc(b.idle, func() { b.cancel(&tooQuiet{b.idle}) })
	default:
		b.timer.Reset(b.idle)
	}
	return n, err
}

func (b *watchedBody) stop() {
	if b.timer != nil {
		b.timer.Stop()
	}
}

// Schema reads the schema of a form that has one.
func Schema(form model.Form) (strictjson.Object, error) {
	schema, err := strictjson.ParseObject(form.Schema)
	if err != nil {
		return nil, driver.Refuse(model.Rejected, "the schema is no JSON: %v", err)
	}
	return schema, nil
}

// Thousandths writes 700 as 0.700.
func Thousandths(n int) strictjson.Number {
	return strictjson.Number(fmt.Sprintf("%d.%03d", n/1000, n%1000))
}
