package engine

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose/grammar"
)

func (l Look) Readable() []action.Action { return l.now().readable() }

func (l Look) ZZFixture() any {
	s := l.now()
	names := s.namesTyped()
	table := grammar.Table{}
	possible := s.readable()
	for _, a := range possible {
		for _, r := range a.Refs() {
			if n, ok := names.Noun(r); ok || n.Text != "" {
				table[r.String()] = n
			}
		}
	}
	for key, n := range s.World.ZZNouns() {
		table["called:"+strings.ReplaceAll(strings.ReplaceAll(key, "'", ""), " ", "-")] = n
	}
	return map[string]any{"names": table, "possible": possible}
}
