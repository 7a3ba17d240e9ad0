package grammar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestZZElsewhere(t *testing.T) {
	accepted := acceptedElsewhere(t)
	for scene, reader := range sceneReaders(t) {
		t.Run(scene, func(t *testing.T) {
			t.Parallel()
			for _, set := range lineSets {
				for _, line := range judgedLines(t, set) {
					if set != "lines-13.txt" && !strings.Contains("settle dunes boathouse", scene) || scene == line.scene || line.scene == "weighing" || line.scene == "ward" {
						continue
					}
					r := reader.Read(line.typed)
					if r.Found && !right(line.wanted, r.Action.ID(), nil) && !ofKind(line.wanted, r.Action) && !slices.Contains(accepted[line.typed], string(r.Action.Kind)) {
						fmt.Printf("ZZ %s | %s | %s (for %s: %s)\n", scene, line.typed, r.Action.ID(), line.scene, line.wanted)
					}
				}
			}
		})
	}
}
