package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// declared are campaigns of few files that declare very much of one thing. Before each was
// bounded, or looked for in a set, the first four had no second turn within 90 s.
var declared = []struct {
	name  string
	files func(n int) map[string]any
	n     int // whole
}{
	{"things carried from the start", func(n int) map[string]any {
		return map[string]any{
			"characters/player/template.json": object{"starting_location": "quay", "starting_items": listOf(n, func(i int) any { return fmt.Sprint("thing ", i) })},
			"world/items.json":                object{"items": listOf(n/2, thing)},
		}
	}, 100_000},
	{"effects of one beat", func(n int) map[string]any {
		return opening(listOf(n, func(i int) any { return object{"learn": fmt.Sprintf("The mayor %d kept lantern %d.", i, i)} }), nil)
	}, 25_000},
	{"conditions in words", func(n int) map[string]any {
		return opening(listOf(1_000, func(i int) any {
			return object{"learn": fmt.Sprintf("The old mayor %d kept a lantern numbered %d.", i, i)}
		}),
			listOf(n, func(i int) any {
				return object{"id": fmt.Sprint("b", i), "title": "B", "prose": []any{"You see."}, "conditions": fmt.Sprintf("the stranger Barnabas number%d has been found in the town", i)}
			}))
	}, 25_000},
	{"topics that are answered", func(n int) map[string]any {
		return opening(nil, listOf(n/30, func(i int) any {
			return object{"id": fmt.Sprint("b", i), "title": "B", "prose": []any{"You see."}, "topic": fmt.Sprint("the oar ", i),
				"about": listOf(30, func(j int) any { return fmt.Sprintf("the grave number%d of %d", j, i) })}
		}))
	}, 90_000},
	{"things at one place", func(n int) map[string]any {
		return map[string]any{"world/items.json": object{"items": listOf(n, thing)}}
	}, 45_000},
	{"beats that are all due", func(n int) map[string]any {
		return opening(nil, listOf(n, func(i int) any {
			return object{"id": fmt.Sprint("b", i), "title": "B", "prose": []any{"You see thing " + fmt.Sprint(i) + "."}}
		}))
	}, 30_000},
	{"beats that wait for what is so", func(n int) map[string]any {
		return opening(nil, listOf(n, func(i int) any {
			return object{"id": fmt.Sprint("b", i), "title": "B", "prose": []any{"You see."}, "conditions": []any{
				object{"world_state": object{"weather": "rain", "hour": object{">=": 30}}}, object{"player_state": object{fmt.Sprint("a.b", i): object{">=": 3}}},
				object{"npc_state": object{"ines.opinion": object{">": 101}}}, object{"forbids_beat": []any{"first"}}, object{"custom": fmt.Sprintf("scene_count < 0 and day == %d", i%999)},
			}[i%5]}
		}))
	}, 30_000},
	{"choices that ask for large values", func(n int) map[string]any {
		list := listOf(9_000, func(i int) any { return i })
		return opening([]any{object{"set": object{"b": list}}}, []any{object{"id": "then", "title": "B", "prose": []any{"You see."}, "choices": listOf(n, func(i int) any {
			return object{"id": fmt.Sprint("c", i), "text": fmt.Sprint("Try door ", i), "stays": true, "requires": object{"custom": "-1 in b"}}
		})}})
	}, 30_000},
	{"prose of megabytes, again and again", func(n int) map[string]any {
		return opening(nil, []any{object{"id": "then", "title": "B", "once": false, "prose": listOf(n, func(int) any { return strings.Repeat("You see the quay. ", 7) })}})
	}, 30_000},
	{"effects that are large", func(n int) map[string]any {
		large := func(of string) []any { return []any{object{"set": object{"b": strings.Repeat(of, 130*n)}}} }
		return opening(nil, listOf(2, func(i int) any {
			return object{"id": fmt.Sprint("b", i), "title": "B", "once": false, "prose": []any{"You see."}, "effects": large("xy"[i : i+1])}
		}))
	}, 30_000},
	{"expressions of large values", func(n int) map[string]any {
		custom := []string{"len(b) == -scene_count or b == [1]", "-1 in b", "lower(t) == t", "player_state == {}", `t matches "(x+x+)+y{90}"`, "len(" + strings.Repeat("t+", 90) + "t) < 0"}
		list := listOf(9_000, func(i int) any { return i })
		return opening([]any{object{"set": object{"b": list, "t": strings.Repeat("Xy", 30_000)}}}, listOf(n, func(i int) any {
			return object{"id": fmt.Sprint("b", i), "title": "B", "prose": []any{"You see."}, "conditions": object{"custom": custom[i%len(custom)]}}
		}))
	}, 6_000},
}

type object = map[string]any

func listOf(n int, one func(i int) any) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = one(i)
	}
	return list
}

func thing(i int) any {
	return object{"id": fmt.Sprint("i", i), "name": fmt.Sprint("k", i), "at": "quay"}
}

// opening is a plot that begins with a beat of these effects.
func opening(effects, others []any) map[string]any {
	beats := append([]any{object{"id": "first", "title": "A", "prose": []any{"You learn."}, "consequences": effects}}, others...)
	return map[string]any{"manifest.json": object{"title": "T", "version": "1.0.0", "opening": object{"beat": "first"}}, "plot/beats.json": object{"beats": beats}}
}

// What a campaign declares very much of costs no more than what a large file may: it is cut
// off and named, or looked through once a turn.
func TestPlayedDeclarations(t *testing.T) {
	least := spends(t, 0, bombMemory, exitOK, "play", "--json", "--auto", "4", "--seed", "1", newUser(t).sampleCampaign("sample")).time
	for _, d := range declared {
		t.Run(d.name, func(t *testing.T) {
			u := newUser(t)
			dir := filepath.Join(u.dir, "declared")
			files := d.files(soak.Count(d.n))
			for name, file := range map[string]any{
				"manifest.json":     object{"title": "T", "version": "1.0.0"},
				"world/places.json": object{"places": []any{object{"id": "quay", "name": "the Quay", "description": "A quay.", "exits": []any{"road"}}, object{"id": "road", "name": "the Road", "exits": []any{"quay"}}}},
			} {
				if _, has := files[name]; !has {
					files[name] = file
				}
			}
			for name, file := range files {
				data, err := json.Marshal(file)
				must(t, err)
				save(t, filepath.Join(dir, name), string(data))
			}
			s := spends(t, least, 300<<20, exitOK, "play", "--json", "--auto", "4", "--seed", "1", "--save", "declared", dir)
			t.Logf("four turns in %v with %d MB", s.time, s.resident>>20)
		})
	}
}
