package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/llama/footprint"
)

func modelMethods() []Method {
	return []Method{
		onDisk("models.list", "Lists the models that are kept, what memory each takes, and those that are known by name. Stories are told by rules: play asks a model where a skill that is allowed to generates a text, and none that comes with the program does.", listModels),
		onDisk("models.import", "Brings in a model, as a copy, and records its hash: a GGUF file, or a directory with one or of all-MiniLM-L6-v2. One that takes more memory than a model may here is not brought in: unavailable.", importModel),
		onDisk("models.check", "Reads a model's whole file and compares it with the hash that was recorded.", checkModel),
		onDisk("models.remove", "Removes a model, or what is left of bringing one in.", removeModel),
	}
}

// Model is one that is kept.
type Model struct {
	_            struct{} `doc:"a model that is kept"`
	Model        string   `json:"model" doc:"its name"`
	Use          string   `json:"use,omitempty" doc:"text: it writes texts; meaning: it makes vectors of them"`
	Architecture string   `json:"architecture,omitempty" doc:"as its file says: phi3, bert, ..."`
	Bytes        int64    `json:"bytes" doc:"of its file"`
	SHA256       string   `json:"sha256,omitempty" doc:"of its file, when it came"`
	From         string   `json:"from,omitempty" doc:"where it came from, for people"`
	Memory       int64    `json:"memory" doc:"bytes that it takes when it is loaded, reckoned by its head and some more; 0 where that is not known"`
	Fits         bool     `json:"fits" doc:"so many are there for it"`
	Reason       string   `json:"reason,omitempty" doc:"why it cannot be used"`
}

// KnownModel is one that is known by name.
type KnownModel struct {
	_          struct{}    `doc:"a model that is known by name"`
	Model      string      `json:"model" doc:"its name"`
	Use        string      `json:"use" doc:"text: it writes texts; meaning: it makes vectors of them"`
	Repository string      `json:"repository" doc:"on the HuggingFace Hub"`
	Revision   string      `json:"revision" doc:"of the repository: a commit, or a branch where none is known; then nothing but the size and the hash of each file says what is wanted"`
	License    string      `json:"license" doc:"by its SPDX name"`
	Files      []KnownFile `json:"files" doc:"what is published"`
	Memory     int64       `json:"memory" doc:"bytes that it takes when it is loaded"`
	Fits       bool        `json:"fits" doc:"so many are there for it"`
}

// KnownFile is one file of a model that is known by name.
type KnownFile struct {
	_      struct{} `doc:"a file of a model that is known by name"`
	Name   string   `json:"name" doc:"in its repository"`
	Bytes  int64    `json:"bytes" doc:"its size"`
	SHA256 string   `json:"sha256" doc:"its hash"`
}

// Models are those of a device.
type Models struct {
	_          struct{}     `doc:"the models of this device"`
	Models     []Model      `json:"models" doc:"those that are kept, in order of their names"`
	Unfinished []string     `json:"unfinished,omitempty" doc:"models whose bringing in was ended, or goes on now: what is left of them takes room until models.import or models.remove has their name"`
	Known      []KnownModel `json:"known" doc:"those that are known by name, and where they are published"`
	Memory     int64        `json:"memory" doc:"bytes that a model may take here; 0 where that is not known, and any fits"`
	Directory  string       `json:"directory" doc:"where they lie"`
}

// memory is how many bytes a model may take; 0 where nothing is known of that.
func (e *Engine) memory() int64 {
	if e.opts.ModelMemory > 0 {
		return e.opts.ModelMemory
	}
	return footprint.Available()
}

func (e *Engine) models(program *narratoria.Program) inventory.Inventory {
	return inventory.In(program.ModelsDir()).Within(e.memory())
}

func listModels(ctx context.Context, c *Client, _ Nothing) (Models, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Models{}, err
	}
	models, memory := c.engine.models(program), c.engine.memory()
	entries, err := models.List()
	if err != nil {
		return Models{}, modelError(err)
	}
	all := Models{Memory: memory, Directory: models.Dir()}
	if all.Unfinished, err = models.Unfinished(); err != nil {
		return Models{}, modelError(err)
	}
	for _, entry := range entries {
		listed := modelOf(entry.Model)
		if entry.Err != nil {
			listed.Reason = entry.Err.Error()
		} else {
			listed.reckon(ctx, models, memory)
		}
		if err := ctx.Err(); err != nil { // its reason would be that alone
			return Models{}, err
		}
		all.Models = append(all.Models, listed)
	}
	for _, known := range inventory.Known() {
		all.Known = append(all.Known, knownModelOf(known, memory))
	}
	return all, nil
}

func modelOf(m inventory.Model) Model {
	return Model{Model: m.Name, Use: string(m.Use), Architecture: m.Architecture, Bytes: min(m.Bytes, mostWhole), SHA256: m.SHA256, From: m.From}
}

// reckon says what memory a model takes, and whether it is there.
func (m *Model) reckon(ctx context.Context, models inventory.Inventory, memory int64) {
	takes, err := models.Takes(ctx, m.Model)
	if err != nil {
		m.Reason = err.Error()
		return
	}
	m.takes(takes, memory)
}

// takes says so of a model whose memory is known.
func (m *Model) takes(takes footprint.Footprint, memory int64) {
	m.Memory, m.Fits = min(takes.Bytes, mostWhole), takes.Fits(memory)
	if !m.Fits {
		m.Reason = fmt.Sprintf("it takes %s, and %s may be used", takes, footprint.Gigabytes(memory))
	}
}

func knownModelOf(p inventory.Published, memory int64) KnownModel {
	known := KnownModel{
		Model: p.Name, Use: string(p.Use), Repository: p.Repository, Revision: p.Where(), License: p.License,
		Memory: p.Memory, Fits: footprint.Footprint{Bytes: p.Memory}.Fits(memory),
	}
	for _, f := range p.Files {
		known.Files = append(known.Files, KnownFile{Name: f.Name, Bytes: f.Bytes, SHA256: f.SHA256})
	}
	return known
}

type importModelParams struct {
	Path  string `json:"path" min:"1" doc:"a GGUF file, or a directory with one, or with model.safetensors and vocab.txt of all-MiniLM-L6-v2"`
	Model string `json:"model,omitempty" max:"64" doc:"the name that it is to have; its file's unless given"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it; there is no model then"`
}

func importModel(ctx context.Context, c *Client, p importModelParams) (Model, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Model{}, err
	}
	name := p.Model
	if name == "" {
		if name = inventory.NameOf(p.Path); name == "" {
			return Model{}, wrongParam("/model", "no name can be made of %.80q; give one", p.Path)
		}
	}
	models := c.engine.models(program)
	m, err := models.Import(ctx, name, p.Path, c.engine.told(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Model{}, &Error{Code: NotFound, Message: err.Error(), Hint: "give the path of a file or directory that is there", cause: err}
	case err != nil:
		return Model{}, unfit(modelError(err))
	}
	made := modelOf(m)
	made.takes(m.Takes, c.engine.memory())
	return made, nil
}

type checkModelParams struct {
	Model string `json:"model" min:"1" max:"64" doc:"its name"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

func checkModel(ctx context.Context, c *Client, p checkModelParams) (Model, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Model{}, err
	}
	models := c.engine.models(program)
	m, err := models.Check(ctx, p.Model, c.engine.told(p.Model))
	if err != nil {
		return Model{}, modelError(err)
	}
	whole := modelOf(m)
	whole.reckon(ctx, models, c.engine.memory())
	return whole, ctx.Err()
}

type modelParams struct {
	Model string `json:"model" min:"1" max:"64" doc:"its name"`
}

func removeModel(_ context.Context, c *Client, p modelParams) (Nothing, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Nothing{}, err
	}
	return Nothing{}, modelError(c.engine.models(program).Remove(p.Model))
}

// told tells the engine's events how far a model is, by hundredths.
func (e *Engine) told(model string) inventory.Progress {
	last := int64(-1)
	return func(done, total int64) {
		if now := done * 100 / max(total, 1); now > last {
			last = now
			e.stream.add(Event{Kind: "model", Model: model, Percent: now})
		}
	}
}

// unfit is for what is wrong with a file that is brought in, where nothing else is known of it.
func unfit(err error) error {
	code := ErrorOf(err).Code
	if path, is := errors.AsType[*fs.PathError](err); is && !isA[*Error](err) && (code == Failed || code == Disk) {
		return &Error{Code: Disk, Message: err.Error(), Hint: fmt.Sprintf("see who may read or write %s, and whether its disk is well", path.Path), cause: err}
	}
	if code != Failed {
		return err
	}
	return &Error{Code: Invalid, Message: err.Error(), Hint: "give a GGUF file, or a directory with one or of all-MiniLM-L6-v2", cause: err}
}

// modelError gives the errors of the inventory their codes.
func modelError(err error) error {
	if err != nil && plainfile.NoRoom(err) {
		return &Error{Code: DiskFull, Message: err.Error(), cause: err}
	}
	for _, known := range []struct {
		err  error
		code Code
		hint string
	}{
		{inventory.ErrName, BadParams, "give another name"},
		{inventory.ErrNone, NotFound, "models.list lists what there is"},
		{inventory.ErrExists, Exists, "remove it first, or give another name"},
		{inventory.ErrBusy, InUse, "wait until that is done"},
		{inventory.ErrTooLarge, Unavailable, "take a smaller model; this device has no room for it beside the story"},
		{inventory.ErrUnknownMemory, Invalid, "it is no model of a kind that can be run here"},
		{inventory.ErrNoRoom, DiskFull, ""},
		{inventory.ErrDirectory, Disk, "see who may write that directory, and that nothing of it is in the way"},
		{gguf.ErrFormat, Invalid, "fetch it again where it is published"},
		{inventory.ErrChanged, Damaged, "remove it, and bring it in again"},
	} {
		if errors.Is(err, known.err) {
			if known.code == BadParams {
				refused := wrongParam("/model", "%v", err)
				refused.Hint = known.hint
				return refused
			}
			return &Error{Code: known.code, Message: err.Error(), Hint: known.hint, cause: err}
		}
	}
	return err
}
