package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/archive"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

func archiveMethods() []Method {
	return []Method{
		onDisk("saves.export", "Writes a whole story, every branch, into a file, to keep or to take elsewhere.", exportSave),
		onDisk("saves.import", "Makes a story of a file that saves.export wrote, here or elsewhere. Whoever made the file, it is looked through first: where anything in it is not as it should be there is no story.", importSave),
		onDisk("saves.transcript", "Gives what the player was told in a story that is kept, and what they chose, to read: nothing that the player does not know.", transcribeSave),
	}
}

type exportParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the name of the save"`
	File  string `json:"file" min:"1" doc:"the file to write, which must not be there yet"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it; there is no file then"`
}

// Exported is a story that was written into a file.
type Exported struct {
	_           struct{} `doc:"a story that was written into a file"`
	File        string   `json:"file" doc:"the file"`
	Playthrough string   `json:"playthrough" doc:"the story's id, the same wherever it is"`
	Campaign    string   `json:"campaign" doc:"its campaign's id"`
	Branches    int      `json:"branches" doc:"how many it has"`
	Events      int64    `json:"events" doc:"how many it has"`
	Turn        int64    `json:"turn" doc:"that it is in"`
}

func exportSave(ctx context.Context, c *Client, p exportParams) (Exported, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Exported{}, err
	}
	var m archive.Manifest
	err = atomicfile.New(p.File, func(w io.Writer) (err error) {
		m, err = program.ExportStory(ctx, p.Story, w)
		return err
	})
	if errors.Is(err, fs.ErrExist) {
		return Exported{}, &Error{Code: Exists, Message: fmt.Sprintf("there is a file %s already", p.File), Hint: "give another name", cause: err}
	}
	if _, ofStory := errors.AsType[*narratoria.StoryError](err); !ofStory && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)) {
		return Exported{}, wrongParam("/file", "%v; give a file in a directory that is there and can be written", err)
	}
	if err != nil {
		return Exported{}, err
	}
	done := Exported{File: p.File, Playthrough: string(m.Playthrough), Campaign: m.Campaign.ID, Branches: len(m.Branches), Turn: m.Turn}
	for _, b := range m.Branches {
		done.Events += b.Events
	}
	return done, nil
}

type importParams struct {
	File  string `json:"file" min:"1" doc:"the file"`
	Story string `json:"story,omitempty" max:"64" doc:"the name of the save to make; the next that is free unless given"`
	Most  int64  `json:"most,omitempty" min:"1" top:"1048576" doc:"how many megabytes it may be when it is unpacked; 512 unless given"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it; there is no story then"`
}

// Imported is a story that was made of a file.
type Imported struct {
	_           struct{} `doc:"a story that was made of a file"`
	Story       string   `json:"story" doc:"the name of the save"`
	Playthrough string   `json:"playthrough" doc:"the story's id"`
	Renamed     bool     `json:"renamed" doc:"it has another id than in the file, since a story here has that"`
	Campaign    string   `json:"campaign" doc:"its campaign's id"`
	Carried     bool     `json:"carried" doc:"the program carries that campaign; else story.play wants its directory, with continue"`
	Branches    int      `json:"branches" doc:"how many it has"`
	Events      int64    `json:"events" doc:"how many it has"`
	Turn        int64    `json:"turn" doc:"that it is in"`
	Differs     []string `json:"differs,omitempty" doc:"branches of which another program made something else of the same events"`
}

func importSave(ctx context.Context, c *Client, p importParams) (Imported, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Imported{}, err
	}
	file, err := plainfile.Open(p.File)
	if err != nil {
		return Imported{}, &Error{Code: NotFound, Message: fmt.Sprintf("the file %s %s", p.File, plainfile.Why(err)), Hint: "give the path of a file that saves.export wrote", cause: err}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Imported{}, err
	}
	done, err := program.ImportStory(ctx, file, info.Size(), p.Story, safezip.Limits{Bytes: p.Most << 20})
	if refused, is := errors.AsType[*archive.RefusedError](err); is {
		return Imported{}, &Error{Code: Invalid, Message: fmt.Sprintf("%s is not imported, and nothing was changed: %v", p.File, refused), Hint: "export the story again where it was played", cause: err}
	}
	if errors.Is(err, narratoria.ErrImporting) {
		return Imported{}, &Error{Code: Busy, Message: err.Error(), cause: err}
	}
	if err != nil {
		return Imported{}, err
	}
	m := done.Manifest
	made := Imported{
		Story: done.Name, Playthrough: string(done.Playthrough), Renamed: done.Renamed, Campaign: m.Campaign.ID, Carried: done.Carried,
		Branches: len(m.Branches), Events: done.Events, Turn: m.Turn,
	}
	for _, b := range done.Differs {
		made.Differs = append(made.Differs, string(b))
	}
	return made, nil
}

type transcriptParams struct {
	Story    string `json:"story" min:"1" max:"64" doc:"the name of the save"`
	Form     string `json:"form,omitempty" enum:"markdown,jsonl,html" doc:"html is one page with its pictures in it, which loads nothing, jsonl an object a turn; markdown unless given"`
	From     int64  `json:"from,omitempty" min:"1" doc:"the first turn; the opening unless given"`
	Scene    int    `json:"scene,omitempty" min:"1" doc:"one scene alone, by its number"`
	Campaign string `json:"campaign,omitempty" doc:"the directory of a campaign that the program does not carry, for its title and its pictures"`
	Call     string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

// Transcript is what was told in a story, to read.
type Transcript struct {
	_      struct{} `doc:"what was told in a story, to read"`
	Form   string   `json:"form" doc:"markdown, jsonl or html"`
	Text   string   `json:"text" doc:"the whole of it"`
	Scenes int      `json:"scenes" doc:"how many there are in it"`
	Turns  int      `json:"turns" doc:"how many there are in it"`
}

// written are the forms of a transcript.
var written = map[string]func(*transcript.Transcript, io.Writer) error{
	"markdown": (*transcript.Transcript).Markdown, "jsonl": (*transcript.Transcript).JSONL, "html": (*transcript.Transcript).HTML,
}

func transcribeSave(ctx context.Context, c *Client, p transcriptParams) (made Transcript, err error) {
	program, err := c.engine.awakened()
	if err != nil {
		return made, err
	}
	if p.Form == "" {
		p.Form = "markdown"
	}
	opts := narratoria.TranscriptOptions{Pictures: p.Form == "html"}
	if p.Campaign != "" {
		if opts.Campaign, err = program.Campaign(ctx, p.Campaign); err != nil {
			return made, err
		}
	}
	err = program.ReadStory(ctx, p.Story, func(told *story.Playthrough) error {
		head, err := told.Find(ctx, event.Where{Branch: told.Where().Branch})
		if err != nil {
			return err
		}
		t, err := program.Transcript(ctx, told, head, opts)
		if err == nil && p.Scene > 0 {
			t, err = t.Scene(p.Scene)
		}
		if err != nil {
			return err
		}
		if t = t.From(p.From); p.From > 0 && len(t.Scenes) == 0 {
			return refusal(NotFound, "there is no turn %d or later in what is asked for", p.From)
		}
		made = Transcript{Form: p.Form, Scenes: len(t.Scenes)}
		for _, scene := range t.Scenes {
			made.Turns += len(scene.Turns)
		}
		var text bytes.Buffer
		err = written[p.Form](t, &text)
		made.Text = text.String()
		return err
	})
	return made, err
}
