package campaign

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// check looks at the campaign as a whole, when all of it is read. What it finds
// is where one part does not fit another.
func (l *loader) check() {
	l.checkPlaces()
	l.checkFactions()
	l.checkItems()
	l.checkFilesReferredTo()
	l.checkReach()
	l.checkTold()
	l.checkSidecars()
	l.checkStrays()
	if n := len(l.marked); n > 0 {
		l.report(contracts.Problem{
			File: manifestFile, Warning: true, Kind: contracts.BadValue,
			Message: fmt.Sprintf("Campaign contains %d AI-generated asset(s). Review generated flags and provenance metadata to verify correctness.", n),
		})
	}
}

// of finds the source of a file that has been read.
func (l *loader) of(file string) (*source, *decoder) {
	for _, s := range l.sources {
		if s.file == file && s.tree != nil {
			return s, &decoder{names: l.c.names, tell: s.report}
		}
	}
	none := &source{file: file}
	return none, &decoder{names: l.c.names, tell: none.report}
}

// elements goes through the objects of a list that stands in a field of an object;
// what is reported of one meanwhile stands in it.
func (d *decoder) elements(object tree, field string, visit func(element tree)) {
	list, _ := object[field].([]any)
	d.at.into(toMember(field))
	defer d.at.back()
	for i, item := range list {
		if element, ok := item.(tree); ok {
			d.at.into(toElement(i))
			visit(element)
			d.at.back()
		}
	}
}

func (l *loader) checkPlaces() {
	s, d := l.of("world/places.json")
	d.elements(s.tree, "places", func(place tree) {
		d.referAll("place", "/exits", place["exits"])
		l.partsOfDay(d, "/by_time", place["by_time"])
		by, _ := place["by_weather"].(tree)
		for _, weather := range sortedKeys(by) {
			if problem := effect.Weather(weather); problem != nil {
				problem.Pointer = "/by_weather/" + strictjson.Token(weather)
				d.report(*problem)
			}
		}
	})
	for i := range l.c.Places {
		maps.DeleteFunc(l.c.Places[i].ByWeather, func(weather string, _ []string) bool { return effect.Weather(weather) != nil })
	}
}

func (l *loader) checkFactions() {
	s, d := l.of("world/factions.json")
	d.elements(s.tree, "factions", func(faction tree) {
		d.referAll("person", "/members", faction["members"])
		d.referAll("faction", "/opposes", faction["opposes"])
	})
}

func (l *loader) checkItems() {
	s, d := l.of("world/items.json")
	d.elements(s.tree, "items", func(item tree) {
		if place, ok := item["at"].(string); ok {
			d.refer("place", "/at", place)
		}
		if person, ok := item["held_by"].(string); ok {
			d.refer("person", "/held_by", person)
		}
	})
}

func (d *decoder) referAll(kind, at string, v any) {
	list, _ := v.([]any)
	for i, item := range list {
		if id, ok := item.(string); ok {
			d.refer(kind, at+"/"+strconv.Itoa(i), id)
		}
	}
}

// partsOfDay warns of names that no hour has.
func (l *loader) partsOfDay(d *decoder, at string, v any) {
	object, _ := v.(tree)
	known := append([]string{"day"}, PartsOfDay...)
	for _, part := range sortedKeys(object) {
		if !slices.Contains(known, part) {
			d.report(contracts.Problem{Pointer: at + "/" + strictjson.Token(part), Kind: contracts.UnknownName, Warning: true,
				Message: fmt.Sprintf("no part of the day is called %q", part), Expected: strings.Join(known, ", "), Nearest: nearest.Name(part, known)})
		}
	}
}

func (l *loader) checkPerson(d *decoder, p *Person) {
	d.refer("place", "/place", p.Place)
	d.refer("faction", "/faction", p.Faction)
	for _, part := range sortedKeys(p.Schedule) {
		d.refer("place", "/schedule/"+strictjson.Token(part), p.Schedule[part])
	}
	schedule := tree{}
	for part := range p.Schedule {
		schedule[part] = nil
	}
	l.partsOfDay(d, "/schedule", schedule)
	for _, other := range sortedKeys(p.Relationships) {
		if problem := l.c.names.problem("person", other); problem != nil {
			problem.Pointer, problem.Warning = "/relationships/"+strictjson.Token(other), true
			d.report(*problem)
		}
	}
	for _, other := range sortedKeys(p.Regards) {
		if problem := l.c.names.problem("person", other); problem != nil || other == "player" || other == p.ID {
			if problem == nil {
				problem = &contracts.Problem{Kind: contracts.BadValue, Message: fmt.Sprintf("what %q thinks of %q is not said here", p.ID, other), Expected: "another person; for the player there is \"disposition\""}
			}
			problem.Pointer, problem.Warning = "/regards/"+strictjson.Token(other), true
			d.report(*problem)
			delete(p.Regards, other)
		}
	}
	for i, sentence := range p.Mannerisms {
		if !strings.Contains(sentence, "{name}") {
			d.report(contracts.Problem{Pointer: "/mannerisms/" + strconv.Itoa(i), Kind: contracts.BadValue, Warning: true,
				Message: "the mannerism does not say whose it is", Expected: "{name} where the name stands"})
		}
	}
}

func (l *loader) checkPlayer(d *decoder) {
	t := &l.c.Player
	if t.StartingLocation != "" && event.CheckID(t.StartingLocation) != nil {
		d.report(contracts.Problem{Pointer: "/starting_location", Kind: contracts.BadValue, Message: "no place can be called " + contracts.Quote(t.StartingLocation, 60), Expected: "a name of one line"})
		t.StartingLocation = ""
	}
	if t.StartingLocation != "" && len(l.c.names.of["place"]) > 0 {
		if id, ok := placeNamed(l.c.Places, t.StartingLocation); ok {
			t.StartingLocation = id
		} else {
			problem := l.c.names.problem("place", t.StartingLocation)
			problem.Pointer, problem.Warning = "/starting_location", true
			d.report(*problem)
		}
	}
	seen := map[string]bool{}
	for i, s := range t.Stats {
		at := "/stats/" + strconv.Itoa(i)
		switch {
		case seen[s.ID]:
			d.report(contracts.Problem{Pointer: at, Kind: contracts.Duplicate, Message: fmt.Sprintf("there is another stat with the id %q", s.ID)})
		case s.Min > s.Max:
			d.report(contracts.Problem{Pointer: at, Kind: contracts.BadValue, Message: fmt.Sprintf("no value lies between min %d and max %d", s.Min, s.Max)})
		case s.Default < s.Min || s.Default > s.Max:
			d.report(contracts.Problem{Pointer: at + "/default", Kind: contracts.BadValue, Message: fmt.Sprintf("\"default\" is %d", s.Default), Expected: fmt.Sprintf("a number from %d to %d", s.Min, s.Max)})
		}
		seen[s.ID] = true
	}
	t.Stats = soundStats(t.Stats)
	for i, p := range t.Presets {
		l.checkPreset(d, i, p)
	}
}

// soundStats leaves out what is doubled or has no range, and moves defaults into
// theirs.
func soundStats(stats []Stat) []Stat {
	var sound []Stat
	for _, s := range stats {
		_, doubled := find(sound, func(other *Stat) bool { return other.ID == s.ID })
		if !doubled && s.Min <= s.Max {
			s.Default = min(max(s.Default, s.Min), s.Max)
			sound = append(sound, s)
		}
	}
	return sound
}

func (l *loader) checkPreset(d *decoder, i int, p Preset) {
	ids := make([]string, len(l.c.Player.Stats))
	for j, s := range l.c.Player.Stats {
		ids[j] = s.ID
	}
	at := "/presets/" + strconv.Itoa(i) + "/stats"
	if s, _ := l.of("characters/player/template.json"); s.tree["preset"] != nil {
		at = "/preset/stats"
	}
	for _, id := range sortedKeys(p.Stats) {
		stat, ok := l.c.Player.Stat(id)
		switch {
		case !ok:
			d.report(contracts.Problem{Pointer: at + "/" + id, Kind: contracts.UnknownName, Warning: true, Message: fmt.Sprintf("there is no stat %q", id), Nearest: nearest.Name(id, ids)})
		case p.Stats[id] < stat.Min || p.Stats[id] > stat.Max:
			d.report(contracts.Problem{Pointer: at + "/" + id, Kind: contracts.BadValue, Warning: true, Message: fmt.Sprintf("%q is %d", id, p.Stats[id]), Expected: fmt.Sprintf("a number from %d to %d", stat.Min, stat.Max)})
		}
	}
}

func (l *loader) checkAudience(d *decoder, audience []string) {
	for _, listener := range audience {
		kind, id, _ := strings.Cut(listener, ":")
		switch kind {
		case "faction":
			d.refer("faction", "/audience", id)
		case "character":
			d.refer("person", "/audience", id)
		}
	}
}

func (l *loader) checkMeta(d *decoder, s *source, file string) {
	if !l.has(file) {
		d.report(contracts.Problem{Kind: contracts.Unreadable, Warning: true, Message: fmt.Sprintf("is about %q, which is not there", file)})
	} else if s.tree["path"] != file {
		d.report(contracts.Problem{Pointer: "/path", Kind: contracts.BadValue, Warning: true, Message: "the path is not that of the file beside it", Expected: strconv.Quote(file)})
	}
}

// checkBeats looks at the beats of a source while its tree is there.
func (l *loader) checkBeats(d *decoder, s *source) {
	next := s.first
	d.elements(s.tree, "beats", func(beat tree) {
		l.checkProbabilities(d, &l.c.Beats[next])
		next++
		l.checkSpeakers(d, beat)
		d.elements(beat, "choices", func(choice tree) { l.checkCheck(d, choice["check"]) })
	})
}

func (l *loader) checkProbabilities(d *decoder, b *Beat) {
	if len(b.Outcomes) == 0 {
		return
	}
	sum, open := 0, false
	for _, o := range b.Outcomes {
		sum += o.Thousandths
		open = open || o.Thousandths == 0
	}
	if sum > 1001 || sum < 999 && !open {
		d.report(contracts.Problem{Pointer: "/outcomes", Kind: contracts.BadValue, Warning: true,
			Message: fmt.Sprintf("the probabilities add up to %.3g", float64(sum)/1000), Expected: "1"})
	}
}

func (l *loader) checkSpeakers(d *decoder, beat tree) {
	d.elements(beat, "dialogue", func(line tree) {
		speaker, _ := line["speaker"].(string)
		if speaker == "" || l.known(speaker) {
			return
		}
		problem := l.c.names.problem("person", speaker)
		problem.Pointer, problem.Warning = "/speaker", true
		d.report(*problem)
	})
}

// known reports whether a speaker is somebody, by id or by name.
func (l *loader) known(speaker string) bool {
	if speaker == "player" || speaker == "narrator" {
		return true
	}
	return slices.ContainsFunc(l.c.People, func(p Person) bool { return p.ID == speaker || strings.EqualFold(p.Name, speaker) })
}

func (l *loader) checkCheck(d *decoder, v any) {
	check, _ := v.(tree)
	if text, ok := check["dice"].(string); ok {
		if _, err := dice.Parse(text); err != nil {
			d.report(contracts.Problem{Pointer: "/check/dice", Kind: contracts.BadValue, Message: fmt.Sprintf("the dice %q cannot be rolled: %v", text, err)})
		}
	}
	stat, ok := check["stat"].(string)
	if !ok || len(l.c.Player.Stats) == 0 {
		return
	}
	ids := make([]string, 0, len(l.c.Player.Stats))
	for _, s := range l.c.Player.Stats {
		ids = append(ids, s.ID)
	}
	if !slices.Contains(ids, stat) {
		d.report(contracts.Problem{Pointer: "/check/stat", Kind: contracts.UnknownName, Message: fmt.Sprintf("there is no stat %q", stat), Expected: "one of " + strings.Join(ids, ", "), Nearest: nearest.Name(stat, ids)})
	}
}

// checkFilesReferredTo warns of pictures and sounds that something names and that
// are not there.
func (l *loader) checkFilesReferredTo() {
	assets := newNames()
	for _, a := range l.c.Assets {
		assets.add("asset", a.Path)
	}
	for _, s := range l.sources {
		if s.referred == nil {
			s.referred = referredFiles(s)
		}
		for at, name := range s.referred {
			if assets.has("asset", name) {
				continue
			}
			p := contracts.Problem{Pointer: at, Kind: contracts.UnknownName, Warning: true, Message: fmt.Sprintf("there is no picture or sound %q", name), Nearest: assets.nearest("asset", name)}
			if path.Clean("/"+name) != "/"+name || strings.ContainsAny(name, "\\:") {
				p.Kind, p.Message = contracts.Forbidden, fmt.Sprintf("%q is no path below the campaign's directory", name)
			}
			s.report(p)
		}
	}
}

// fileFields are the fields that name a picture or a sound.
var fileFields = []string{"portrait", "picture", "music"}

func referredFiles(s *source) map[string]string {
	if strings.HasSuffix(s.file, metaSuffix) {
		return nil
	}
	found, at := map[string]string{}, way{}
	var visit func(v any, to step)
	visit = func(v any, to step) {
		at.into(to)
		defer at.back()
		switch v := v.(type) {
		case string:
			if v != "" && to.place == noPlace && slices.Contains(fileFields, to.name) {
				found[at.String()] = v
			}
		case []any:
			for i, item := range v {
				visit(item, toElement(i))
			}
		case tree:
			for key, item := range v {
				visit(item, toMember(key))
			}
		}
	}
	for key, item := range s.tree {
		visit(item, toMember(key))
	}
	return found
}

func (l *loader) checkSidecars() {
	for _, name := range l.paths {
		if file, ok := strings.CutSuffix(name, sidecar); ok && !l.has(file) {
			l.report(contracts.Problem{File: name, Kind: contracts.Unreadable, Warning: true, Message: fmt.Sprintf("is about %q, which is not there", file)})
		}
	}
}

// wellKnown are the files that have one place and name.
var wellKnown = []string{
	manifestFile, "world/setting.md", "world/rules.md", "world/constraints.md", "world/places.json", "world/factions.json",
	"world/items.json", "characters/player/template.json", "plot/premise.md", "plot/beats.json", knowledgeFile, occasionsFile,
}

// checkStrays warns of files that nobody reads although they look as if somebody
// should.
func (l *loader) checkStrays() {
	for _, name := range l.paths {
		if l.isRead(name) {
			continue
		}
		p := contracts.Problem{File: name, Kind: contracts.UnknownName, Warning: true, Message: "nobody reads this file"}
		top, _, nested := strings.Cut(name, "/")
		p.Nearest = nearest.Name(name, wellKnown)
		switch {
		case nested && slices.Contains([]string{"world", "characters", "plot", "lore"}, top), p.Nearest != "":
			l.report(p)
		case nested && (top == "skills" || top == "scripts" || top == "hooks"):
			p.Message = "nobody reads this file: nothing in a campaign is executed"
			l.report(p)
		}
	}
}

func (l *loader) isRead(name string) bool {
	extension := strings.ToLower(path.Ext(name))
	switch {
	case slices.Contains(wellKnown, name), strings.HasSuffix(name, sidecar), strings.HasSuffix(name, metaSuffix), isAsset(name):
		return true
	case strings.EqualFold(strings.TrimSuffix(path.Base(name), path.Ext(name)), "readme"):
		return true
	case strings.HasPrefix(name, "lore/"):
		return extension == ".md" || extension == ".txt"
	case strings.HasPrefix(name, "plot/endings/"):
		return extension == ".md"
	case strings.HasPrefix(name, "plot/beats/"):
		return extension == ".json"
	case strings.HasPrefix(name, npcs):
		_, file, _ := strings.Cut(strings.TrimPrefix(name, npcs), "/")
		return file == "profile.json" || file == "secrets.md"
	}
	return false
}
