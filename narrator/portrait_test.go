package narrator_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/narrator"
)

func TestPortrait(t *testing.T) {
	for gone, want := range map[string]string{
		"nothing":                    `portrait must character-portraits/update-portrait {"character":"ines","description":"A tall woman","name":"Ines Vane"}`,
		"character-portraits/update": `portrait must character-portraits/generate-portrait {"character":"ines","description":"A tall woman","name":"Ines Vane"}`,
		"character-portraits/":       "",
	} {
		catalogue := catalogueOf(without(everything, gone)...)
		got := checkedSteps(t, catalogue, narrator.Portrait(catalogue, "ines", "Ines Vane", "A tall woman"))
		if strings.TrimSpace(got) != want {
			t.Errorf("without %s the plan is %q, want %q", gone, got, want)
		}
	}
}
