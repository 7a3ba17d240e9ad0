package world

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/prose"
)

// A Learning is what the player knows, by the topics that it has to do with: who types speaks of a topic by
// what they know of it.
type Learning struct {
	s      Sight
	known  []learnt
	topics []Subject           // that the player can bring up
	owned  map[string][]string // of which of them sentences are, by their ids
}

// A learnt sentence was found, told, or stood in the premise.
type learnt struct {
	text    string
	content []string
	read    *reading.Sentence // as it was read, nil where it was not
}

// Learning gathers what the player knows.
func (s Sight) Learning() *Learning {
	l := &Learning{s: s, topics: slices.Concat(s.threadTopics(), s.cameUp())}
	read := map[string]*reading.Sentence{}
	if s.Reading != nil {
		for i := range s.Reading.Sentences {
			read[s.Reading.Sentences[i].Text] = &s.Reading.Sentences[i]
		}
	}
	note := func(text string) {
		l.known = append(l.known, learnt{text, prose.Content(text), read[text]})
	}
	for _, p := range s.View.Pieces() {
		note(p.Content)
	}
	switch {
	case s.Dramatic && s.Reading != nil: // which begins with its premise
		for i := range s.Reading.Sentences {
			if of := &s.Reading.Sentences[i]; of.Premise {
				note(of.Text)
			}
		}
	case premiseTold(s.View):
		for _, sentence := range splitSentences(plainText(s.Campaign.Premise.Body)) {
			note(sentence)
		}
	}
	l.own()
	return l
}

// Of is what the player knows of what is called so: of a topic, or of the topic that the words name: "what
// you know of the debt". It is all that was learnt where the topic came up or that its author says is about
// it, and of what is of no topic so all that names it.
func (l *Learning) Of(called string) (all []string) {
	topic := l.topicIn(called)
	content := prose.Content(topic.Words)
	for i := range l.known {
		k := &l.known[i]
		of, owned := l.owned[k.text]
		if slices.Contains(of, topic.ID) || !owned && (k.names(content) || l.isAbout(k.read, topic)) {
			all = append(all, k.text)
		}
	}
	return all
}

// own finds whose each sentence is.
func (l *Learning) own() {
	l.owned = map[string][]string{}
	ids := map[string]string{}
	for _, p := range l.s.View.Pieces() {
		ids[p.ID] = p.Content
	}
	for _, topic := range l.topics {
		add := func(text string) {
			if text != "" {
				l.owned[text] = append(l.owned[text], topic.ID)
			}
		}
		for _, b := range l.beats(topic) {
			b.EachEffect(func(e effect.Effect) {
				if learn, is := e.(effect.Learn); is {
					add(learn.Fact)
					add(ids[learn.Fact])
				}
			})
		}
		for _, f := range l.s.knowledge[topic.ID] {
			add(ids[f.ID])
		}
		for _, k := range l.known {
			if k.read != nil && SubjectOf(k.read.Topic).ID == topic.ID { // it is what is odd in it
				add(k.text)
			}
		}
	}
}

// topicIn is the topic that the player can bring up which some words name: of several that which says most.
func (l *Learning) topicIn(called string) Subject {
	found := SubjectOf(called)
	words, most := "-"+action.Slug(called)+"-", 0
	for _, t := range l.topics {
		bare := action.Slug(strings.TrimPrefix(t.Words, "the "))
		if t.ID == found.ID {
			return t
		}
		if len(bare) > most && strings.Contains(words, "-"+bare+"-") {
			found, most = t, len(bare)
		}
	}
	return found
}

// beats are those told that leave a topic, and in a story that its author has plotted those along its thread.
func (l *Learning) beats(topic Subject) (told []*campaign.Beat) {
	all := l.s.left[topic.ID]
	if !l.s.Dramatic {
		for _, t := range l.s.View.Threads() {
			if l.s.ThreadTopic(t.Title).ID == topic.ID {
				all = slices.Concat(all, l.s.threads[t.ID])
			}
		}
	}
	reached := l.s.View.Reached()
	for _, b := range all {
		if _, is := reached[b.ID]; is {
			told = append(told, b)
		}
	}
	return told
}

// names reports whether a sentence has all words that a topic is named by.
func (k *learnt) names(content []string) bool {
	return len(content) > 0 && !slices.ContainsFunc(content, func(w string) bool { return !slices.Contains(k.content, w) })
}

// isAbout reports whether a sentence was read as being about whom or what a topic is, be it by a pronoun.
func (l *Learning) isAbout(read *reading.Sentence, topic Subject) bool {
	if read == nil {
		return false
	}
	e := l.s.Reading.Entity(read.Subject)
	return e != nil && strings.EqualFold(strings.TrimPrefix(e.Name, "the "), strings.TrimPrefix(topic.Words, "the "))
}
