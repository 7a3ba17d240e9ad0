package narratoria

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/persistence"
)

// bookish is a campaign with more lore than is indexed in memory.
func bookish(t *testing.T, word string) *Campaign {
	t.Helper()
	files := fstest.MapFS{"manifest.json": {Data: []byte(`{"title": "T", "version": "1.0.0"}`)}}
	for i := range 3 {
		files[fmt.Sprintf("lore/%d.md", i)] = &fstest.MapFile{Data: []byte(strings.Repeat("Of the "+word+" nothing more is written here.\n\n", 10_000))}
	}
	c, problems := campaign.Load(files, campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	return &Campaign{Campaign: c, ID: word}
}

// What is damaged of one campaign's index is not taken from under another's: the file goes
// when the program ends.
func TestDamagedIndexBesideAnother(t *testing.T) {
	ctx, dir, said := context.Background(), t.TempDir(), []string(nil)
	open := func() *Program {
		p, err := Open(Options{Data: dir, Config: dir + "/config", State: dir + "/state", Shared: true, Warn: func(text string) { said = append(said, text) }})
		must(t, err)
		return p
	}
	library := func(p *Program, word string) *lore.Index {
		index, err := p.library(ctx, bookish(t, word), func(string) {})
		must(t, err)
		return index
	}
	keys := func(p *Program) (all []string) {
		must(t, p.worlds.View(ctx, func(r persistence.WorldReader) (err error) { all, err = r.Keys("head/"); return err }))
		return all
	}
	p := open()
	library(p, "lamp")
	lamps := keys(p)
	library(p, "boat")
	must(t, p.worlds.Update(ctx, func(w persistence.WorldWriter) error {
		for _, key := range keys(p) {
			if !slices.Contains(lamps, key) {
				must(t, w.Put(key, []byte("no head")))
			}
		}
		return nil
	}))
	must(t, p.Close(ctx))
	said = nil

	p = open()
	lamp := library(p, "lamp")
	boat := library(p, "boat")
	for word, index := range map[string]*lore.Index{"lamp": lamp, "boat": boat} {
		found, err := index.Search(ctx, lore.Query{Text: word, Limit: 1}, func(int) bool { return true })
		if err != nil || len(found) != 1 {
			t.Errorf("of the %s %d pieces are found: %v", word, len(found), err)
		}
	}
	must(t, p.Close(ctx))
	if all := strings.Join(said, "\n"); strings.Count(all, "at the next start") != 1 {
		t.Errorf("it says %q", all)
	}
	said = nil
	p = open()
	library(p, "boat")
	if len(keys(p)) == 0 || len(said) > 0 {
		t.Errorf("it was not made anew: %q", said)
	}
	must(t, p.Close(ctx))
}
