// Package narrator decides what a turn needs: which scripts run, with what input,
// after which others. It tells nothing itself.
//
//	outcome := replan.Run(ctx, turn, replan.Options{Planner: narrator.Rules{}, ...})
//
//	document := narrator.Settling(catalogue, narrator.SettlingInput{...}) // what follows from it by rule
//	document = narrator.Closing(catalogue, narrator.ClosingInput{...})    // when the turn is over
//	document = narrator.Portrait(catalogue, "ines", "Ines Vane", "A tall woman, grey coat")
//
// The plan of a turn tells it and decides nothing: what follows from a deed by rule,
// opinions and the memory, is in [Settling], whatever plan there was. So a model's
// plan, one by rules and none at all give the same story in other words.
//
// # Rules
//
// [Rules] is a planner without a model. It compares the scene as the engine describes
// it under "$scene", and what the player does, with a table of patterns, in
// patterns.go. Each pattern that fits adds what it needs; several may fit, and what
// two of them need is planned once.
//
//	perceive --+
//	standing --+
//	recall   --+
//	before   --+--> narrate      feats --> weigh
//	lore     --+
//	trigger  --+                 portrait
//	roll     --+
//
//	perceive  npc-perception/query-perception
//	standing  reputation/query-reputation
//	recall    memory/recall-memory
//	before    the same                               in the first turns of a further session
//	lore      memory/recall-lore
//	roll      dice-roller/roll-dice                  where the player asks for dice
//	portrait  character-portraits/lookup-portrait, generate-portrait
//	trigger   a script that lists a phrase of the choice among its triggers
//	narrate   storyteller/narrate
//	weigh     player-choices/evaluate-choice         of what was rolled for the choice
//	feats     memory/recall-memory
//
// Two steps are required: the dice the player asked for, and the narration. All
// others are optional, so that a turn is told whatever becomes of them: where one
// fails the narration is given null in its place. Scripts that are not in the
// catalogue are left out; without a storyteller there is a plan without prose, and
// whoever runs it tells the turn.
//
// A trigger's script gets {"choice": the player's words, "place": {id, name},
// "present": [{id, name}]}. At most one is added: of those that match and are not
// planned already, the first in the catalogue, which is that of the highest
// priority.
//
// # Data before words
//
// Where "$scene.choice" has a kind of action, the patterns follow from the kind, and
// what is searched for from what it names: person, place, item, topic, thread. Then
// the words for it are not looked at, so two wordings of one action have one plan.
//
//	talk talk      ask-help talk, help   take, use       search   recall  remember
//	ask  talk      befriend help         examine, search search   pursue  thread
//	tell talk      give     help         go              travel   train   practise
//	show talk      press    press        wait, skip      rest
//
// Of these tell, show, ask-help, befriend, give, press, skip and train look for no
// lore. Nothing but words says what an authored choice is (authored), what was typed
// (say) or comes of somebody's skill (custom), and what has no kind of package action:
// there a pattern fits by verbs and words. Triggers are looked for in the words of all
// choices, since words are what their scripts ask for; and a check is weighed with its
// words as they are.
//
// # A model
//
// [Model] is a planner by a language model. It is given what [Rules] is given, and what it says is
// mended until nothing is left in it that is not so:
//
//	Request ──FormOf──▶ Form ──Messages──▶ model.Generator ──text──▶ mend ──▶ plan.Check ──▶ document
//	                     │                      │ no answer in time, none that is a plan   │ refused
//	                     └─ schema, grammar     └──────────────▶ Rules ◀───────────────────┘
//
//	form        what may be said: the scripts whose input a manifest describes, steps that wait for earlier ones,
//	            a length that fits the tokens there are
//	messages    what is the same from turn to turn first, the turn last; bounded; others' texts as quotations
//	mend        a step that is none goes, with all that waits for it; what a plan must have it gets
//
// A model plans nothing that changes the story, names nothing by itself (ids, attempts, disabled skills), and has 2 s
// of a turn. It is for one story, has a mutex, and is asked by time: two equal requests may get two plans.
//
// # After a failure
//
// What failed in this turn is not chosen again, even if the catalogue still has
// it. After a plan that was refused, and from the third plan on, helpers are left
// out altogether.
//
// # What holds everywhere
//
//   - Everything here but [Model] is pure: equal requests give equal bytes, without a clock, a
//     random number or an order of maps. What a model is told is, too.
//   - Nothing of the state goes into a plan but checked names, words and numbers, and
//     only so much of them that a plan stays within the limits of [plan.Check]
//     whatever the state holds. [Settling] alone leaves nothing out.
//   - All may be used by any number of goroutines.
package narrator
