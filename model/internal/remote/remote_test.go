package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/keys"
	"github.com/narratoria/narratoria/model/test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAddresses(t *testing.T) {
	key, err := keys.New("api.example.org", test.Secret)
	if err != nil {
		t.Fatal(err)
	}
	for base, wants := range map[string]struct{ bare, keyed bool }{
		"https://api.example.org/v1":             {true, true},
		"https://api.example.org:443":            {true, true},
		"http://api.example.org/v1":              {true, false}, // a key would be read on the way
		"https://llm.example.org/v1":             {true, false}, // another's
		"http://localhost:8080/v1":               {true, false},
		"http://192.168.1.5:11434/v1":            {true, false},
		"https://api.example.org:8443/v1":        {true, false},
		"https://user:" + test.Secret + "@x.org": {false, false},
		"https://x.org/v1?key=" + test.Secret:    {false, false},
		"https://x.org/v1#" + test.Secret:        {false, false},
		"ftp://x.org/v1":                         {false, false},
		"file:///etc/passwd":                     {false, false},
		"localhost:8080/v1":                      {false, false},
		"//api.example.org":                      {false, false},
		"https:api.example.org":                  {false, false},
		"https://":                               {false, false},
		"":                                       {false, false},
		"https://x.org:bad/" + test.Secret:       {false, false},
		"https://\x00" + test.Secret:             {false, false},
	} {
		for _, k := range []keys.Key{{}, key} {
			want := wants.bare
			if !k.IsZero() {
				want = wants.keyed
			}
			if _, err := New(base, Options{Key: k}); (err == nil) != want || err != nil && strings.Contains(err.Error(), test.Secret) {
				t.Errorf("%q with %v: %v", base, k, err)
			}
		}
	}
}

// A name server, and whoever may change what it says, leads no request to this device or to what
// is beside it.
func TestWhereAHostMayBe(t *testing.T) {
	for host, addresses := range map[string]struct{ may, mayNot string }{
		"localhost": {"127.0.0.1 127.9.9.9 ::1 ::ffff:127.0.0.1", "10.0.0.1 93.184.216.34 0.0.0.0 :: 169.254.169.254 2001:db8::1"},
		"127.0.0.1": {"127.0.0.1", "93.184.216.34 ::ffff:93.184.216.34"},
		"::1":       {"::1", "2001:db8::1"},
		"api.example.org": {"93.184.216.34 2001:db8::1 10.0.0.1 192.168.1.5 fd00::1",
			"127.0.0.1 127.1.2.3 ::1 ::ffff:127.0.0.1 0.0.0.0 :: ::ffff:0.0.0.0 169.254.169.254 169.254.0.1 ::ffff:169.254.169.254 fe80::1 fe80::1%eth0 224.0.0.1 239.1.1.1 ff02::1 ff05::1 255.255.255.255"},
		"192.168.1.5":     {"192.168.1.5", "127.0.0.1 169.254.169.254"},
		"169.254.169.254": {"", "169.254.169.254"},
		"0.0.0.0":         {"", "0.0.0.0 127.0.0.1"},
		"2130706433":      {"", "127.0.0.1"},
	} {
		for _, ip := range strings.Fields(addresses.may) {
			if err := allowed(host, net.JoinHostPort(ip, "443")); err != nil {
				t.Errorf("%s at %s: %v", host, ip, err)
			}
		}
		for _, ip := range strings.Fields(addresses.mayNot) {
			if err := allowed(host, net.JoinHostPort(ip, "443")); err == nil {
				t.Errorf("%s may be at %s", host, ip)
			}
		}
	}
	if allowed("api.example.org", "api.example.org:443") == nil {
		t.Error("a name is taken for an address")
	}
}

// What the dialer does with it: a server on this device is not asked by another name of it.
func TestTheDialerAsks(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for host, may := range map[string]bool{"localhost": true, "127.0.0.1": true, "0.0.0.0": false, "[::ffff:7f00:1]": true} {
		c, err := New("http://"+host+":"+port, Options{})
		if err != nil {
			t.Fatal(err)
		}
		conn, err := c.dial(t.Context(), "tcp4", net.JoinHostPort(strings.Trim(host, "[]"), port))
		if err == nil {
			conn.Close()
		}
		if (err == nil) != may {
			t.Errorf("as %s: %v", host, err)
		}
	}
}

// ask asks a server that answers so.
func ask(t *testing.T, key keys.Key, reply string) (err error) {
	synctest.Test(t, func(t *testing.T) {
		s := test.Replying(t, reply)
		c, failed := New(test.Base, Options{Key: key, Dial: s.Dial})
		if failed != nil {
			t.Fatal(failed)
		}
		err = c.Post(t.Context(), "x", nil, nil, func(a Answer) error {
			_, err := c.Document(a.Body, 100)
			return err
		})
	})
	return err
}

func TestStatuses(t *testing.T) {
	said := `{"error":{"message":"it is so"}}`
	for _, c := range []struct {
		status int
		body   string
		kind   model.Kind
		text   string
	}{
		{400, said, model.Rejected, "the server did not take the request (400 of localhost:8089): it is so"},
		{401, said, model.Unauthorized, "the server did not take the key (401 of localhost:8089): it is so"},
		{402, said, model.Limited, "the server wants to be paid (402 of localhost:8089): it is so"},
		{403, said, model.Unauthorized, "the server does not let this key do it (403 of localhost:8089): it is so"},
		{404, `{"error":"no such model"}`, model.Rejected, "the server has no such model, or is none of models (404 of localhost:8089): no such model"},
		{408, "", model.Unavailable, "the server gave up (408 of localhost:8089)"},
		{413, "<html>", model.Rejected, "the server did not take the request (413 of localhost:8089)"},
		{422, `{"detail":"a field is missing"}`, model.Rejected, "the server did not take the request (422 of localhost:8089): a field is missing"},
		{429, `{"message":"slowly"}`, model.Limited, "the server was asked too much (429 of localhost:8089): slowly"},
		{500, `{"detail":[1]}`, model.Unavailable, "the server cannot serve it now (500 of localhost:8089)"},
		{503, `{"error":{"message":"a ` + test.Secret + ` \u001b[31m` + strings.Repeat("very ", 100) + `"}}`, model.Unavailable, "the server cannot serve it now (503 of localhost:8089): a *** very very"},
		{529, said, model.Unavailable, "the server cannot serve it now (529 of localhost:8089): it is so"},
		{301, "", model.Redirected, "the server localhost:8089 says to ask another, which is not done; if that is right, name it in the settings"},
		{201, said, model.Malformed, "the server's answer is none (201 of localhost:8089): it is so"},
	} {
		err := ask(t, test.Key(t), test.Document(c.status, "application/json", c.body))
		made, is := errors.AsType[*model.Error](err)
		if !is || made.Kind != c.kind || made.Status != c.status || !strings.HasPrefix(made.Message, c.text) || len(c.text) < 100 && len(made.Message) > 400 {
			t.Errorf("%d: %#v, and is to be %s: %s", c.status, made, c.kind, c.text)
		}
	}
	if err := ask(t, keys.Key{}, test.Document(401, "application/json", said)); !strings.Contains(err.Error(), "wants a key, and there is none") {
		t.Errorf("without a key: %v", err)
	}
	err := ask(t, test.Key(t), test.Document(307, "text/plain", "", "Location: https://elsewhere.example:99/v1?"+test.Secret))
	if !errors.Is(err, model.Redirected) || !strings.Contains(err.Error(), "says to ask elsewhere.example:99,") {
		t.Errorf("a redirect: %v", err)
	}
	err = ask(t, test.Key(t), test.Document(200, "text/html", "<html>"))
	if !errors.Is(err, model.Malformed) || !strings.Contains(err.Error(), "answered with text/html") {
		t.Errorf("a page: %v", err)
	}
}

func TestWait(t *testing.T) {
	for header, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, "-1": 0, "0": 0, "x": 0, "99999999999999999999": 0, "999999999999": time.Hour,
		"Fri, 31 Dec 2100 23:59:59 GMT": 0,
	} {
		if got := wait(http.Header{"Retry-After": {header}}); got != want {
			t.Errorf("%q is %v", header, got)
		}
	}
}

// What has no end is read up to a bound.
func TestAnAnswerWithoutEnd(t *testing.T) {
	err := ask(t, keys.Key{}, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"+strings.Repeat(" ", MostAnswer+2))
	if !errors.Is(err, model.TooLong) {
		t.Errorf("it ends by %v", err)
	}
}

// Whoever is silent within an answer for too long is not waited for, though the call has time.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := test.NewServer(t, func(_ int, to io.Writer, from *bufio.Reader) (bool, error) {
			time.Sleep(50 * time.Second) // which is not within an answer
			_, err := io.WriteString(to, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
			for range 3 {
				time.Sleep(19 * time.Second)
				_, err = io.WriteString(to, " ")
			}
			test.Gone(from)
			return true, err
		})
		c, err := New(test.Base, Options{Dial: s.Dial})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		err = c.Post(t.Context(), "x", nil, nil, func(a Answer) error {
			_, err := c.Document(a.Body, 100)
			return err
		})
		if took := time.Since(began); !errors.Is(err, model.Timeout) || took != (50+3*19+20)*time.Second || !strings.Contains(err.Error(), "said nothing for 20s") {
			t.Errorf("after %v: %v", took, err)
		}
	})
}

func TestNobodyIsThere(t *testing.T) {
	for _, of := range []error{errors.New("refused " + test.Secret), &net.OpError{Op: "dial", Err: errors.New("refused")}} {
		c, err := New(test.Base, Options{Key: test.Key(t), Dial: func(context.Context, string, string) (net.Conn, error) { return nil, of }})
		if err != nil {
			t.Fatal(err)
		}
		err = c.Post(t.Context(), "x", nil, nil, nil)
		if shown := fmt.Sprintf("%v %+v %#v", err, err, err); !errors.Is(err, model.Unreachable) || strings.Contains(shown, test.Secret) || !strings.Contains(shown, "is it running?") {
			t.Errorf("the error is %s", shown)
		}
	}
}

func TestThousandths(t *testing.T) {
	for n, want := range map[int]string{0: "0.000", 7: "0.007", 700: "0.700", 1000: "1.000", 1999: "1.999"} {
		if got := string(Thousandths(n)); got != want {
			t.Errorf("%d is %s", n, got)
		}
	}
}
