package storyteller

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
)

// A turn is what is to be told, and what that is about.
type turn struct {
	scene   prose.Scene
	deed    string       // the id of what the player did, even where an author tells what comes of it
	refs    []action.Ref // what that names, places apart, and who is in front
	present []string     // the ids of those who are there
	place   string       // the id of the place, or ""
	about   topic
	moment  topic
	met     []string // the names of those whom the player has met
}

// facts are what is read of the story's "$scene".
type facts struct {
	Choice struct {
		ID   string      `json:"id"`
		Kind action.Kind `json:"kind"`
		Text string      `json:"text"`
	} `json:"choice"`
	Place   entity   `json:"place"`
	Present []entity `json:"present"`
}

type entity struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// turnOf takes the story's scene, else what the input says.
func turnOf(ctx context.Context, inv *kit.Invocation, in input, style prose.Style) (turn, error) {
	scene, found, err := sceneOfStory(ctx, inv)
	if err != nil {
		return turn{}, err
	}
	var known facts
	if found {
		if known, err = factsOfStory(ctx, inv); err != nil {
			return turn{}, err
		}
	} else {
		scene = sceneOfInput(in)
		scene.Seed = inv.Seed
	}
	if style != "" {
		scene.Style = style
	}
	if kind := kindOf(inv, in.Kind); kind != "" {
		scene.Kind = kind
	}
	scene.People = inFront(scene.People, in.Focus)
	deed := deedIn(scene, known)
	now := turn{
		scene: scene, deed: known.Choice.ID, refs: refsOf(scene, known), place: known.Place.ID,
		about: topicOf(scene, deed, in.Focus), moment: momentOf(scene, deed),
	}
	if scene.Deed != nil {
		now.deed = scene.Deed.Action.ID()
	}
	for _, person := range known.Present {
		now.present = append(now.present, person.ID)
	}
	return now, nil
}

// deedIn are the texts that say what the deed is about: the names of all that is in it,
// and words that somebody wrote or typed. Of a choice whose author tells what comes of it
// that is its text. What a skill worded is never read.
func deedIn(scene prose.Scene, known facts) (texts []string) {
	if scene.Deed == nil {
		if known.Choice.Kind == action.Authored {
			texts = append(texts, known.Choice.Text)
		}
		return texts
	}
	for _, r := range scene.Deed.Action.Refs() {
		texts = append(texts, scene.Deed.Names[r.String()].Text)
	}
	return append(texts, scene.Deed.Action.Words)
}

// refsOf are what the deed names, places apart, and who is in front of the player.
func refsOf(scene prose.Scene, known facts) (refs []action.Ref) {
	if scene.Deed != nil {
		refs = slices.DeleteFunc(scene.Deed.Action.Refs(), func(r action.Ref) bool { return r.Kind == action.Place })
	}
	for _, person := range known.Present {
		if len(scene.People) > 0 && person.Name == scene.People[0].Name {
			refs = append(refs, action.PersonRef(person.ID))
		}
	}
	return refs
}

// metOf are the names of those whom the player has met, in order.
func metOf(ctx context.Context, inv *kit.Invocation) ([]string, error) {
	if !inv.Has("story.read") {
		return nil, nil
	}
	value, found, err := inv.Story(ctx, "$people")
	if err != nil || !found {
		return nil, err
	}
	var people map[string]struct {
		Name string `json:"name"`
		Met  bool   `json:"met"`
	}
	if err := convert(value, &people); err != nil {
		inv.Log("warn", "the story's $people cannot be read; lore may be told of people whom the player knows", map[string]any{"error": err.Error()})
	}
	var names []string
	for _, id := range slices.Sorted(maps.Keys(people)) {
		if people[id].Met && people[id].Name != "" {
			names = append(names, people[id].Name)
		}
	}
	return names, nil
}

func factsOfStory(ctx context.Context, inv *kit.Invocation) (known facts, err error) {
	value, found, err := inv.Story(ctx, "$scene")
	if err != nil || !found {
		return facts{}, err
	}
	if err := convert(value, &known); err != nil {
		inv.Log("warn", "the story's $scene cannot be read; the turn is told without it", map[string]any{"error": err.Error()})
	}
	return known, nil
}

func sceneOfStory(ctx context.Context, inv *kit.Invocation) (scene prose.Scene, found bool, err error) {
	if !inv.Has("story.read") {
		return prose.Scene{}, false, nil
	}
	value, found, err := inv.Story(ctx, "$telling")
	if err != nil || !found {
		return prose.Scene{}, false, err
	}
	if err := convert(value, &scene); err != nil {
		inv.Log("warn", "the story's scene cannot be read; the turn is told from the step's input", map[string]any{"error": err.Error()})
		return prose.Scene{}, false, nil
	}
	return scene, true, nil
}

func sceneOfInput(in input) prose.Scene {
	scene := prose.Scene{Place: prose.Place{Name: nameOf(in.Place)}, Weather: in.Weather, Part: in.Part}
	if choice := nameOf(in.Choice); strings.TrimSpace(in.Text) != "" { // which says what came of the choice
		scene.Authored = []string{in.Text}
	} else if choice != "" {
		scene.Deed = &prose.Deed{Action: action.Action{By: action.Player, Kind: action.Custom, Words: choice}}
	}
	for _, person := range append(in.People, in.Present...) {
		if name := nameOf(person); name != "" {
			scene.People = append(scene.People, prose.Person{Name: name})
		}
	}
	return scene
}

// nameOf is a text, or the text by which an object is called.
func nameOf(value any) string {
	object, _ := value.(map[string]any)
	for _, candidate := range []any{value, object["name"], object["text"], object["id"]} {
		if name, ok := candidate.(string); ok && name != "" {
			return name
		}
	}
	return ""
}

var kinds = action.Scenes()

// kindOf is the kind of scene that the plan asks for, or "" to keep the story's.
func kindOf(inv *kit.Invocation, asked string) prose.Kind {
	asked = strings.ToLower(strings.TrimSpace(asked))
	for _, kind := range kinds {
		if asked == string(kind) {
			return kind
		}
	}
	if asked != "" {
		inv.Log("warn", fmt.Sprintf("input.kind is %q; expected travel, dialogue, danger or resolution. The story's own kind counts", prose.CleanLine(asked, 40)), nil)
	}
	return ""
}

// inFront puts the person whom the focus names before the others.
func inFront(people []prose.Person, focus string) []prose.Person {
	wanted := topic{}
	wanted.add(focus, 1)
	for i, person := range people {
		if wanted.weigh(person.Name) > 0 {
			front := append([]prose.Person{person}, people[:i]...)
			return append(front, people[i+1:]...)
		}
	}
	return people
}
