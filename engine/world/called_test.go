package world

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/campaign"
)

// What something is, a sentence says beside its name, and nowhere else.
func TestSaidToBe(t *testing.T) {
	for _, c := range []struct{ sentence, name, want string }{
		{"The Counting Room has one stove and the Abbey Scale, a balance with iron pans as wide as cartwheels.", "the Abbey Scale", "a balance with iron pans"},
		{"The Last House is a stone hut where the road begins to fall.", "the Last House", "a stone hut"},
		{"Tomas Hasek, the muleteer, owns the only beasts.", "Tomas Hasek", "the muleteer"},
		{"The Mule Bell was the first that Rook ever cast.", "the Mule Bell", ""},
		{"Saint Orla is too light.", "Saint Orla", ""},
		{"Dreyer lost a son on the Ketter Pass, in fog.", "the Ketter Pass", ""},
		{"Nobody was there.", "Saint Orla", ""},
	} {
		if got := saidToBe(c.sentence, c.name); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.sentence, c.name, got, c.want)
		}
	}
}

// Whatever a campaign's prose has a word for may be called by it, by whatever name it is asked for.
func TestDescribed(t *testing.T) {
	c, problems := campaign.Load(fstest.MapFS{
		"manifest.json":    {Data: []byte(`{"title": "Bells", "version": "1.0.0", "author": "A", "description": "A bell."}`)},
		"world/setting.md": {Data: []byte("# Varn\n\nThe Foundry is a long shed below the walls, where the great bell called Saint Orla lies. Saint Orla was poured in a single night. Tomas Hasek, the muleteer, sits in the Foundry.\n")},
		"plot/premise.md":  {Data: []byte("# The bell\n\nSaint Orla is too light. You are to weigh Saint Orla.\n")},
	}, campaign.Options{})
	if problems.Err() != nil {
		t.Fatal(problems.Err())
	}
	full, err := campaign.Complete(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := Compile(full)
	orla, known := w.Described("saint orla")
	if !known || !slices.Contains(orla.Also, "great bell") || !slices.Contains(orla.About, "Saint Orla was poured in a single night.") {
		t.Errorf("%+v", orla)
	}
	foundry, _ := w.Described("Foundry")
	if _, known := w.Described("the Moon"); known || len(foundry.About) == 0 {
		t.Errorf("%+v", foundry)
	}
	hasek, _ := w.Described("Tomas Hasek")
	if !slices.Contains(hasek.Also, "muleteer") || hasek.Pronouns == "" {
		t.Errorf("%+v", hasek)
	}
}
