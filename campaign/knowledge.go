package campaign

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/contracts"
)

const knowledgeFile = "plot/knowledge.json"

// MaxFacts is how many facts a campaign has: a story keeps all from its beginning on.
const MaxFacts = 500

// A Fact is something that is so, and that some know: an element of plot/knowledge.json.
type Fact struct {
	ID       string    `field:"id"`
	Text     string    `field:"text"`     // as somebody would say it
	About    []string  `field:"about"`    // topics: who is asked about one may tell it
	Concerns []string  `field:"concerns"` // people, factions, places and items that it is about
	Topic    string    `field:"topic"`    // what hearing it leaves to talk of
	KnownBy  []string  `field:"known_by"` // from the start; "player" may be among them
	Tells    []Tells   `field:"tells"`
	PassesOn []Passing `field:"passes_on"`
}

// Tells is what one person says of a fact who is asked. Of several the first whose When holds
// counts; who has some, and none that holds, keeps it back.
type Tells struct {
	Who      string               `field:"who"`
	When     *condition.Condition `field:"when"`
	Says     string               `field:"says"`     // instead of what is so; "" for what they have of it
	Concerns []string             `field:"concerns"` // whom and what these words are about
	As       string               `field:"as"`       // the author's word for how they say that; see [effect.TruthOf]
}

// A Passing is that one person tells another of a fact by themselves, when they are together.
type Passing struct {
	From     string               `field:"from"`
	To       string               `field:"to"`
	When     *condition.Condition `field:"when"`
	Says     string               `field:"says"`
	Concerns []string             `field:"concerns"`
	As       string               `field:"as"`
}

func (f *Fact) decodeTree(d *decoder, v any) {
	type fields Fact
	d.decode((*fields)(f), v)
	f.KnownBy, f.Concerns = d.known("person", "/known_by", f.KnownBy), d.known("being", "/concerns", f.Concerns)
}

func (t *Tells) decodeTree(d *decoder, v any) {
	type fields Tells
	d.decode((*fields)(t), v)
	t.Who, t.Concerns = d.one("person", "/who", t.Who), d.known("being", "/concerns", t.Concerns)
	d.unsaid(v, t.Says)
}

func (p *Passing) decodeTree(d *decoder, v any) {
	type fields Passing
	d.decode((*fields)(p), v)
	p.From, p.To, p.Concerns = d.one("person", "/from", p.From), d.one("person", "/to", p.To), d.known("being", "/concerns", p.Concerns)
	d.unsaid(v, p.Says)
	if p.From == p.To && p.From != "" {
		d.report(contracts.Problem{Pointer: "/to", Kind: contracts.BadValue, Message: fmt.Sprintf("%q would tell themselves", p.To), Expected: "somebody else than \"from\""})
		p.To = ""
	}
}

// unsaid warns of what is said about other words where there are none.
func (d *decoder) unsaid(v any, says string) {
	written, _ := v.(tree)
	for _, field := range []string{"concerns", "as"} {
		if _, is := written[field]; is && says == "" {
			d.report(contracts.Problem{Pointer: "/" + field, Kind: contracts.BadValue, Warning: true, Message: fmt.Sprintf("%q is of what they say instead of what is so, and they say nothing else", field), Expected: "\"says\" beside it"})
		}
	}
}

// known are the ids of some that lead somewhere; the others are reported.
func (d *decoder) known(kind, at string, ids []string) (are []string) {
	for i, id := range ids {
		if d.one(kind, at+"/"+strconv.Itoa(i), id) != "" {
			are = append(are, id)
		}
	}
	return are
}

// one is an id that leads somewhere, else "" and reported.
func (d *decoder) one(kind, at, id string) string {
	if problem := d.names.problem(kind, id); problem != nil {
		problem.Pointer = at
		d.report(*problem)
		return ""
	}
	return id
}

// knowledge reads plot/knowledge.json.
func (l *loader) knowledge() {
	s := l.json(contracts.Knowledge, knowledgeFile)
	if s == nil || s.tree == nil {
		return
	}
	if list, _ := s.tree["facts"].([]any); len(list) > MaxFacts {
		s.report(contracts.Problem{Pointer: "/facts/" + strconv.Itoa(MaxFacts), Kind: contracts.Limit, Message: fmt.Sprintf("there are %d facts, of which the first %d are read", len(list), MaxFacts)})
		s.tree["facts"] = list[:MaxFacts]
	}
	l.declare(s, "fact", "facts")
	l.later(s, func(d *decoder) { d.member("facts", &l.c.Facts, s.tree["facts"]) })
}

// Fact finds a fact by its id.
func (c *Campaign) Fact(id string) (*Fact, bool) { return lookup(c, "fact", id, c.Facts, factID) }

func factID(f *Fact) string { return f.ID }

// checkFacts reports the facts that a condition asks for and nobody wrote: "ines.facts": "the-letter".
func (d *decoder) checkFacts(at string, wanted []condition.Wanted) {
	for _, w := range wanted {
		if !namesFacts(w.Path) {
			continue
		}
		for _, test := range w.Tests {
			values, several := test.Value.([]any)
			if !several {
				values = []any{test.Value}
			}
			for _, v := range values {
				if id, is := v.(string); is {
					d.refer("fact", at, id)
				}
			}
		}
	}
}

// namesFacts reports whether a path reads what somebody knows, or has been told otherwise.
func namesFacts(path string) bool {
	name := path[strings.LastIndex(path, ".")+1:]
	return name == FactsName || name == MisledName || name == ContradictedName
}

// Under these names conditions read of a person, or of the player, which facts came to them as they
// are, of which they were told something else and do not know better, and of which they were told
// something else and know better.
const (
	FactsName        = "facts"
	MisledName       = "misled"
	ContradictedName = "contradicted"
)
