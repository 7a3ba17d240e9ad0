package provider

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
)

// consentFile lies in the user's configuration directory and is readable by the user alone:
//
//	{"providers": {"claude": {"host": "api.anthropic.com"}, "server": {"host": "http://192.168.0.7:8080"}}}
//
// That a provider is there is that it is enabled, as long as the settings have it at that host, and ask it by https, or by http as is
// written there.
const consentFile = "providers.json"

const mostConsent = 256 << 10

// Consent is which providers the user has enabled. It is not safe for concurrent use; of a nil one nothing is enabled
// that is not on this device.
type Consent struct {
	path  string
	hosts map[string]string // as Provider.At says it, by the provider's name
}

// LoadConsent reads what is recorded in a configuration directory: nothing, where there is no record yet. One that cannot be
// understood is an error, and enables nobody until it can be.
func LoadConsent(dir string) (*Consent, error) {
	c := &Consent{path: filepath.Join(dir, consentFile), hosts: map[string]string{}}
	data, err := plainfile.Read(c.path, mostConsent)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("which providers are enabled is recorded in %s, which %s", c.path, plainfile.Why(err))
	}
	if err := c.read(data); err != nil {
		clear(c.hosts)
		return c, fmt.Errorf("which providers are enabled is recorded in %s; delete it to be asked again: %w", c.path, err)
	}
	return c, nil
}

func (c *Consent) read(data []byte) error {
	tree, err := strictjson.ParseObject(data)
	if err != nil {
		return err
	}
	all, is := tree["providers"].(strictjson.Object)
	if !is || len(tree) != 1 {
		return errors.New(`it holds something else than "providers"`)
	}
	for name, of := range all {
		object := strictjson.AsObject(of)
		host, is := object["host"].(string)
		if !is || host == "" || len(object) != 1 {
			return fmt.Errorf("what was agreed to for %.80q is not a host", name)
		}
		c.hosts[name] = host
	}
	return nil
}

// Enabled reports whether a provider may be asked: it is on this device, or was enabled at the host that it has now, and not by https
// where it is asked by http now.
func (c *Consent) Enabled(p Provider) bool {
	at := p.At()
	return at == "" || c != nil && c.hosts[p.Name] == at
}

// agreed is a provider elsewhere that is asked while it is enabled.
type agreed struct {
	model.Generator
	provider Provider
	consent  *Consent
}

// Host is to whom requests are sent.
func (a agreed) Host() string { return a.provider.Host() }

// Generate asks it, unless it is not enabled now: that may be taken back, or given, meanwhile and by whatever program. It does not rest for
// that, so that it is asked as soon as it may be.
func (a agreed) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	now, err := LoadConsent(filepath.Dir(a.consent.path))
	if err == nil && !now.Enabled(a.provider) {
		err = &NotEnabledError{a.provider}
	}
	if err != nil {
		return model.Answer{}, &model.Error{Generator: a.Name(), Kind: model.NotEnabled, Message: err.Error(), Err: err}
	}
	return a.Generator.Generate(ctx, r, tell)
}

// Moved is the host that a provider was enabled at, with http:// before it where it was to be asked by that, where the settings have
// something else since; else "".
func (c *Consent) Moved(p Provider) string {
	if c == nil || c.Enabled(p) {
		return ""
	}
	return c.hosts[p.Name]
}

// Holds reports whether something was agreed to for a name, wherever that was.
func (c *Consent) Holds(name string) bool { return c != nil && c.hosts[name] != "" }

// Enable records that a provider may be asked, where it is now, and Disable that it may not. Both write the record.
func (c *Consent) Enable(p Provider) error {
	c.hosts[p.Name] = p.At()
	return c.save()
}

// Disable takes that back.
func (c *Consent) Disable(name string) error {
	delete(c.hosts, name)
	return c.save()
}

func (c *Consent) save() error {
	all := strictjson.Object{}
	for name, host := range c.hosts {
		all[name] = strictjson.Object{"host": host}
	}
	return atomicfile.Write(c.path, append(strictjson.Encode(strictjson.Object{"providers": all}), '\n'))
}
