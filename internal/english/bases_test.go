package english

import (
	"slices"
	"testing"
)

// A regular form has its verb among its bases, and no other verb of the table.
func TestBasesOfFormsAreTheirVerbs(t *testing.T) {
	var apart, wrong []string
	verbs, forms := allVerbs(), 0
	for _, verb := range verbs {
		of := []string{ThirdSingular(verb), Ing(verb)}
		if irregularForms(verb) == nil {
			of = append(of, PastOf(verb))
		}
		for _, form := range of {
			forms++
			bases := Bases(form)
			if !slices.Contains(bases, verb) {
				apart = append(apart, form)
			}
			if slices.ContainsFunc(bases[1:], func(base string) bool { return base != verb && slices.Contains(verbs, base) }) {
				wrong = append(wrong, form)
			}
		}
	}
	t.Logf("of %d forms %d are not of their verb: %q; %d are of another, too: %q", forms, len(apart), apart, len(wrong), wrong)
	if 100*len(apart) > forms || len(wrong) > 0 {
		t.Error("more than one of a hundred, or one of another verb")
	}
}
