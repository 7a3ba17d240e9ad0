// Package archive is a story as one file: to keep, to take elsewhere, to give away, and to look
// into without this program.
//
//	err := archive.Write(ctx, file, save, archive.Options{Title: "Grey Harbour"})
//
//	a, err := archive.Open(file, size, safezip.Limits{})
//	imported, err := a.Import(ctx, store, "monday", a.Manifest.Playthrough)
//
// The file is a zip of texts:
//
//	README.txt              what this is, for people
//	manifest.json           whose story, of which campaign; branches and their ends
//	story.md                what was told along the head, to read
//	control.ndjson          {"at", "control", "hash", "wall"}: a control record a line
//	branches/0001.ndjson    {"at", "event", "hash", "wall"}: a branch's own events, one a line
//	documents.ndjson        {"document", "like", "sha256"}: plans and what came of them
//	assets/SHA256.png       pictures and sounds that events name
//
// "event" and "control" are what is stored, in the one form that package event writes: hashes are
// those of before, and so is the story. What is made of events, rows and snapshots, is not in it
// and is made again. "wall" is when something was written down, and outside all hashes.
//
// The same story gives the same bytes. Its form has a version; the program reads all that there
// were, and refuses a later one by name. Whoever made the archive, what is wrong with it is said
// with the file and the line, and then there is no save: see [RefusedError].
package archive

import (
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// Format and Version are what a manifest says of the form of the archive.
const (
	Format  = "narratoria-story"
	Version = 1
)

// Names of the files, and of the directories that hold several.
const (
	readmeFile    = "README.txt"
	manifestFile  = "manifest.json"
	proseFile     = "story.md"
	controlFile   = "control.ndjson"
	documentsFile = "documents.ndjson"
	branchesDir   = "branches/"
	assetsDir     = "assets/"
)

// A Manifest is what an archive says of itself.
type Manifest struct {
	Version     int64
	Program     string // the version that wrote it
	Playthrough event.PlaythroughID
	Title       string // of the campaign, for people
	Player      string // who the player is, for people
	Campaign    Campaign
	Head        event.BranchID
	Turn        int64  // that the story is in
	Reducers    string // the version whose states the branches say
	Branches    []Branch
}

// A Campaign is which campaign a story is of.
type Campaign struct{ ID, Version, Digest string }

// A Branch is where a branch's own events are, and what it comes to.
type Branch struct {
	ID     event.BranchID
	File   string
	Events int64          // of its own
	Last   event.Position // of them; of its parent's where it has none
	State  string         // digest of what is so at its end
}

func (m Manifest) object() strictjson.Object {
	branches := make([]any, len(m.Branches))
	for i, b := range m.Branches {
		branches[i] = strictjson.Object{
			"branch": string(b.ID), "file": b.File, "events": strictjson.Int(b.Events), "last": strictjson.Int(int64(b.Last)), "state": b.State,
		}
	}
	return strictjson.Object{
		"format": Format, "version": strictjson.Int(Version), "program": m.Program, "playthrough": string(m.Playthrough),
		"title": m.Title, "player": m.Player, "head": string(m.Head), "turn": strictjson.Int(m.Turn), "reducers": m.Reducers, "branches": branches,
		"campaign": strictjson.Object{"id": m.Campaign.ID, "version": m.Campaign.Version, "digest": m.Campaign.Digest},
	}
}

// parseManifest reads one, of whatever earlier version.
func parseManifest(data []byte) (m Manifest, err error) {
	o, err := strictjson.ParseObject(data)
	if err != nil {
		return m, err
	}
	if strictjson.AsString(o["format"]) != Format {
		return m, fmt.Errorf("it says the format %.40q, and a story's is %q", strictjson.AsString(o["format"]), Format)
	}
	m.Version, m.Program = strictjson.AsInteger(o["version"]), strictjson.AsString(o["program"])
	switch {
	case m.Version > Version:
		return m, fmt.Errorf("%w: its form is of version %d, and this program knows it up to %d: update Narratoria%s to import it", event.ErrNewer, m.Version, Version, orLater(m.Program))
	case m.Version < 1:
		return m, fmt.Errorf("there is no version %d of its form", m.Version)
	}
	campaign := strictjson.AsObject(o["campaign"])
	m.Playthrough, m.Title, m.Player = event.PlaythroughID(strictjson.AsString(o["playthrough"])), strictjson.AsString(o["title"]), strictjson.AsString(o["player"])
	m.Campaign = Campaign{strictjson.AsString(campaign["id"]), strictjson.AsString(campaign["version"]), strictjson.AsString(campaign["digest"])}
	m.Head, m.Turn, m.Reducers = event.BranchID(strictjson.AsString(o["head"])), strictjson.AsInteger(o["turn"]), strictjson.AsString(o["reducers"])
	for _, b := range strictjson.AsObjects(o["branches"]) {
		m.Branches = append(m.Branches, Branch{
			ID: event.BranchID(strictjson.AsString(b["branch"])), File: strictjson.AsString(b["file"]), Events: strictjson.AsInteger(b["events"]),
			Last: event.Position(strictjson.AsInteger(b["last"])), State: strictjson.AsString(b["state"]),
		})
	}
	if err := event.CheckID(m.Playthrough); err != nil {
		return m, fmt.Errorf("playthrough: %w", err)
	}
	if len(m.Branches) == 0 {
		return m, errors.New("it names no branches")
	}
	return m, nil
}

func orLater(program string) string {
	if program == "" {
		return ""
	}
	return " to " + program + " or later"
}

// A RefusedError says what is wrong with an archive. It unwraps to persistence's and event's
// errors, such as event.ErrNewer, where it is these.
type RefusedError struct {
	File string // "" for the archive itself
	Line int    // 0 for the whole file
	Err  error
}

func (e *RefusedError) Error() string {
	at := e.File
	if e.Line > 0 {
		at += fmt.Sprintf(":%d", e.Line)
	}
	if at == "" {
		return e.Err.Error()
	}
	return at + ": " + e.Err.Error()
}

func (e *RefusedError) Unwrap() error { return e.Err }
