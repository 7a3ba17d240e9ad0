package vector

import "context"

// professions are what people are by trade in a town and its country, before there were machines: one word for each, whether it
// is a craft or not, so that a query for any kind of them has some to start from. The list was written by hand, see docs/models.md; to have a
// word in it is not to find it alone, but whatever is near to it.
var professions = []string{
	"blacksmith", "goldsmith", "carpenter", "mason", "potter", "weaver", "tailor", "shoemaker", "tanner", "cooper", "glassblower", // who make things
	"painter", "sculptor", "minstrel", "actor", "dancer", // who please
	"baker", "butcher", "brewer", "miller", "cook", // who feed
	"farmer", "shepherd", "gardener", "hunter", "miner", "fisherman", "sailor", // of land and sea
	"merchant", "trader", "peddler", "innkeeper", "servant", "barber", "porter", // who sell and serve
	"priest", "monk", "nun", "bishop", "gravedigger", // of the church
	"scholar", "teacher", "clerk", "judge", "lawyer", "magistrate", // who read
	"physician", "nurse", "midwife", "herbalist", "witch", "wizard", // who heal and charm
	"soldier", "guard", "knight", // who fight
	"thief", "pirate", "smuggler", "spy", "beggar", // who are outside the law
	"king", "queen", "noble", // who rule
}

// bridge gives the vectors of the professions, which are made once.
func (x *Index) bridge(ctx context.Context) ([]vector, error) {
	x.bridging.Lock()
	defer x.bridging.Unlock()
	if x.bridged == nil {
		steps, err := x.steps(ctx, professions)
		if err != nil {
			return nil, err
		}
		x.bridged = vectorsOf(steps)
	}
	return x.bridged, nil
}
