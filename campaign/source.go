package campaign

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/frontmatter"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A source is one document while a campaign is being loaded: its tree, without
// what its contract refuses, and what is needed to say where something stands.
type source struct {
	file     string
	tree     tree // nil where nothing of it can be used
	json     []byte
	yaml     *frontmatter.Document
	problems contracts.Problems
	left     []leftOut // what its contract refuses of it, and what stands twice

	// Of one with beats, from when they are decoded on, which is when the tree goes.
	first    int               // the place of its first beat among all
	beats    []int             // where its beats stand in its list
	referred map[string]string // files that it names, by the pointers to their names
}

// jsonSource reads and checks a JSON document.
func jsonSource(c contracts.Contract, file string, data []byte) *source {
	s := &source{file: file, json: data}
	parsed, problems := contracts.Validate(c, file, data)
	s.problems = problems
	if object, ok := parsed.(tree); ok {
		s.keepSound(c, object)
	}
	return s
}

// yamlSource reads and checks a YAML document that begins in some line of a file.
func yamlSource(c contracts.Contract, file, text string, line int) *source {
	s := &source{file: file}
	document, err := frontmatter.Parse(text, line)
	if wrong, ok := errors.AsType[*frontmatter.Error](err); ok {
		if wrong.Fault == frontmatter.NoYAML {
			wrong.Message = "this is no YAML: " + wrong.Message
		}
		s.problems = contracts.Problems{{File: file, Line: wrong.Line, Column: 1, Kind: contracts.Syntax, Message: wrong.Message}}
		return s
	}
	s.yaml = document
	s.problems = c.Schema().ValidateTree(file, document.Tree)
	s.keepSound(c, document.Tree)
	return s
}

// keepSound keeps what of a tree its contract does not refuse: an element of the
// document's list, or a field, that is wrong is left out. Where that does not
// help, nothing of the document is kept.
func (s *source) keepSound(c contracts.Contract, object tree) {
	if s.problems.Err() == nil {
		s.tree = object
		return
	}
	wrong := map[string][]int{} // by field; the elements, or none for the whole field
	for _, p := range s.problems {
		if p.Warning {
			continue
		}
		field, element, ok := part(p.Pointer, object)
		if !ok {
			return
		}
		wrong[field] = append(wrong[field], element)
	}
	for _, field := range sortedKeys(wrong) {
		s.leaveOut(object, field, wrong[field])
	}
	if c.Schema().ValidateTree(s.file, withoutGaps(object)).Err() == nil {
		s.tree = object
	}
}

// part is the smallest part around a pointer that can be left out: an element of
// a list of objects, else a field of the document.
func part(pointer string, object tree) (field string, element int, ok bool) {
	tokens := strings.Split(pointer, "/")
	if len(tokens) < 2 {
		return "", 0, false
	}
	field = strictjson.Name(tokens[1])
	list, isList := object[field].([]any)
	if !isList || len(tokens) < 3 {
		return field, -1, true
	}
	element, err := strconv.Atoi(tokens[2])
	if err != nil || element >= len(list) {
		return field, -1, true
	}
	return field, element, true
}

// leftOut is a part of a document that is not read, and where it stands.
type leftOut struct {
	at   string
	part any
}

// leaveOut takes a field away, or puts null for elements of its list, so that the
// others keep their places.
func (s *source) leaveOut(object tree, field string, elements []int) {
	at := "/" + strictjson.Token(field)
	if slices.Contains(elements, -1) {
		s.left = append(s.left, leftOut{at, object[field]})
		delete(object, field)
		return
	}
	list, _ := object[field].([]any)
	for _, i := range elements {
		if list[i] != nil { // refused for another reason already
			s.left = append(s.left, leftOut{at + "/" + strconv.Itoa(i), list[i]})
			list[i] = nil
		}
	}
}

// withoutGaps is an object without what leaveOut put null for.
func withoutGaps(object tree) tree {
	whole := make(tree, len(object))
	for field, v := range object {
		if list, ok := v.([]any); ok {
			v = slices.DeleteFunc(slices.Clone(list), func(item any) bool { return item == nil })
		}
		whole[field] = v
	}
	return whole
}

// wrongIn reports whether something was refused at a pointer or below it.
func (s *source) wrongIn(pointer string) bool {
	return slices.ContainsFunc(s.problems, func(p contracts.Problem) bool {
		return !p.Warning && (p.Pointer == pointer || strings.HasPrefix(p.Pointer, pointer+"/"))
	})
}

// report adds a problem at a pointer.
func (s *source) report(p contracts.Problem) {
	p.File = s.file
	s.problems = append(s.problems, p)
}

// located gives the problems with line and column.
func (s *source) located() contracts.Problems {
	switch {
	case s.yaml != nil:
		for i := range s.problems {
			s.problems[i].Line, s.problems[i].Column = s.yaml.Place(s.problems[i].Pointer)
		}
		s.problems.Sort()
	case s.tree != nil:
		s.problems.Locate(s.json)
	}
	return s.problems
}
