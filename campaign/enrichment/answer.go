package enrichment

import (
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
)

// The bounds of an answer: how many of each a model may name.
const (
	mostEntities  = 16
	mostOddities  = 8
	mostLocks     = 3
	mostDeadlines = 2
	mostQuestions = 6
	mostLetters   = 48 // of a name
	mostSentence  = 999
)

// form is what an answer has to be. Its schema is of what grammars are made of alone (package gbnf); a text that is JSON and not of it is
// read all the same, as far as it goes.
func form() model.Form {
	return model.Form{Schema: schema(), Check: func(text string) error {
		_, err := findings(text)
		return err
	}}
}

func schema() []byte {
	type object = strictjson.Object
	closed := func(members object, names ...any) object {
		return object{"type": "object", "properties": members, "required": names, "additionalProperties": false}
	}
	list := func(most int, of object) object {
		return object{"type": "array", "maxItems": strictjson.Int(most), "items": of}
	}
	words := func(least int) object {
		return object{"type": "string", "minLength": strictjson.Int(least), "maxLength": strictjson.Int(mostLetters), "x-one-line": true}
	}
	sentence := object{"type": "integer", "minimum": strictjson.Int(1), "maximum": strictjson.Int(mostSentence)}
	kinds, ways := strictjson.FromStrings(reading.Kinds), strictjson.FromStrings(reading.Ways)
	return strictjson.Encode(closed(object{
		"deadlines": list(mostDeadlines, closed(object{"sentence": sentence, "words": words(1)}, "sentence", "words")),
		"entities":  list(mostEntities, closed(object{"kind": object{"enum": kinds}, "name": words(1), "sentence": sentence}, "kind", "name", "sentence")),
		"locks":     list(mostLocks, closed(object{"by": words(0), "of": words(1), "sentence": sentence}, "by", "of", "sentence")),
		"oddities":  list(mostOddities, closed(object{"kind": object{"enum": ways}, "sentence": sentence}, "kind", "sentence")),
		"questions": list(mostQuestions, sentence),
	}, "deadlines", "entities", "locks", "oddities", "questions"))
}

// errUnread is that an answer is nothing that can be read.
var errUnread = errors.New("it is no object with lists of what was asked for")

// findings reads an answer, as far as it is one: what has none of the members that it should have is as if it were not there, and what is
// beyond the bounds is not looked at. The error holds nothing of it.
func findings(text string) (f reading.Findings, err error) {
	o, err := strictjson.ParseObjectWithin([]byte(text), strictjson.Limits{Depth: 8, Values: 2000})
	if err != nil {
		return f, fmt.Errorf("%w: it is no JSON, or too large", errUnread)
	}
	known := false
	each := func(name string, most int, take func(strictjson.Object)) {
		all, is := o[name].([]any)
		known = known || is
		for _, one := range all[:min(len(all), most)] {
			take(strictjson.AsObject(one))
		}
	}
	each("entities", mostEntities, func(one strictjson.Object) {
		f.Entities = append(f.Entities, reading.Found{Kind: reading.Kind(strictjson.AsString(one["kind"])), Name: strictjson.AsString(one["name"]), Sentence: numbered(one["sentence"])})
	})
	each("oddities", mostOddities, func(one strictjson.Object) {
		f.Oddities = append(f.Oddities, reading.FoundOdd{Odd: reading.Odd(strictjson.AsString(one["kind"])), Sentence: numbered(one["sentence"])})
	})
	each("locks", mostLocks, func(one strictjson.Object) {
		f.Locks = append(f.Locks, reading.FoundLock{Of: strictjson.AsString(one["of"]), By: strictjson.AsString(one["by"]), Sentence: numbered(one["sentence"])})
	})
	each("deadlines", mostDeadlines, func(one strictjson.Object) {
		f.Deadlines = append(f.Deadlines, reading.FoundTime{Words: strictjson.AsString(one["words"]), Sentence: numbered(one["sentence"])})
	})
	questions, is := o["questions"].([]any)
	for _, n := range questions[:min(len(questions), mostQuestions)] {
		f.Questions = append(f.Questions, numbered(n))
	}
	if !known && !is {
		return f, errUnread
	}
	return f, nil
}

// numbered is the place of a sentence by its number; -1 for none.
func numbered(n any) int {
	if number := strictjson.AsIntegerOr(n, 0); number >= 1 && number <= mostSentence {
		return int(number) - 1
	}
	return -1
}
