package choices

import (
	"fmt"

	"github.com/narratoria/narratoria/skills/kit/rules"
)

// harbour is a turn in a town like that of the sample campaign.
func harbour() (input, known) {
	want := 3
	stats := []stat{
		{ID: "nerve", Name: "Nerve", Value: "12", Words: []string{"dare", "stand", "cross", "refuse", "wade", "face"}},
		{ID: "wits", Name: "Wits", Value: "15", Words: []string{"search", "read", "compare", "notice", "reckon", "study"}},
		{ID: "tongue", Name: "Tongue", Value: "10", Words: []string{"ask", "persuade", "tell", "promise", "speak", "confess"}},
		{ID: "hands", Name: "Hands", Value: "11", Words: []string{"mend", "force", "splice", "climb", "carry", "trim"}},
	}
	people := []person{
		{"ines", "Ines Vane", "she", "lamp"}, {"peder", "Peder Holm", "he", "lamp"}, {"wren", "Wren Tallis", "she", "lamp"},
		{"honor", "Honor Strake", "she", "strand"}, {"coad", "Coad", "he", "strand"}, {"gaunt", "Mr Gaunt", "he", ""},
	}
	moves := []move{
		{ID: "t-ines", Kind: "talk", Person: "ines"}, {ID: "t-peder", Kind: "talk", Person: "peder", Topic: "the wreck"},
		{ID: "t-wren", Kind: "talk", Person: "wren", Thread: thread{"dark-light", "Why is the Tooth dark?"}},
		{ID: "h-ines", Kind: "ask-help", Person: "ines", Thread: thread{"matty", "What became of Matty?"}},
		{ID: "b-wren", Kind: "befriend", Person: "wren"}, {ID: "p-honor", Kind: "press", Person: "honor", Stat: "tongue", Topic: "the missing burner"},
		{ID: "p-coad", Kind: "press", Person: "coad", Stat: "nerve"},
		{ID: "g-peder", Kind: "give", Person: "peder", Item: named{"fid", "a whalebone fid"}},
		{ID: "go-loft", Kind: "go", Place: named{"net-loft", "the net loft"}, Peopled: true, Minutes: 8}, {ID: "go-moon", Kind: "go", Place: named{"inn", "The Half Moon"}},
		{ID: "go-chand", Kind: "go", Place: named{"chandlery", "Coad's chandlery"}, Peopled: true, Minutes: 30},
		{ID: "x-quay", Kind: "examine", Place: named{"quay", "the Long Quay"}}, {ID: "s-quay", Kind: "search", Stat: "wits"},
		{ID: "wait", Kind: "wait", Minutes: 60}, {ID: "pur", Kind: "pursue", Thread: thread{"ninth", "Who took the name off the ninth grave?"}},
		{ID: "pur2", Kind: "pursue", Thread: thread{"relight", "A burner, clean oil, and a pair of hands"}, Stat: "wits"},
		{ID: "pur3", Kind: "pursue", Thread: thread{"boats", "Seven boats are coming home in the dark"}},
		{ID: "rec", Kind: "recall"}, {ID: "train", Kind: "train", Stat: "nerve"},
	}
	var memories []memory
	for i, m := range []memory{
		{Summary: "The old man on the quay saw the fid and turned away.", Location: "quay"},
		{Summary: "You finished Ines Vane's splice, and she asked you to sit.", Characters: []string{"ines"}, Episodic: "triumph", Location: "net-loft"},
		{Summary: "You told Honor Strake to her face that you would light the Tooth.", Characters: []string{"honor"}, Episodic: "triumph", Location: "hall"},
		{Summary: "You asked Ines who paid for the oil.", Characters: []string{"ines"}, Location: "net-loft"},
		{Summary: "You and the old man spliced a line from both ends and met in the middle.", Episodic: "triumph", Location: "headland"},
		{Summary: "You told the truth to a shut door, and it opened.", Episodic: "triumph", Location: "tower"},
		{Summary: "Tobias Vane taught you to trim the wicks, and looked away because he could.", Characters: []string{"tobias"}, Episodic: "triumph", Location: "lamp-room"},
		{Summary: "You found the burner in the flour and left no mark.", Episodic: "triumph", Location: "salt-house"},
		{Summary: "You used Coad's sons to move him, and it shamed you both.", Characters: []string{"coad"}, Episodic: "failure", Location: "chandlery"},
		{Summary: "Wren gave you Matty's last words, and her hand.", Characters: []string{"wren"}, Episodic: "triumph", Location: "quay"},
		{Summary: "You asked her how the light came to fail.", Characters: []string{"wren"}, Location: "inn"},
		{Summary: "Someone is living in the tower.", Location: "tower"},
		{Summary: "The ninth grave is Matty's. Pask left off the name because Honor Strake asked it.", Location: "chapel"},
		{Summary: "You read the numbers chalked along the harbour wall.", Location: "quay"},
		{Summary: "You asked the old man splicing rope about the wreck.", Location: "quay"},
		{Summary: "You were caught on your knees among Mr Gaunt's broken eggs.", Characters: []string{"gaunt"}, Episodic: "failure", Location: "inn"},
		{Summary: "The oil in the tower's store is herring oil in the Commission's cans."},
		{Summary: "You took the sixth oar in the pilot gig.", Location: "quay", Episodic: "triumph"},
		{Summary: "You signed Mr Gaunt's return in Pell's name.", Location: "inn", Episodic: "failure"},
		{Summary: "You compared the two handwritings on the tide board.", Location: "quay"},
		{Summary: "You let four men go up the hill to Peder Holm.", Characters: []string{"peder"}, Episodic: "failure"},
		{Summary: "You took out the fid and finished her splice.", Characters: []string{"ines"}},
	} {
		m.ID = fmt.Sprintf("m%d", i+1)
		memories = append(memories, m)
	}
	in := input{Want: &want, Turn: 12, Place: named{"quay", "the Long Quay"}, Part: "evening", Player: player{Stats: stats}, People: people, Moves: moves}
	k := known{Memories: memories, Perceptions: map[string]perception{"ines": {Score: "41"}, "peder": {Score: "5"}, "honor": {Score: "-45"}, "wren": {Score: "32.5"}}, Reputations: map[string]int64{}}
	return in, k
}

// scene is the input as a script sees it, with the usual rules.
func (in input) scene(k known, seed uint64) *scene {
	s := newScene(in, k, defaults())
	usual := rules.Default()
	s.rules, s.seed = &usual, seed
	return s
}

// made are the choices of a scene.
func (s *scene) made() (all []choice) {
	for _, c := range newPile(s).fill(s.wanted(), s.allowed()) {
		all = append(all, s.finished(c.wording))
	}
	return all
}
