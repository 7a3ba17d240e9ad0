package english

import (
	"slices"
	"strings"
)

// IsQuestionWord knows the words that begin a question, direct or indirect.
func IsQuestionWord(word string) bool {
	return OneOf(word, "who what why how where when whether which whose whom")
}

const (
	beings      = "is are was were"
	modals      = "can could will would should must may might"
	auxiliaries = beings + " " + modals + " do does did has have had"
)

// Indirect is a question as it is reported, "why the Tooth is dark" of "Why is the Tooth
// dark", given as its words without the sign at its end. It is "" where its words leave a
// doubt where its subject ends.
func Indirect(words []string) string {
	if len(words) < 2 || !IsQuestionWord(strings.ToLower(words[0])) {
		return ""
	}
	words = slices.Clone(words)
	words[0] = strings.ToLower(words[0])
	switch aux := words[1]; {
	case !OneOf(aux, auxiliaries):
		return strings.Join(words, " ")
	case OneOf(aux, beings):
		return ofBeing(words)
	case len(words) > 2 && words[0] != "whom" && OneOf(words[0], "who what which") && OneOf(aux, modals) && IsVerb(words[2]):
		return strings.Join(words, " ") // what is asked for is the subject: "who can light it"
	case len(words) > 3 && OneOf(words[0], "who what which") && OneOf(aux, "has have had") && IsDeterminer(words[2]):
		return strings.Join(words, " ") // "who has the key"
	}
	return ofDoing(words)
}

// ofBeing puts "is" behind its subject: "who is [the man at the door]", "why is [the
// light] dark".
func ofBeing(words []string) string {
	last := len(words) - 1
	if last < 2 {
		return ""
	}
	end := 0
	switch {
	case strings.HasSuffix(words[last], "ing") && last > 2:
		end = last
	case OneOf(words[0], "who what where"):
		end = last + 1
	case last >= 3 && !OneOf(words[0], "which whose") && !slices.ContainsFunc(words[2:], parts):
		end = last
	}
	if end == 0 {
		return ""
	}
	return moved(words, end, words[1])
}

func parts(word string) bool {
	return OneOf(strings.ToLower(word), "of in on at by from to with without under over for about and or so not")
}

// ofDoing knows questions whose one verb is their last word: "how did [the fire] start"
// is "how the fire started".
func ofDoing(words []string) string {
	last := len(words) - 1
	if last < 3 || !IsVerb(words[last]) || slices.ContainsFunc(words[2:last], func(w string) bool { return IsVerb(strings.ToLower(w)) && !IsAlsoNoun(strings.ToLower(w)) || parts(w) }) {
		return ""
	}
	verb, aux := words[last], words[1]
	switch aux {
	case "did":
		verb, aux = PastOf(verb), ""
	case "does":
		verb, aux = ThirdSingular(verb), ""
	case "do":
		aux = ""
	default:
		if !OneOf(aux, modals) {
			return ""
		}
	}
	words[last] = verb
	return moved(words, last, aux)
}

// moved puts an auxiliary from behind the question word to position end.
func moved(words []string, end int, aux string) string {
	all := append(slices.Clone(words[:1]), words[2:end]...)
	if aux != "" {
		all = append(all, aux)
	}
	return strings.Join(append(all, words[end:]...), " ")
}

// Direct are the ways to ask an indirect question: "why the Tooth is dark" is asked as
// "why is the Tooth dark", "how the fire started" as "how did the fire start". Its words
// are in small letters.
func Direct(words []string) [][]string {
	if len(words) < 3 || !IsQuestionWord(words[0]) {
		return nil
	}
	var all [][]string
	for i := 2; i < len(words); i++ {
		if OneOf(words[i], beings+" "+modals) {
			asked := append([]string{words[0], words[i]}, words[1:i]...)
			all = append(all, append(asked, words[i+1:]...))
		}
	}
	if last := len(words) - 1; IsPast(words[last]) {
		if base := baseOfPast(words[last]); base != "" {
			asked := append([]string{words[0], "did"}, words[1:last]...)
			all = append(all, append(asked, base))
		}
	}
	return all
}

// baseOfPast is the verb behind a simple past: "went" is "go", "started" is "start".
func baseOfPast(past string) string {
	if base := irregularPasts()[past]; base != "" {
		return base
	}
	for _, base := range []string{strings.TrimSuffix(past, "ed"), strings.TrimSuffix(past, "d")} {
		if IsVerb(base) && PastOf(base) == past {
			return base
		}
	}
	return ""
}
