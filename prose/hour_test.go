package prose_test

import (
	"testing"

	"github.com/narratoria/narratoria/prose"
)

// Of the hour and the weather is said what is so.
func TestAnHourIsSaidAsItIs(t *testing.T) {
	morning := prose.Hour{Part: "morning", Clock: "a quarter past eight", Weather: "light rain"}
	night := prose.Hour{Part: "night", Clock: "twenty to twelve"}
	for _, c := range []struct {
		at   prose.Hour
		text string
		said bool
	}{
		{morning, "Good morning to you, weigher. It is a quarter past eight already; did you sleep well?", true},
		{morning, "A quarter past eight already.", true},
		{morning, "A good morning for rain.", true},
		{morning, "Good night to you.", false},
		{morning, "It is late, and it is dark.", false},
		{morning, "A good evening for rain.", false},
		{morning, "It is twenty to twelve.", false},
		{morning, "A cold morning for snow.", false},
		{morning, "Did you kill the abbot?", false},
		{night, "It is late, and it is dark.", true},
		{night, "Twenty to twelve already, weigher.", true},
		{night, "Good morning to you.", false},
		{night, "A wet night, this rain.", false},
		{night, "Will you stay until the morning?", true},
		{prose.Hour{}, "Come in out of the rain.", true},
	} {
		saying := prose.Saying{Speaker: prose.Speaker{Person: prose.Person{Name: "Abbot Celestin"}, Player: "the weigher"}, Hour: c.at}
		if said, why := saying.Admit(c.text); (said != "") != c.said {
			t.Errorf("at %q: %q: %q, %q", c.at.Clock, c.text, said, why)
		}
	}
}
