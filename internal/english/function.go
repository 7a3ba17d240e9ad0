package english

import (
	"strings"
	"sync"
)

// IsFunctionWord knows the words, in small letters, that hold a sentence together and say
// nothing of what it is about: articles, pronouns, prepositions, conjunctions, auxiliaries,
// and the adverbs that stand anywhere. Whoever compares texts leaves them out; what else
// says nothing to them, such as "ask" of a choice, they add. A word that may be the name of
// something is none of them: "mine", "last", "one".
func IsFunctionWord(word string) bool { return isFunctionWord()[word] }

// Whole texts are asked about word by word, which of a list as long costs twenty times as
// much in [OneOf].
var isFunctionWord = sync.OnceValue(func() map[string]bool {
	is := map[string]bool{}
	for word := range strings.FieldsSeq(functionWords) {
		is[word] = true
	}
	return is
})

const functionWords = Prepositions + " " + auxiliaries + " " + ClauseMarkers +
	" a an the this that these those all another any both each either else enough every few many more most much neither no none several some such" +
	" i me my myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its itself they them their theirs themselves" +
	" anybody anyone anything everybody everyone everything nobody nothing somebody someone something whoever whatever whom whose which" +
	" am be been being having done shall" +
	" among beyond during inside outside upon within" +
	" and but or nor not so than then though although however till" +
	" again ago almost already also always away even ever here instead just never now once only perhaps quite rather really still there too very yes yet"
