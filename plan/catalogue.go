package plan

// Catalogue is the registered scripts at one moment, and the only way from a
// plan's toolPath to something that runs. It is immutable.
type Catalogue struct {
	scripts []Script
}

// NewCatalogue lists scripts in the order a planner should see them.
func NewCatalogue(scripts []Script) *Catalogue {
	return &Catalogue{scripts: scripts}
}

// Scripts are all of them; the slice is shared.
func (c *Catalogue) Scripts() []Script { return c.scripts }
