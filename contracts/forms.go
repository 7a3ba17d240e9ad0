package contracts

import (
	"cmp"
	"slices"
)

// alternatives reports a value that fits none of several forms: what keeps it
// from the form that came closest, with what keeps it from the others as causes.
// A value of no form's type is told all of them.
func (e explainer) alternatives(f fault) Problems {
	here := pointer(f.InstanceLocation)
	forms := make([]Problems, len(f.Causes))
	for i, cause := range f.Causes {
		forms[i] = e.explain(leaves(cause))
	}
	slices.SortStableFunc(forms, func(a, b Problems) int {
		return cmp.Compare(a.distance(here), b.distance(here))
	})
	closest := forms[0]
	switch {
	case closest.Err() == nil:
		return closest
	case closest.distance(here) >= otherType:
		return Problems{e.noForm(f, forms)}
	}
	problems := slices.Clone(closest)
	problems[0].Causes = slices.Concat(forms[1:]...)
	return problems
}

// otherType is farther than any number of problems inside the right form.
const otherType = 1 << 20

// distance says how far a form with these problems is from the value here.
func (ps Problems) distance(here string) int {
	far := 0
	for _, p := range ps {
		switch {
		case p.Warning:
		case p.Pointer == here && p.Kind == WrongType:
			far += otherType
		default:
			far++
		}
	}
	return far
}

func (e explainer) noForm(f fault, forms []Problems) Problem {
	p := e.problem(f, WrongType, e.isValue(f))
	var expected []string
	for _, form := range forms {
		for _, cause := range form {
			if cause.Expected != "" && !slices.Contains(expected, cause.Expected) {
				expected = append(expected, cause.Expected)
			}
		}
	}
	p.Expected, p.Causes = alternatives(expected), slices.Concat(forms...)
	return p
}
