package prose_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
)

// Words of small talk tell nothing, however they are put together: of nobody and of no thing, of no place where it is, and of nobody
// what they will do.
func TestSmallTalkTellsNothing(t *testing.T) {
	for _, text := range []string{
		"The stranger is in the house.", "Your friend is behind the door.", "The visitor is at the window.", "Friends of your company need help in the house.",
		"Trouble is at the door.", "People need water and bread.", "The water is bad.", "Your friend is not your friend.", "Your supper is on the table in the house.",
		"The table is behind the door, Jo.", "Strange people are in the street tonight.", "Your boots are under the bench.", "You are a stranger and a guest of my house.",
		"In the house is your friend.", "The company is not kind.", "The first door is for you, the last is for the strange visitor.", "Come, your friend sleeps.",
		"I will hurry the stranger home.", "I want the stranger to leave.", "Your friend will leave tomorrow morning.", "Tomorrow your friend will not wait.", "I am ready to leave.",
		"I keep your hat in my house.", "I take people away.", "My business is bad.", "I have the water.", "I see the visitor, and you do not.", "I do not want trouble, but your friend does.",
		"I'll wait here.", "I will be late tomorrow.", "I am at home.", "You are in the house.", "I am afraid of something.", "I need help.", "Need bread.", "Bread, water.",
		"Do not drink the water.", "Mind the bear behind the door.", "Mind the stranger behind the door.", "Look under the bench.", "Mind the step behind the door.", "Wait, and your friend will come.",
		"Tell me, the water is bad.", "Wait while I take your coat.", "Take bread from the table.", "Take the boots and things need help.", "Thank you for the bread.", "The stranger is in the house?", "Your friend is in the house, is it?",
		"I do.", "I will not.", "I am.", "Tomorrow morning.", "Early tomorrow morning.", "What was it? I do.",
	} {
		if said, _ := saying().Admit(text); said != "" {
			t.Errorf("%q is small talk: %q", text, said)
		}
	}
}

// Who means no harm is not cut short.
func TestSmallTalkIsSaid(t *testing.T) {
	for _, text := range []string{
		"Good morning.", "Good evening, stranger.", "Welcome, my friend.", "Hello.", "A cold night, a long night.", "What a dreadful night.", "Thank you.", "It is cold tonight.", "It will be warm today.",
		"The morning is bright.", "I am tired today.", "I am glad to see you.", "You look hungry.", "You are welcome here.", "You are early today.", "You must be cold.", "I like the rain.",
		"I hope you rest well.", "I wish you a good night.", "It is late, and you look tired.", "Sit here, please.", "You may sit by the fire.", "Sit by the fire, if you are cold.",
		"Mind the step.", "Stay in the house.", "Look at the sky.", "Come back later.", "Rest a while.", "Take care.", "Be careful.", "Have a seat.", "Do not worry.", "Let us talk.", "Tell me what you want.",
		"What do you want?", "Do you want tea, bread, or soup?", "If you are cold, why not sit?", "Is it not late for you?", "Tired?", "More tea?", "How do you like the weather?",
	} {
		if said, why := saying().Admit(text); said != text {
			t.Errorf("%q is not said: %q, %q", text, said, why)
		}
	}
}

// Of whatever words a sentence is made: where it asks nothing, there is somebody in it only as they are called, and a thing only where
// you are bidden to do something.
func TestWhateverSmallTalkIsMadeOf(t *testing.T) {
	words := slices.Concat(prose.SmallWords(), strings.Fields("the your my a is are will in at on and to you i it that have do not with of for if me be , here there up down bear Tobias well lamp"))
	draw := rand.New(rand.NewPCG(1480, 1))
	passed := 0
	for range 300_000 {
		var drawn []string
		for range 2 + draw.IntN(5) {
			drawn = append(drawn, words[draw.IntN(len(words))])
		}
		text := english.SentenceCase(strings.ReplaceAll(strings.Join(drawn, " "), " ,", ",")) + "."
		said, _ := saying().Admit(text)
		if said == "" {
			continue
		}
		passed++
		for clause := range strings.SplitSeq(strings.ToLower(strings.TrimSuffix(said, ".")), ",") {
			of := strings.Fields(clause)
			if len(of) > 0 && slices.ContainsFunc(of, func(w string) bool { return prose.OneOf(w, prose.Persons) }) && !prose.OneOf(of[len(of)-1], prose.Persons) {
				t.Errorf("%q speaks of somebody", said)
			}
			if slices.ContainsFunc(of, func(w string) bool { return prose.OneOf(w, prose.ThingWords) }) && !slices.ContainsFunc(of, func(w string) bool { return prose.OneOf(w, prose.Bidden+" be have sorry goodbye") }) {
				t.Errorf("%q speaks of a thing", said)
			}
			if slices.ContainsFunc(of, func(w string) bool { return prose.OneOf(w, "bear tobias lamp") }) {
				t.Errorf("%q has a word of none of these", said)
			}
		}
	}
	if passed < 100 {
		t.Errorf("%d of them pass", passed)
	}
}
