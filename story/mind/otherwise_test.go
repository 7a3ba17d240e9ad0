package mind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/story/event"
)

// spreadOf is who knows something and who is mistaken about it, on one line.
func spreadOf(t *testing.T, s *told, fact string) string {
	t.Helper()
	spread, err := s.minds.Who(fact)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, k := range spread.Knowers {
		all = append(all, fmt.Sprintf("%s %s %v", k.Who, k.How, k.KnownTo))
	}
	for _, w := range spread.Mistaken {
		all = append(all, fmt.Sprintf("not %s %v %q", w.Who, w.By, w.Believes))
	}
	return strings.Join(all, "; ")
}

// knownOf is what somebody has of a fact, and whom they take to know each.
func knownOf(s *told, who event.CharacterID, fact string) string {
	var all []string
	for _, k := range s.minds.Known(who) {
		if k.Fact == fact {
			all = append(all, fmt.Sprintf("%s %s %v", k.How, k.Content, k.KnownTo))
		}
	}
	return strings.Join(all, "; ")
}

// says lets somebody say something of a fact to somebody.
func (s *told) says(claim, fact, heard, speaker, to, truth, content string) {
	data := event.Data{"claim": claim, "speaker": speaker, "content": content, "truth": truth, "to": []string{to}}
	for name, value := range map[string]string{"fact": fact, "heard": heard} {
		if value != "" {
			data[name] = value
		}
	}
	s.happens(event.ClaimMade, only(event.CharacterID(speaker), event.CharacterID(to)), data)
}

// soldOil is a fact that the keeper alone knows.
func soldOil() *told {
	s := harbour()
	s.happens(event.FactEstablished, nil, event.Data{"fact": "sold", "content": "The keeper sold the oil."})
	s.happens(event.FactLearned, nil, event.Data{"who": "keeper", "fact": "sold", "source": "witnessed"})
	return s
}

// Who was lied to does not know what is so: they believe the lie. Who lied knows that, whoever passes it on;
// who was lied to takes all of them to know what they were told.
func TestALieLetsNobodyKnow(t *testing.T) {
	s := soldOil()
	s.says("c1", "sold", "", "keeper", "honor", "lie", "The oil was stolen.")
	s.says("c2", "sold", "", "honor", "ines", "sincere", "The oil was stolen.") // she does not say from whom
	s.says("c3", "", "c1", "honor", "tobias", "sincere", "They say that it was stolen.")
	s.says("c4", "sold", "", "honor", "keeper", "sincere", "the oil  was stolen.")
	if got, want := spreadOf(t, s, "sold"), `keeper witnessed []; not honor [] "The oil was stolen."; not ines [] "The oil was stolen."; not tobias [] "They say that it was stolen."`; got != want {
		t.Errorf("who knows it: %s\nnot %s", got, want)
	}
	for who, want := range map[event.CharacterID]string{
		"keeper": "witnessed The keeper sold the oil. []; said The oil was stolen. [honor]; told the oil  was stolen. [honor]",
		"honor":  "told The oil was stolen. [ines keeper tobias]; said The oil was stolen. [ines keeper tobias]; said the oil  was stolen. [ines keeper tobias]",
		"ines":   "told The oil was stolen. [honor]",
	} {
		if got := knownOf(s, who, "sold"); got != want {
			t.Errorf("%s has %s\nnot %s", who, got, want)
		}
	}
	if beliefs := contents(s.minds.Thinks("keeper", "honor")); !slices.Equal(beliefs, []string{"The oil was stolen."}) {
		t.Errorf("the keeper thinks that Honor knows %q", beliefs)
	}

	// Told the truth, too, she knows; and the keeper does not take her to before he hears that she does.
	s.says("c5", "sold", "", "tobias", "honor", "guess", "The keeper sold the oil.")
	s.says("c6", "sold", "", "honor", "player", "sincere", "The keeper sold the oil.")
	want := `keeper witnessed []; honor told [player tobias]; tobias ungrounded [honor]; player told [honor]; not ines [] "The oil was stolen."`
	if got := spreadOf(t, s, "sold"); got != want {
		t.Errorf("who knows it then: %s\nnot %s", got, want)
	}
	if got, want := knownOf(s, "player", "sold"), "told The keeper sold the oil. [honor]"; got != want {
		t.Errorf("Mira has %s, not %s", got, want)
	}
	s.says("c7", "sold", "", "keeper", "player", "sincere", "The keeper sold the oil.")
	if got, want := knownOf(s, "keeper", "sold"), "witnessed The keeper sold the oil. [player]; "; !strings.HasPrefix(got, want) {
		t.Errorf("the keeper has %s", got)
	}
}

// Who knows something and says so in other words lets it be known as well; who does not, and guesses at it in
// other words, does not, nor who contradicts what they were told of.
func TestOtherWordsForWhatIsSo(t *testing.T) {
	s := soldOil()
	s.says("c1", "sold", "", "keeper", "honor", "sincere", "I sold every barrel.")
	s.says("c2", "", "c1", "honor", "ines", "rumour", "He has sold the lot.")
	s.says("c3", "", "c2", "ines", "player", "lie", "It was stolen, I heard.")
	s.says("c4", "sold", "", "tobias", "player", "guess", "It leaked away.")
	want := `keeper witnessed [honor]; honor told [ines keeper]; ines told [honor keeper]; not player [] "It leaked away."`
	if got := spreadOf(t, s, "sold"); got != want {
		t.Errorf("who knows it: %s\nnot %s", got, want)
	}
	if got, want := knownOf(s, "keeper", "sold"), "witnessed The keeper sold the oil. [honor]; said I sold every barrel. [honor]"; got != want {
		t.Errorf("the keeper has %s, not %s", got, want)
	}
	// Of what she made of it, she takes nobody to know what she heard.
	for _, k := range s.minds.Known("ines") {
		if want := map[string]string{"He has sold the lot.": "[honor keeper]", "It was stolen, I heard.": "[player]"}[k.Content]; fmt.Sprint(k.KnownTo) != want {
			t.Errorf("Ines takes %q to be known to %v, not %s", k.Content, k.KnownTo, want)
		}
	}
}

// Who guesses about what they know, or calls it talk, in words of their own, lets nobody know it, nor takes anybody to by it; in the words of the
// fact, or passed on as it was heard, they do.
func TestAGuessLetsNobodyKnow(t *testing.T) {
	for _, truth := range []string{"guess", "rumour"} {
		s := soldOil()
		s.says("c1", "sold", "", "keeper", "ines", "sincere", "I sold every barrel.")
		s.says("c2", "sold", "", "ines", "honor", truth, "Nobody has sold anything.")
		if got, want := spreadOf(t, s, "sold"), `keeper witnessed [ines]; ines told [keeper]; not honor [] "Nobody has sold anything."`; got != want {
			t.Errorf("by a %s who knows it: %s\nnot %s", truth, got, want)
		}
		for _, k := range s.minds.Known("ines") {
			if want := map[string]string{"I sold every barrel.": "[keeper]", "Nobody has sold anything.": "[honor]"}[k.Content]; fmt.Sprint(k.KnownTo) != want {
				t.Errorf("by her %s Ines takes %q to be known to %v, not %s", truth, k.Content, k.KnownTo, want)
			}
		}
		s.says("c3", "sold", "", "ines", "tobias", truth, "The keeper sold the oil.")
		if got := spreadOf(t, s, "sold"); !strings.Contains(got, "tobias told") {
			t.Errorf("who heard the fact itself by a %s does not know it: %s", truth, got)
		}
	}
}
