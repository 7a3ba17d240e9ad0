package world

import "github.com/narratoria/narratoria/prose/grammar"

func (w *World) ZZNouns() map[string]grammar.Noun { return w.nouns() }
