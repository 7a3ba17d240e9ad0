package campaign

// Parts are what a drama puts in the place of a campaign's own.
type Parts struct {
	Opening Opening
	Places  []Place
	People  []Person
	Items   []Item
	Beats   []Beat
	Endings []Ending
	Pace    int // see [Campaign.Pace]
}

// Staged is the campaign with other parts, as if its author had written these; the
// campaign itself stays as it is. Every id is the caller's to keep apart.
func (c *Campaign) Staged(p Parts) *Campaign {
	full := *c
	full.Manifest.Opening = p.Opening
	full.Places, full.People, full.Items, full.Beats, full.Endings = p.Places, p.People, p.Items, p.Beats, p.Endings
	full.Pace = p.Pace
	full.Extracted, full.Dramatic = false, true
	full.names = newNames()
	full.declareAll()
	for i := range full.Beats {
		full.names.add("beat", full.Beats[i].ID)
	}
	full.index()
	return &full
}
