package contracts

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A fault is one keyword of the schema that the document breaks: the library's
// finding and where it stands.
type fault = *jsonschema.ValidationError

// leaves flattens the library's tree down to single faults, in an order that does
// not depend on that of a map. Alternatives stay together in one fault.
func leaves(tree fault) []fault {
	var all []fault
	var gather func(fault)
	gather = func(f fault) {
		switch f.ErrorKind.(type) {
		case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
			for _, cause := range f.Causes {
				gather(cause)
			}
		default:
			all = append(all, f)
		}
	}
	gather(tree)
	slices.SortStableFunc(all, func(a, b fault) int {
		return cmp.Or(comparePaths(a.InstanceLocation, b.InstanceLocation), cmp.Compare(a.SchemaURL, b.SchemaURL))
	})
	return all
}

// comparePaths orders elements by their number, and members, which come after
// them, by their name.
func comparePaths(a, b []string) int {
	return slices.CompareFunc(a, b, func(x, y string) int {
		switch indexX, indexY := isIndex(x), isIndex(y); {
		case indexX && indexY:
			return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
		case indexX:
			return -1
		case indexY:
			return 1
		}
		return cmp.Compare(x, y)
	})
}

// node is the schema, as written, whose keyword a fault breaks.
func (s *Schema) node(f fault) strictjson.Object {
	if nodes := s.nodes(f); len(nodes) > 0 {
		return nodes[len(nodes)-1]
	}
	return nil
}

// nodes are the objects on the way from the top of the schema to a fault's.
func (s *Schema) nodes(f fault) []strictjson.Object {
	_, fragment, _ := strings.Cut(f.SchemaURL, "#")
	path, err := url.PathUnescape(fragment)
	if err != nil {
		return nil
	}
	var nodes []strictjson.Object
	var tree any = s.raw
	take := func() {
		if node, ok := tree.(strictjson.Object); ok {
			nodes = append(nodes, node)
		}
	}
	take()
	for token := range jsontext.Pointer(path).Tokens() {
		tree = at(tree, []string{token})
		take()
	}
	return nodes
}

// field is the schema of one field of the object that a fault is about, or nil:
// a rule on several fields at once leaves it to a schema further up to say what
// each of them is.
func (s *Schema) field(f fault, name string) strictjson.Object {
	field, _ := s.fields(f)[name].(strictjson.Object)
	return field
}

// fields are the schemas of the fields that the object may have.
func (s *Schema) fields(f fault) strictjson.Object {
	for _, node := range slices.Backward(s.nodes(f)) {
		fields, ok := node["properties"].(strictjson.Object)
		if !ok {
			continue
		}
		if target, ok := referenced(s.raw, node); ok {
			inherited, _ := target["properties"].(strictjson.Object)
			return merged(inherited, fields)
		}
		return fields
	}
	return nil
}

// merged copies both maps into one; the second wins.
func merged(a, b strictjson.Object) strictjson.Object {
	all := make(strictjson.Object, len(a)+len(b))
	maps.Copy(all, a)
	maps.Copy(all, b)
	return all
}

// fieldNames are the names of those fields, sorted.
func (s *Schema) fieldNames(f fault) []string {
	return slices.Sorted(maps.Keys(s.fields(f)))
}
