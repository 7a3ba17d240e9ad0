package contracts

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// MaxProblems is how many problems of one document are listed. One more then says
// that there are others.
const MaxProblems = 50

// An explainer turns what the schema library found into problems for people.
type explainer struct {
	schema   *Schema
	file     string
	document any
}

// explain gives the problems of sorted faults: at most MaxProblems, and one more
// for those left out, which is an error unless they could only be warnings.
func (e explainer) explain(faults []fault) Problems {
	var problems Problems
	for len(faults) > 0 && len(problems) <= MaxProblems {
		here := together(faults)
		misspelt := e.misspellings(faults[:here])
		for _, f := range faults[:here] {
			problems = problems.with(e.problems(f, misspelt))
		}
		faults = faults[here:]
	}
	if len(problems) > MaxProblems {
		return append(problems[:MaxProblems:MaxProblems], e.leftOut(problems[MaxProblems:], faults))
	}
	return problems
}

// together is how many of the faults, from the first on, are about one value.
func together(faults []fault) int {
	other := slices.IndexFunc(faults, func(f fault) bool {
		return !slices.Equal(f.InstanceLocation, faults[0].InstanceLocation)
	})
	if other < 0 {
		return len(faults)
	}
	return other
}

// with adds problems that do not say again what another one says.
func (ps Problems) with(more Problems) Problems {
	for _, p := range more {
		again := func(q Problem) bool { return p.Pointer == q.Pointer && p.Message == q.Message }
		if !slices.ContainsFunc(ps, again) {
			ps = append(ps, p)
		}
	}
	return ps
}

func (e explainer) leftOut(problems Problems, rest []fault) Problem {
	harmless := problems.Err() == nil
	for _, f := range rest {
		_, unknown := f.ErrorKind.(*kind.AdditionalProperties)
		harmless = harmless && unknown && !e.schema.refuseUnknown
	}
	return Problem{
		File: e.file, Pointer: problems[0].Pointer, Kind: Limit, Warning: harmless,
		Message: fmt.Sprintf("there are more than the %d problems listed", MaxProblems),
	}
}

// problems are what one fault comes to.
func (e explainer) problems(f fault, misspelt misspellings) Problems {
	if message, expected, ok := e.said(f); ok {
		p := e.problem(f, e.kindOf(f), message)
		p.Expected = expected
		return Problems{p}
	}
	switch k := f.ErrorKind.(type) {
	case *kind.Required:
		return e.missing(f, k.Missing, misspelt)
	case *kind.DependentRequired:
		return e.missing(f, k.Missing, nil)
	case *kind.AdditionalProperties:
		return e.unknown(f, k.Properties, misspelt)
	case *kind.AnyOf:
		return e.alternatives(f)
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			return e.alternatives(f)
		}
	}
	return Problems{e.value(f)}
}

// missing reports required fields, or the field that was probably meant to be one.
func (e explainer) missing(f fault, names []string, misspelt misspellings) Problems {
	var problems Problems
	for _, name := range names {
		if wrong, ok := misspelt[name]; ok {
			problems = append(problems, e.unknownField(f, wrong, name))
			continue
		}
		p := e.problem(f, Missing, strconv.Quote(name)+" is missing")
		p.Expected = describe(e.schema.raw, e.schema.field(f, name))
		problems = append(problems, p)
	}
	return problems
}

// unknown reports fields nobody reads, but for those that missing reports, and no
// more than are needed to know that they are too many.
func (e explainer) unknown(f fault, names []string, misspelt misspellings) Problems {
	var problems Problems
	known := e.schema.fieldNames(f)
	for _, name := range slices.Sorted(slices.Values(names)) {
		if misspelt.wrong(name) {
			continue
		}
		p := e.unknownField(f, name, nearest.Name(name, known))
		p.Warning = !e.schema.refuseUnknown
		if problems = append(problems, p); len(problems) > MaxProblems {
			break
		}
	}
	return problems
}

func (e explainer) unknownField(f fault, name, meant string) Problem {
	p := e.problem(f, UnknownField, "unknown field "+strconv.Quote(cut(name, maxShown)))
	p.Pointer = pointer(append(slices.Clone(f.InstanceLocation), name))
	p.Nearest = meant
	return p
}

func (e explainer) problem(f fault, k Kind, message string) Problem {
	return Problem{File: e.file, Pointer: pointer(f.InstanceLocation), Kind: k, Message: message}
}

// misspellings are the required fields that an object lacks, each with the
// unknown field beside it that was probably meant, so that one slip is one
// problem.
type misspellings map[string]string

func (m misspellings) wrong(name string) bool {
	for _, wrong := range m {
		if wrong == name {
			return true
		}
	}
	return false
}

// misspellings looks for them in faults about one object.
func (e explainer) misspellings(faults []fault) misspellings {
	found := misspellings{}
	for _, f := range faults {
		required, ok := f.ErrorKind.(*kind.Required)
		if !ok {
			continue
		}
		unknown := e.unknownNames(f)
		for _, name := range required.Missing {
			if wrong := nearest.Name(name, unknown); wrong != "" {
				found[name] = wrong
			}
		}
	}
	return found
}

// maxCandidates is among how many unknown fields a misspelt one is looked for:
// what has more of them is not somebody's slip.
const maxCandidates = 200

// unknownNames are the fields of the faulty object that its schema does not
// have, sorted: the first of them.
func (e explainer) unknownNames(f fault) []string {
	object, _ := at(e.document, f.InstanceLocation).(strictjson.Object)
	known := e.schema.fields(f)
	var unknown []string
	for name := range object {
		if _, ok := known[name]; !ok {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown[:min(len(unknown), maxCandidates)]
}
