package api

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Method is one of the table.
type Method struct {
	Name string
	Doc  string // a sentence or more, for whoever calls it

	when           when
	plays          bool // it plays a turn, or takes as long
	follows        bool // it is done after what the client began of the same story before
	onDisk         bool // it has files open without a game, which an engine that lets go of all waits for
	params, result reflect.Type
	do             func(ctx context.Context, c *Client, params reflect.Value) ([]byte, error)
}

// when says in which states of the engine a method may be called.
type when int

const (
	awakeAlone when = iota
	asleepToo
	always // and however many calls are at work
)

// define makes a method of a function: P is a struct of its parameters, R of its result.
func define[P, R any](name, doc string, do func(context.Context, *Client, P) (R, error)) Method {
	return Method{
		Name: name, Doc: doc, params: reflect.TypeFor[P](), result: reflect.TypeFor[R](),
		do: func(ctx context.Context, c *Client, params reflect.Value) ([]byte, error) {
			result, err := do(ctx, c, params.Interface().(P))
			if err != nil {
				return nil, err
			}
			return appendJSON(nil, result), nil
		},
	}
}

// following is define for what plays or changes a story, or gives what these have made of it.
func following[P, R any](name, doc string, do func(context.Context, *Client, P) (R, error)) Method {
	m := define(name, doc, do)
	m.follows = true
	return m
}

// playing is following for what plays a turn.
func playing[P, R any](name, doc string, do func(context.Context, *Client, P) (R, error)) Method {
	m := following(name, doc, do)
	m.plays = true
	return m
}

// onDisk is define for what has files open without a game.
func onDisk[P, R any](name, doc string, do func(context.Context, *Client, P) (R, error)) Method {
	m := define(name, doc, do)
	m.onDisk = true
	return m
}

func (m Method) at(w when) Method {
	m.when = w
	return m
}

// Nothing stands for parameters or a result without fields.
type Nothing struct {
	_ struct{} `doc:"an object without fields"`
}

// table is made when it is first asked for.
var table struct {
	once   sync.Once
	all    []Method
	byName map[string]*Method
}

// Methods is the table, in the order in which pages show it. It is shared, and for reading.
func Methods() []Method {
	table.once.Do(func() {
		table.all = slices.Concat(engineMethods(), campaignMethods(), playMethods(), lookMethods(), branchMethods(), saveMethods(), archiveMethods(), backupMethods(), skillMethods(), modelMethods(), planMethods(), eventMethods())
		table.byName = map[string]*Method{}
		for i := range table.all {
			table.byName[table.all[i].Name] = &table.all[i]
		}
	})
	return table.all
}

// Named is the method of a name.
func Named(name string) (*Method, bool) {
	Methods()
	m, known := table.byName[name]
	return m, known
}

func unknownMethod(name string) *Error {
	var names []string
	for _, m := range Methods() {
		names = append(names, m.Name)
	}
	if r := []rune(name); len(r) > 60 {
		name = string(r[:60]) + "…"
	}
	refused := refusal(UnknownMethod, "there is no method %q", name)
	if refused.Nearest = nearest.Name(name, names); refused.Nearest != "" {
		refused.Hint = "did you mean " + refused.Nearest + "?"
	} else if group, _, _ := strings.Cut(name, "."); group != "" {
		if of := slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, group+".") }); len(of) > 0 {
			refused.Hint = "there are " + strings.Join(of, ", ")
		}
	}
	return refused
}

// Schemas are the JSON Schemas of the method's parameters and result; what they refer to as
// "#/$defs/NAME" is added to defs.
func (m *Method) Schemas(defs strictjson.Object) (params, result strictjson.Object) {
	own := shapeOf(m.params).objectSchema(defs) // of one method alone, so not among the types
	return own, shapeOf(m.result).schema(defs)
}
