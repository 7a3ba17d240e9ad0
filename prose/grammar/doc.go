// Package grammar is where what somebody does becomes words and words become what somebody
// does. An action is data until it is shown; this package shows it, and reads what a person
// typed back into one of the actions that are possible now.
//
//	                    Say   "Ask Ines Vane about the oil"             a choice
//	               ┌──────▶
//	action.Action ─┤    Tell  "You asked Ines about the oil; she would
//	      ▲        └──────▶    not say."                                a sentence
//	      │
//	      └───────────  Read  "what does she know of the oil?"          a line typed
//
//	names := grammar.Table{"person:ines": {Text: "Ines Vane", Pronouns: "she/her"}, "topic:the-oil": {Text: "the oil"}}
//	grammar.Say(ask, names)                                   // "Ask Ines Vane about the oil"
//	grammar.Tell(ask, outcome, names, grammar.Voice{})        // "You ask Ines Vane about the oil; she will not say."
//	grammar.Clause(ask, names, grammar.Voice{}, grammar.Gerund) // "asking Ines Vane about the oil"
//	grammar.Read("ask her about oil", possible, names).Action // ask
//
// # One table
//
// All three directions are driven by one table, verbs, with a row for each kind of action:
// the forms it is said in, how it is told that it failed, which other forms mean it when
// typed, and what is answered where nothing of its kind can be done. A new kind is a new
// row. A form is a pattern of words and slots, "*ask {whom} about {topic}"; saying and
// telling fill its slots and inflect its verbs, reading matches it against the words of a
// line and its slots against the names of what the possible actions concern. Nothing is
// read by rendering actions and comparing texts.
//
// # Names
//
// What things are called comes with each call, for a viewer; this package knows no thing.
// Names are foreign text: they are cleaned, cut, and never taken for a part of a pattern.
// What has no name is "somebody", "somewhere" or "something".
//
// When typed, people, places and things are called by what they are too: "the book" is the Black
// Ledger, "the woman who keeps the accounts" whoever is told to. What shows so of them comes with
// their names, [Noun.Also] and [Noun.About]; names that are a [Describer] have it also for what
// nothing but an author's choice names.
//
// # Reading
//
// A line is read as it stands, then without what is polite in it, then in plainer words that
// say the same ("with regard to" is "about"; "ask Honor, not Ines" is "ask Honor"; whom it is
// said to comes first), then with slips of the pen mended in words that nothing here has.
// The first of these by which it means something possible counts. Things are named by their
// whole names, by their heads, or by any words of theirs that fit nothing else in the slot.
//
// Where no reading of the whole is possible, the line is cut into clauses, and those that say
// nothing of a deed (why, meanwhile, how somebody feels, what they do with their hands while they
// speak) are left out. A condition, an order to somebody else, a deed of the player's own or a word
// that is no word is never left out.
//
// What an author wrote is found by its whole words, or by fewer where nothing else fits: by
// its verb or one that means the same, and words of it in their order, some of each part
// without which it would be another deed. Else it is compared by what it speaks of: the deed by
// any verb that people use for it, the things in whatever order. What is sure by that is found,
// what is only likely is asked back, alone if need be. So is a question or a sentence of the
// player's own that names one topic among much else.
//
// What an author has one go and say to somebody elsewhere is read as it would be said there, once it is
// read where somebody goes; and what lets more time go by than a while, as the choice that does.
//
// A thought of the player's own that they tell somebody is taken for the deed towards them that is of
// what it speaks of, and asked back; where there is none, one line says so. What was last done and told
// of comes by [Reader.After]: "ask him about it", "go back there".
//
// # What holds
//
// Read finds a in Say(a). Where two actions are said alike, it gives both and finds
// neither. A line is never taken for less than it says: a name that is not known, a
// second deed, a word that is not understood, or a negation is refused in one plain line. So
// is a name that could be several's, where it would mean one action only because the others
// cannot be done. What is asked of nobody by name, and a name alone, is asked back, even if there
// is only one deed that it may be; the name of a way is to go there. Less may be said than an
// action has ("give him the coin" for "Give Tobias the coin"), but who is left out of two it is
// done towards is not added.
//
// Say and Tell give one line of at most 240 characters, whatever things are called. All
// functions are pure; a [Reader] may be used by several goroutines.
package grammar
