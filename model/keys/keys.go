// Package keys holds the keys of servers of models, so that each goes to its server and nowhere
// else.
//
//	store := keys.Store{Dir: dirs.Config}
//	key, err := store.Find("api.openai.com")   // the zero Key where there is none
//	secret, ok := key.For(request.URL.Host)    // ok for api.openai.com alone
//
// A key comes from two places, and from no other, the first that has one counting:
//
//	OPENAI_API_KEY, ANTHROPIC_API_KEY, OPENROUTER_API_KEY   each for its own host
//	NARRATORIA_MODEL_KEY=HOST=KEY                           for the host it names
//	<config>/secrets/model.keys.json                        {"HOST": "KEY", ...}
//
// That file must be readable by its owner alone (mode 0600). A host is written as in an address, with
// a port where that is not the one of https: "localhost:8080".
//
// A [Key] is not shown by whatever prints it, or what it is part of.
package keys

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Key is a secret for one host. The zero Key is none.
type Key struct {
	host   string
	reveal func() string // a function, since fmt shows what fields hold, even in what it is part of
}

// The length of a key in bytes. A shorter one would be found in texts that do not hold it.
const (
	shortest = 8
	longest  = 1024
)

// New makes a key for a host. No error quotes the secret.
func New(host, secret string) (Key, error) {
	host, err := Host(host)
	if err != nil {
		return Key{}, err
	}
	if len(secret) < shortest || len(secret) > longest {
		return Key{}, fmt.Errorf("the key for %s has %d characters, and not from %d to %d", host, len(secret), shortest, longest)
	}
	for i := range len(secret) {
		if c := secret[i]; c <= ' ' || c > '~' {
			return Key{}, fmt.Errorf("the key for %s holds a character that no key has, the %d. of them", host, i+1)
		}
	}
	return Key{host: host, reveal: func() string { return secret }}, nil
}

// Host is how a host is written here: in lower case, without the port of https.
func Host(host string) (string, error) {
	address, err := url.Parse("https://" + host)
	if err != nil || address.Hostname() == "" || address.Host != host {
		return "", fmt.Errorf("%.80q is no host, such as api.example.org or localhost:8080", host)
	}
	return strings.TrimSuffix(strings.ToLower(host), ":443"), nil
}

// For is the secret, for its own host alone.
func (k Key) For(host string) (secret string, ok bool) {
	if host, err := Host(host); err != nil || k.reveal == nil || host != k.host {
		return "", false
	}
	return k.reveal(), true
}

// Secret is the text to be hidden wherever it turns up; "" of no key.
func (k Key) Secret() string {
	if k.reveal == nil {
		return ""
	}
	return k.reveal()
}

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return k.reveal == nil }

func (k Key) String() string {
	if k.IsZero() {
		return "no key"
	}
	return "a key for " + k.host
}

// Format writes String, whatever verb is used.
func (k Key) Format(to fmt.State, _ rune) { _, _ = io.WriteString(to, k.String()) }

// MarshalText writes String.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// A Store is where a user's keys are. It keeps nothing in memory.
type Store struct {
	Dir string // the user's configuration directory
	// LookupEnv reads an environment variable; nil: os.LookupEnv.
	LookupEnv func(name string) (string, bool)
}

// usual are the variables that programs of this kind read, with the host that each key is for.
var usual = map[string]string{
	"api.openai.com":    "OPENAI_API_KEY",
	"api.anthropic.com": "ANTHROPIC_API_KEY",
	"openrouter.ai":     "OPENROUTER_API_KEY",
}

// anyHost is the variable that names its host: HOST=KEY.
const anyHost = "NARRATORIA_MODEL_KEY"

// maxFile bounds the file of keys.
const maxFile = 64 << 10

// File is where keys are kept.
func (s Store) File() string { return filepath.Join(s.Dir, "secrets", "model.keys.json") }

// Find is the key for a host, the zero Key where there is none. The error says what is wrong with
// where it should be, and quotes no key.
func (s Store) Find(host string) (Key, error) {
	host, err := Host(host)
	if err != nil {
		return Key{}, err
	}
	if key, err := s.inEnvironment(host); err != nil || !key.IsZero() {
		return key, err
	}
	return s.inFile(host)
}

func (s Store) inEnvironment(host string) (Key, error) {
	lookup := s.LookupEnv
	if lookup == nil {
		lookup = os.LookupEnv
	}
	if name := usual[host]; name != "" {
		if secret, ok := lookup(name); ok && secret != "" {
			key, err := New(host, secret)
			if err != nil {
				return Key{}, fmt.Errorf("%s: %w", name, err)
			}
			return key, nil
		}
	}
	value, _ := lookup(anyHost)
	if value == "" {
		return Key{}, nil
	}
	of, secret, both := strings.Cut(value, "=")
	if !both {
		return Key{}, errors.New(anyHost + " does not say for which host its key is: write it as HOST=KEY")
	}
	of, err := Host(of)
	if err != nil {
		// What stands there may be the key.
		return Key{}, errors.New(anyHost + " names no host before its \"=\": write it as HOST=KEY")
	}
	if of != host {
		return Key{}, nil
	}
	key, err := New(host, secret)
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", anyHost, err)
	}
	return key, nil
}

// Check says what is wrong with the file of keys, whoever they are for; nil where there is none.
func (s Store) Check() error {
	_, err := s.inFile("") // which no key is for
	return err
}

func (s Store) inFile(host string) (Key, error) {
	path := s.File()
	data, err := plainfile.ReadSecret(path, maxFile)
	if plainfile.NotThere(err) {
		return Key{}, nil
	}
	if _, open := errors.AsType[*plainfile.ExposedError](err); open {
		return Key{}, err
	}
	if err != nil {
		return Key{}, fmt.Errorf("the keys in %s: the file %s", path, plainfile.Why(err))
	}
	tree, err := strictjson.ParseObject(data)
	if syntax, is := errors.AsType[*strictjson.SyntaxError](err); is {
		// Its message may quote a key.
		return Key{}, fmt.Errorf("the keys in %s: line %d, column %d is not JSON as it is read here", path, syntax.Line, syntax.Column)
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) { // of two that are one host, always the same
		of, err := Host(name)
		if err != nil || of != host {
			continue
		}
		secret, is := tree[name].(string)
		if !is {
			return Key{}, fmt.Errorf("the keys in %s: that for %s is no text", path, host)
		}
		key, err := New(host, secret)
		if err != nil {
			return Key{}, fmt.Errorf("the keys in %s: %w", path, err)
		}
		return key, nil
	}
	return Key{}, nil
}

// Put keeps a key in the file, in place of what is there for its host; the zero Key removes that. The file is
// readable by its owner alone, whatever it was before.
func (s Store) Put(host string, key Key) error {
	host, err := Host(host)
	if err != nil {
		return err
	}
	tree := strictjson.Object{}
	data, err := plainfile.ReadSecret(s.File(), maxFile)
	if _, open := errors.AsType[*plainfile.ExposedError](err); err == nil {
		if tree, err = strictjson.ParseObject(data); err != nil { // its message may quote a key
			return fmt.Errorf("the keys in %s are not JSON as it is read here; mend the file, or delete it", s.File())
		}
	} else if open || !plainfile.NotThere(err) {
		return fmt.Errorf("the keys in %s: %w", s.File(), err)
	}
	for name := range tree {
		if of, err := Host(name); err == nil && of == host {
			delete(tree, name)
		}
	}
	if secret, is := key.For(host); is {
		tree[host] = secret
	}
	return atomicfile.Write(s.File(), append(strictjson.Encode(tree), '\n'))
}
