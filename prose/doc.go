// Package prose tells a turn of a story without a model, in three paragraphs at the most,
// and is silent where an author speaks.
//
//	var history prose.History // part of the playthrough
//	told := prose.Compose(prose.Scene{
//		Seed:    42,
//		Place:   prose.Place{Name: "the Long Quay", Senses: []string{"Halyards slap against bare masts."}},
//		Weather: "fog", Part: "night", Clock: "half past nine",
//		Deed: &prose.Deed{
//			Action: action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{ines}, Topic: oil},
//			Names:  grammar.Table{"person:ines": {Text: "Ines"}, "topic:the-oil": {Text: "the oil"}},
//		},
//		People:  []prose.Person{{Name: "Ines", Pronouns: "she", Feeling: -40}},
//		Learned: []prose.Learned{{Text: "The oil was sold.", Speaker: "Ines"}},
//		History: history,
//	})
//	history = told.History // for the next turn
//	fmt.Println(told.Text())
//
// A [Scene] is plain data and goes through JSON, so that a skill's request can
// carry it; so does the [Telling] that comes back, its pieces one paragraph each,
// with what it is made of and who speaks in it.
//
// # How a turn is made
//
//	deed, grade, what was learned ──▶ what came of it ─┐
//	who came, went, is concerned  ──▶ what is about   ─┼─▶ forms ──▶ sentence ──▶ told lately? ──▶ paragraph
//	a sitting before this one     ──▶ a reminder      ─┘  banks of            no: the next form
//	authored paragraphs           ──▶ as they are, last
//
// A turn that no author wrote begins with what came of what the player did. That they did it
// is not told: it was read a moment ago, in the choice. Then come those who came and went, how
// somebody takes it whom the deed concerns, and what the author wrote of the place; where even
// so it is very short, what time it is and who is where. Nothing is invented: a sentence that
// could stand in any story is in no bank (a test reads them all).
//
// An author's paragraphs are the last of their turn. Before them stands what a deed came to
// that they do not answer, and where they are few words, something of theirs about the place;
// and nothing at all where they want quiet.
//
// Each thing to say has a bank of forms, sentences with places for the player, a
// person, a verb in the story's person and tense (see form.go). The composer
// takes the form that rested longest, fills it, and drops it if the [History]
// knows its words.
//
// # What holds of every telling
//
//   - Authored text comes last and only its hidden characters are changed.
//   - No sentence of the composer and no run of six of its words returns within
//     20 turns, as long as each turn is given the history of the one before. Where nothing
//     else can be told, one of a few words says that nothing changes.
//   - Person and tense are the persona's. Texts of the scene are taken to be
//     written in them; a memory, which speaks of "you", is rewritten. A memory's words
//     are quoted and not read: other words in it change nothing else.
//   - At least [Fewest] words, as long as the author gave the place enough.
//   - A gesture is told of whom the deed concerns, and in one turn of three at the most.
//   - Feelings show in what people say, and no figure is ever told.
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
