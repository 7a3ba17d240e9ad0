// Package provider makes who writes texts of what settings say, and holds what the user agreed to.
//
//	consent, err := provider.LoadConsent(dirs.Config)
//	all := provider.All{Providers: settings, Consent: consent, Keys: keys.Store{Dir: dirs.Config}, Device: device}
//	generator, err := all.Open("claude")              // one of them
//	chain, skipped, err := all.Chain([]string{"claude", "here"}, nil)
//	defer all.Close()
//
// A provider that is not on this device is asked only when it was enabled by its name, after what it is sent was
// shown: [Provider.Sends]. What was agreed to is a name with a host, and whether what goes there can be read on the way; where the settings
// say otherwise since, it is asked about again. It is looked up before each request, so that whoever takes it back takes it back from programs
// that are running.
//
// Nobody is asked anything by being opened, and no process is started.
package provider

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/anthropic"
	"github.com/narratoria/narratoria/model/fallback"
	"github.com/narratoria/narratoria/model/files"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/keys"
	"github.com/narratoria/narratoria/model/llama"
	"github.com/narratoria/narratoria/model/openai"
	"github.com/narratoria/narratoria/model/recorded"
)

// A Provider is who can write texts, as package skills/config reads it.
type Provider struct {
	Name, Kind string

	Address, Model string // of a server; of llama the model's name in the inventory
	Grammars       bool   // the server takes grammars in GBNF
	Template       string // of llama; "" for that of a model that the program knows
	Context        int    // of llama, in tokens; 0: the usual
	Directory      string // of files
	Patient        bool   // of files
	File           string // of recorded
}

// The kinds.
const (
	OpenAI    = "openai"
	Anthropic = "anthropic"
	Llama     = "llama"
	Files     = "files"
	Recorded  = "recorded"
)

// Check says what is missing of a provider.
func (p Provider) Check() error {
	missing := func(field, value, example string) error {
		if value != "" {
			return nil
		}
		return fmt.Errorf("the provider %q is of the kind %s and has no %q, such as %q", p.Name, p.Kind, field, example)
	}
	switch p.Kind {
	case OpenAI:
		return cmp.Or(missing("address", p.Address, "http://localhost:8080/v1"), p.checkAddress(), missing("model", p.Model, "phi-3.5-mini"))
	case Anthropic:
		return cmp.Or(missing("model", p.Model, "claude-haiku-4-5"), p.checkAddress())
	case Llama:
		return missing("model", p.Model, inventory.Narrator.Name)
	case Files:
		return missing("directory", p.Directory, "answers")
	case Recorded:
		return missing("file", p.File, "answers.jsonl")
	}
	return fmt.Errorf("the provider %q is of the kind %q, which is none", p.Name, p.Kind)
}

// checkAddress says what is wrong with an address that no server can have.
func (p Provider) checkAddress() error {
	u, err := url.Parse(p.address())
	if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		return nil
	}
	wanted := "http://localhost:8080/v1"
	if at, err := url.Parse("http://" + p.address()); err == nil && at.Hostname() != "" && !strings.Contains(p.address(), "://") {
		wanted = at.String()
	}
	return fmt.Errorf(`the provider %q has %.80q as "models.providers.%s.address", which has to begin with http:// or https://, such as %q`, p.Name, p.address(), p.Name, wanted)
}

// address is that of the server.
func (p Provider) address() string {
	if p.Kind == Anthropic {
		return cmp.Or(p.Address, anthropic.Base)
	}
	return p.Address
}

// Server is the address of one that has a server, "" of others.
func (p Provider) Server() string {
	if p.Kind != OpenAI && p.Kind != Anthropic {
		return ""
	}
	return p.address()
}

// Host is to whom requests go, "" where they stay on this device. A server on this device is ""; one whose address cannot be
// read has what stands there.
func (p Provider) Host() string {
	if p.Kind != OpenAI && p.Kind != Anthropic {
		return ""
	}
	host := p.address()
	if u, err := url.Parse(host); err == nil && u.Host != "" {
		host = u.Host
	}
	if model.OnDevice(host) {
		return ""
	}
	return host
}

// isPlain reports whether what goes to another device goes as it is.
func (p Provider) isPlain() bool {
	u, err := url.Parse(p.address())
	return err == nil && u.Scheme == "http" && p.Host() != ""
}

// At is what is agreed to: the host, with http:// before it where that can be read on the way.
func (p Provider) At() string {
	if p.isPlain() {
		return "http://" + p.Host()
	}
	return p.Host()
}

// Where says for people where it is.
func (p Provider) Where() string {
	switch host := p.Host(); {
	case host != "":
		return host
	case (p.Kind == OpenAI || p.Kind == Anthropic) && p.address() != "":
		return "this device, " + p.address()
	case p.Kind == Files:
		return p.Directory
	case p.Kind == Recorded:
		return p.File
	}
	return "this device"
}

// Sends says, a line each, what a provider that is not on this device is sent; nil for one that is.
func (p Provider) Sends() []string {
	host := p.Host()
	if host == "" {
		return nil
	}
	key := "your key for " + host + ", if there is one"
	if p.isPlain() {
		key = "all of it as it is, readable on the way, since its address begins with http://; no key goes there"
	}
	return []string{
		"every request for a text, whole, to " + host + ": what you wrote, and what is told to a model of your story, with the names in it",
		key,
		"the name of the model, " + p.Model + ", and how long the text may be",
		"your address on the network, as to every server",
		"nothing of a story that the request does not hold; what " + host + " does with it is its own affair",
	}
}

// A Device is what runs models here.
type Device struct {
	Models  inventory.Inventory
	Worker  string // the path of narratoria-llama
	Library string // the directory of llama.cpp
	Threads int    // 0: as many as are quickest
}

// All is what is needed to open providers. It is not safe for concurrent use; what it opens is.
type All struct {
	Providers []Provider
	Consent   *Consent
	Keys      keys.Store
	Device    Device
	// Waiting is told of each request that waits in a file for somebody's answer; nil: nobody is.
	Waiting func(path string)
	// Later has Chain keep those that nobody enabled, and ask them once somebody has.
	Later bool

	opened []io.Closer
	here   map[Provider]model.Generator // on this device, each of which is one, whoever asks it
}

// ErrNone says that no provider has a name.
var ErrNone = errors.New("the settings name no provider")

// A NotEnabledError is a provider that nobody enabled.
type NotEnabledError struct{ Provider Provider }

func (e *NotEnabledError) Error() string {
	return fmt.Sprintf("%s is at %s and is not enabled, so nothing is sent there", e.Provider.Name, e.Provider.Host())
}

// Find gives a provider by its name. Errors: ErrNone, and what is missing of it.
func (a *All) Find(name string) (Provider, error) {
	at := slices.IndexFunc(a.Providers, func(p Provider) bool { return p.Name == name })
	if at < 0 {
		return Provider{}, a.none(name)
	}
	return a.Providers[at], a.Providers[at].Check()
}

// none says that nobody has a name, and who has one that is near.
func (a *All) none(name string) error {
	var names []string
	for _, of := range a.Providers {
		names = append(names, of.Name)
	}
	if near := nearest.Name(name, names); near != "" {
		return fmt.Errorf("%w %.80q; did you mean %q?", ErrNone, name, near)
	}
	return fmt.Errorf("%w %.80q", ErrNone, name)
}

// Open gives a provider's generator. Errors: those of Find, *NotEnabledError, and why it cannot be.
func (a *All) Open(name string) (model.Generator, error) {
	p, err := a.Find(name)
	if err != nil {
		return nil, err
	}
	if !a.Consent.Enabled(p) {
		return nil, &NotEnabledError{p}
	}
	return a.asked(p)
}

// OpenLater gives the generator of a provider, whether it is enabled or not: it is asked while it is.
func (a *All) OpenLater(name string) (model.Generator, error) {
	p, err := a.Find(name)
	if err != nil {
		return nil, err
	}
	return a.asked(p)
}

// asked gives the generator of a provider that is asked while it is enabled.
func (a *All) asked(p Provider) (model.Generator, error) {
	g, err := a.open(p)
	if err != nil {
		return nil, fmt.Errorf("the provider %q: %w", p.Name, err)
	}
	if p.Host() != "" {
		g = agreed{g, p, a.Consent}
	}
	return g, nil
}

func (a *All) open(p Provider) (model.Generator, error) {
	switch p.Kind {
	case Llama:
		if g, is := a.here[p]; is {
			return g, nil
		}
		return a.openLlama(p)
	case Files:
		return files.Open(p.Directory, &files.Options{Patient: p.Patient, Waiting: a.Waiting})
	case Recorded:
		return recorded.Open(p.File, nil)
	}
	key := keys.Key{}
	if u, err := url.Parse(p.address()); err == nil && u.Host != "" {
		if key, err = a.Keys.Find(u.Host); err != nil {
			return nil, err
		}
	}
	if p.Kind == Anthropic {
		return anthropic.New(p.address(), p.Model, &anthropic.Options{Key: key})
	}
	return openai.New(p.address(), p.Model, &openai.Options{Key: key, Grammars: p.Grammars})
}

// openLlama gives a model of the inventory. Its file is held against the recorded hash when it is loaded.
func (a *All) openLlama(p Provider) (model.Generator, error) {
	m, err := a.Device.Models.Model(p.Model)
	if err != nil {
		return nil, err
	}
	if m.Use != inventory.Text {
		return nil, fmt.Errorf("the model %q makes vectors, and writes no texts", m.Name)
	}
	template, context := p.Template, p.Context
	for _, known := range inventory.Known() {
		if known.Is(m) || known.Name == m.Name {
			template, context = cmp.Or(template, known.Template), cmp.Or(context, known.Context)
		}
	}
	if template == "" {
		return nil, fmt.Errorf(`how the model %q tells messages apart is not known: the settings have to say its "template"`, m.Name)
	}
	g, err := llama.New(
		llama.Model{Name: m.Name, Path: a.Device.Models.Path(m.Name), SHA256: m.SHA256, Template: llama.Template(template), Context: context},
		llama.Options{Program: a.Device.Worker, Library: a.Device.Library, Threads: a.Device.Threads})
	if err != nil {
		return nil, err
	}
	a.opened = append(a.opened, g)
	if a.here == nil {
		a.here = map[Provider]model.Generator{}
	}
	a.here[p] = g
	return g, nil
}

// Here is the provider for whoever has set none: the model that is meant to tell, if it is in the inventory, or another that writes and
// was given its name.
func (a *All) Here() (Provider, bool) {
	m, err := a.Device.Models.Has(inventory.Narrator)
	if err != nil && (!errors.Is(err, inventory.ErrOther) || m.Use != inventory.Text) {
		return Provider{}, false
	}
	return Provider{Name: m.Name, Kind: Llama, Model: m.Name}, true
}

// Chain asks the providers of these names one after the other; told is told of each that did not answer. Those that
// nobody enabled, and those before the last that cannot be opened, are left out, and the reasons returned. The last has to be on this
// device.
func (a *All) Chain(names []string, told func(model.Degradation)) (chain model.Generator, skipped []error, err error) {
	var all []model.Generator
	for i, name := range names {
		g, err := a.Open(name)
		not, notEnabled := errors.AsType[*NotEnabledError](err)
		if notEnabled && a.Later && i < len(names)-1 {
			g, err = a.asked(not.Provider)
		}
		switch {
		case err == nil:
			all = append(all, g)
		case notEnabled || i < len(names)-1:
			skipped = append(skipped, err)
		default:
			return nil, skipped, err
		}
	}
	if len(all) == 0 {
		return nil, skipped, fmt.Errorf("of %s nobody may be asked: %w", strings.Join(names, ", "), errors.Join(skipped...))
	}
	last := len(all) - 1
	chain, err = fallback.New(all[last], &fallback.Options{Before: all[:last], Told: told})
	return chain, skipped, err
}

// Close ends what runs on this device, and waits until it is gone.
func (a *All) Close() error {
	var failed []error
	for _, c := range a.opened {
		failed = append(failed, c.Close())
	}
	a.opened, a.here = nil, nil
	return errors.Join(failed...)
}

// HasKey reports whether there is a key for the provider's server; the error says what is wrong with where it should be.
func (a *All) HasKey(p Provider) (bool, error) {
	u, err := url.Parse(p.address())
	if err != nil || u.Host == "" {
		return false, nil
	}
	key, err := a.Keys.Find(u.Host)
	return !key.IsZero(), err
}
