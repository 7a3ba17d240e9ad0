package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/criteria"
)

// What the author of Grey Harbour would ask of its lore, in words as a turn has
// them, and the document that has to be found.
var authorsQueries = []struct {
	query string
	in    string
}{
	{"how many drowned when the Constance Ash struck", "official/inquiry.md"},
	{"is M. Sorrel, the second mate, accounted for", "official/inquiry.md"},
	{"who is buried in the lowest row of the chapel yard", "official/burial-register.md"},
	{"an unknown seaman in the register", "official/burial-register.md"},
	{"how the Company gives out flour by the head", "official/company-articles.md"},
	{"what comes ashore and is sold from the salt house", "official/company-articles.md"},
	{"the dues against the boats and their gear", "official/light-dues.md"},
	{"what is owed for the Tooth Light at sixpence the ton", "official/light-dues.md"},
	{"when does the Drove dry at low water", "official/list-of-lights.md"},
	{"a light that is dark for thirty nights is struck from the List", "official/list-of-lights.md"},
	{"how many prisms the lens of the Tooth has", "official/list-of-lights.md"},
	{"mariners warned of the coast by Gannet Head", "official/notice-to-mariners.md"},
	{"the tablet for Tobias Vane in the chancel", "official/tobias-obituary.md"},
	{"forty-one years keeper, and never late", "official/tobias-obituary.md"},
	{"a lantern on a donkey, and wreckers in the old days", "rumour/false-light.md"},
	{"did strangers have a boat under the cliff", "rumour/false-light.md"},
	{"did the keeper drink", "rumour/keeper-drink.md"},
	{"smoke and tobacco from the tower, he is not dead", "rumour/keeper-drink.md"},
	{"why the flame burnt brown for two winters", "rumour/the-drowned-oil.md"},
	{"the sea-trows and the oil", "rumour/the-drowned-oil.md"},
	{"what people in the flour queue say of the brown light", "rumour/the-drowned-oil.md"},
	{"the keeper not seen since that night, lost upon the causeway", "official/inquiry.md"},
}

// The lore of the sample campaign is found by what its author would ask, and only
// what the player may read.
func TestAuthorsQueriesFindTheirLore(t *testing.T) {
	c, problems := campaign.LoadDir("../campaigns/grey-harbour", campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	g := at(t, c).open()
	must(t, g, "")
	first, among := 0, 0
	for _, q := range authorsQueries {
		found, err := g.lore.Search(t.Context(), q.query, 3, host.LoreFilter{})
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(found, func(s host.Snippet) bool { return s.Source == "lore/"+q.in })
		if at == 0 {
			first++
		}
		if at >= 0 {
			among++
		} else {
			t.Logf("%q finds %v", q.query, sources(found))
		}
	}
	criteria.Measured(t, "SC-042", "by words alone %d of %d of the author's queries find their document among the first three, %d as the first", among, len(authorsQueries), first)
	if among*100 < len(authorsQueries)*90 {
		t.Errorf("%d of %d", among, len(authorsQueries))
	}
	for _, hidden := range []string{"two shillings a head for staying in", "smoked and dipped, out 1.25", "the light failed because its oil was sold a pint at a time", "lantern lit, she turned"} {
		found, err := g.lore.Search(t.Context(), hidden, 3, host.LoreFilter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range found {
			if strings.Contains(s.Source, "private/") {
				t.Errorf("%q finds %s", hidden, s.Source)
			}
		}
	}
}

func sources(found []host.Snippet) (all []string) {
	for _, s := range found {
		all = append(all, s.Source)
	}
	return all
}
