// Package english is what the program knows of English: the forms of verbs, articles
// and possessives, pronouns, numbers, how a sentence begins and ends, which words are of
// one root, and which say nothing of what a text is about. It is tables and pure functions,
// small enough for a program that starts for every step of a plan: nothing is computed
// before it is asked for.
//
//	english.PastOf("carry")            // "carried"
//	english.Definite("brass key")      // "the brass key"
//	english.Possessive("Ines")         // "Ines's"
//	english.PronounsFor("she/her")     // she, her, her, hers, herself
//	english.Stem("betrayed")           // "betray"
//
// It knows words, not stories: what is said with them is package prose's and
// prose/grammar's to decide.
package english
