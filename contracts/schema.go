package contracts

import (
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Schema is a compiled schema. It never changes.
type Schema struct {
	compiled      *fragment
	raw           strictjson.Object // the same schema as written: annotations are lost when compiled
	limits        limits
	refuseUnknown bool
	fits          *acceptor
}

// Validate reads data strictly and checks it; see the function [Validate].
func (s *Schema) Validate(file string, data []byte) (tree any, problems Problems) {
	if len(data) > s.limits.bytes {
		return nil, Problems{tooLarge(file, len(data), s.limits.bytes)}
	}
	tree, _, err := strictjson.ParseWithin(data, strictjson.Limits{Values: s.limits.values})
	if problems = s.limits.unread(file, data, err); len(problems) > 0 {
		return nil, problems
	}
	problems = s.ValidateTree(file, tree)
	problems.Locate(data)
	return tree, problems
}

// ValidateTree checks a tree that was read elsewhere, from YAML for one, or put
// together from several files. Its problems have no line.
func (s *Schema) ValidateTree(file string, tree any) Problems {
	if problems := s.limits.check(file, tree); len(problems) > 0 {
		return problems
	}
	if s.fits != nil && s.fits.accepts(tree) {
		return nil
	}
	err := s.compiled.Validate(tree)
	broken, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return nil
	}
	return explainer{schema: s, file: file, document: tree}.explain(leaves(broken))
}

// Limit looks at how much a tree is alone, for whoever has to do with it before it is whole
// enough to be checked: what it says, [Schema.ValidateTree] would.
func (s *Schema) Limit(file string, tree any) Problems { return s.limits.check(file, tree) }

// ReadObject reads a document that no contract is of, within the limits of theirs.
func ReadObject(file string, data []byte) (strictjson.Object, Problems) {
	object, err := strictjson.ParseObjectWithin(data, strictjson.Limits{Values: documentLimits.values})
	return object, documentLimits.unread(file, data, err)
}

// unread says why a document was not read.
func (l limits) unread(file string, data []byte, err error) Problems {
	if beyond, ok := errors.AsType[*strictjson.LimitError](err); ok {
		line, column := strictjson.Position(data, beyond.Offset)
		return Problems{{File: file, Line: line, Column: column, Pointer: beyond.Pointer, Kind: Limit, Message: tooManyValues, Expected: atMostValues(l.values)}}
	}
	if syntax, ok := errors.AsType[*strictjson.SyntaxError](err); ok {
		return Problems{notJSON(file, syntax)}
	}
	return nil
}

func notJSON(file string, err *strictjson.SyntaxError) Problem {
	return Problem{
		File: file, Line: err.Line, Column: err.Column, Pointer: err.Pointer,
		Kind: Syntax, Message: err.Message,
	}
}
