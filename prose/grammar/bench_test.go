package grammar_test

import (
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose/grammar"
)

// A line is read among 150 possible actions, with all that reading needs made anew.
func BenchmarkRead(b *testing.B) {
	table, all := grammar.Table{}, saidActions()
	for ref, noun := range names {
		table[ref] = noun
	}
	for i := len(all); i < 150; i++ {
		topic := action.TopicRef(fmt.Sprint("tale-", i))
		table[topic.String()] = grammar.Noun{Text: fmt.Sprintf("the tale of %d brass lamps", i)}
		all = append(all, about(topic, by(action.Ask, ines)))
	}
	for name, line := range map[string]string{
		"found":   "ask ines about the tale of 77 brass lamps",
		"refused": "ask ines about the talents of my grandmother",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				grammar.Read(line, all, table)
			}
		})
	}
}
