package contracts

import (
	"fmt"
	"net/url"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// base is where the schemas say they live, and checked where the library finds them: below
// an address that it does not hold to the schema of schemas. That a test does, for it takes
// longer than all else of compiling them. Nothing is ever fetched from there.
const (
	base    = "https://narratoria.dev/contracts/"
	checked = "https://json-schema.org/checked/"
)

// A library is a schema that refers to nothing outside itself, as package jsonschema has it. What
// of it is compiled is what it is asked about: of most documents nothing.
type library struct {
	url      string
	raw      strictjson.Object
	mu       sync.Mutex
	compiler *jsonschema.Compiler // nil until something is asked
}

func (l *library) compile(pointer string) (*jsonschema.Schema, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.compiler == nil {
		compiler := jsonschema.NewCompiler()
		compiler.UseLoader(nothingOutside{})
		compiler.AssertFormat()
		compiler.UseRegexpEngine(patternOf)
		if err := compiler.AddResource(l.url, l.raw); err != nil {
			return nil, err
		}
		l.compiler = compiler
	}
	anchor := url.URL{Fragment: pointer}
	return l.compiler.Compile(l.url + anchor.String())
}

// A fragment is a part of a library's schema, or all of it.
type fragment struct {
	*library
	Location string // a pointer, "" for all
	once     sync.Once
	compiled *jsonschema.Schema
	err      error
}

// compile says why a fragment is no schema.
func (f *fragment) compile() error {
	f.once.Do(func() { f.compiled, f.err = f.library.compile(f.Location) })
	return f.err
}

// Validate holds a tree to a fragment, which has to be a schema.
func (f *fragment) Validate(v any) error {
	if err := f.compile(); err != nil {
		panic("contracts: " + err.Error())
	}
	return f.compiled.Validate(v)
}

// compile compiles a schema, all of it.
func compile(url string, raw strictjson.Object) (*fragment, error) {
	whole := &fragment{library: &library{url: url, raw: raw}}
	return whole, whole.compile()
}

// nothingOutside is the loader for references that leave a document.
type nothingOutside struct{}

func (nothingOutside) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s lies outside the schema, and nothing is fetched", url)
}
