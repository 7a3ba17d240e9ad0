package story

import (
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// minds names all that everybody knows.
func (a *archive) minds(m *mind.Minds) {
	named(a, &m.Facts, func(f *mind.Fact) {
		for _, t := range []*string{&f.ID, &f.Content, &f.Category, &f.Supersedes} {
			text(a, t)
		}
		whole(a, &f.Position)
		whole(a, &f.Moment)
		texts(a, &f.About)
	})
	named(a, &m.Claims, func(c *mind.Claim) {
		text(a, &c.ID)
		a.ref(&c.Speaker)
		text(a, &c.Content)
		text(a, &c.Fact)
		text(a, &c.From)
		text(a, &c.Truth)
		text(a, &c.Source)
		whole(a, &c.Turn)
		whole(a, &c.Position)
		texts(a, &c.About)
	})
	named(a, &m.Each, func(of **mind.Mind) {
		if a.reading() {
			*of = new(mind.Mind)
		}
		a.mind(*of)
	})
	a.comings(&m.Came)
	whole(a, &m.Turn)
	if a.reading() {
		m.Recollect()
	}
}

func (a *archive) mind(of *mind.Mind) {
	flag(a, &of.Person)
	list(a, &of.Learned, func(l *mind.Learned) {
		text(a, &l.Fact)
		text(a, &l.Source)
		text(a, &l.From)
		text(a, &l.How)
		whole(a, &l.Turn)
		whole(a, &l.Position)
	})
	list(a, &of.Heard, func(h *mind.Heard) {
		text(a, &h.Claim)
		whole(a, &h.Turn)
		whole(a, &h.Position)
	})
}

// How the audience of a coming stands in a snapshot.
const (
	noAudience   = iota
	sameAudience // that of the latest before which has one
	ownAudience
)

// comings are the events by which something became known. Most have the audience of one before.
func (a *archive) comings(all *[]mind.Coming) {
	var before *event.Perception
	list(a, all, func(c *mind.Coming) {
		whole(a, &c.Position)
		whole(a, &c.Turn)
		a.moment(&c.Moment)
		texts(a, &c.To)
		text(a, &c.Revealed)
		audience := noAudience
		switch {
		case c.Perception == nil:
		case before != nil && mind.SameAudience(before, c.Perception):
			audience = sameAudience
		default:
			audience = ownAudience
		}
		switch whole(a, &audience); audience {
		case noAudience:
			return
		case sameAudience:
			c.Perception = before
		case ownAudience:
			a.perception(&c.Perception)
		default:
			a.spoil()
		}
		before = c.Perception
	})
}

func (a *archive) moment(m *event.Moment) {
	whole(a, &m.Sequence)
	text(a, &m.Label)
	flag(a, &m.Timed)
	whole(a, &m.Minutes)
}

func (a *archive) perception(p **event.Perception) {
	if a.reading() {
		*p = new(event.Perception)
	}
	texts(a, &(*p).WitnessedBy)
	texts(a, &(*p).ApparentAudience)
	named(a, &(*p).Noticed, func(others *[]event.CharacterID) { texts(a, others) })
}
