// Package prose tells a turn of a story without a model: two or three paragraphs
// made from what the turn holds.
//
//	var history prose.History // part of the playthrough
//	told := prose.Compose(prose.Scene{
//		Seed:    42,
//		Place:   prose.Place{Name: "the Long Quay", Senses: []string{"Halyards slap against bare masts."}},
//		Weather: "fog", Part: "night",
//		Deed: &prose.Deed{
//			Action: action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{ines}, Topic: oil},
//			Names:  grammar.Table{"person:ines": {Text: "Ines"}, "topic:the-oil": {Text: "the oil"}},
//		},
//		People:  []prose.Person{{Name: "Ines", Pronouns: "she", Feeling: -40}},
//		History: history,
//	})
//	history = told.History // for the next turn
//	fmt.Println(told.Text())
//
// A [Scene] is plain data and goes through JSON, so that a skill's request can
// carry it; so does the [Telling] that comes back, its pieces one paragraph each,
// with who speaks in it.
//
// # How a turn is made
//
//	authored paragraphs ──▶ as they are, first
//	deed, grade, way    ──▶ opening ─┐
//	people, or place    ──▶ middle  ─┼─▶ forms ──▶ sentence ──▶ told lately? ──▶ paragraph
//	memory, lore, thread──▶ closing ─┘  banks of            no: the next form
//
// A turn that no author wrote is one small scene. Its opening is what the player did
// and what came of it, once. The deed is data, and package grammar says it; where its
// like was told a moment ago, or its words would be many, other words are taken. No text
// is read to learn what happened. Its middle is about one thing, somebody here or the place, and holds two
// details at the most, the second of them near the first: a person and what is about
// them, or a sound and what the player makes of it. The weather is told of a place that
// the player comes to. More is said only where words would be too few. Behind an
// author's forty words stands one sentence, or none.
//
// Each thing to say has a bank of forms, sentences with places for the player, a
// person, a verb in the story's person and tense (see form.go). The composer
// takes the form that rested longest, fills it, and drops it if the [History]
// knows its words. The author's own senses, mannerisms and lines come before the
// banks.
//
// # What holds of every telling
//
//   - Authored text comes first and only its hidden characters are changed.
//   - No sentence of the composer and no run of six of its words returns within
//     20 turns, as long as each turn is given the history of the one before.
//   - Person and tense are the persona's. Texts of the scene are taken to be
//     written in them; a memory, which speaks of "you", is rewritten. A memory's words
//     are quoted and not read: other words in it change nothing else.
//   - At least [Fewest] words in at least two paragraphs, whatever is missing.
//   - Feelings show in what people do, and no figure is ever told.
//   - The same scene gives the same telling. Nothing is read but the scene: no
//     clock, no file, no state of the package. All functions may be called
//     concurrently.
//
// The package also holds the small grammar this needs, for whoever else writes
// sentences: [Article], [Possessive], [Join], [Verb], [Span], [Sentences],
// [Content], and [Clean] for text from outside.
//
// # Keeping a history
//
// A [History] may be kept whole, or as what each turn told: [NewHistory] makes one
// of the [Told] of the last [Window] turns. [Remember] takes in a turn that somebody
// else told, and [Told.With] what else was said in a turn.
//
// It is linked into the program of the bundled skills, which starts for every
// step of a plan: it compiles no expressions, and its tables are constants.
package prose
