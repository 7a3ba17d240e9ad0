package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/cmd/narratoria/libraries"
	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/inventory"
	llamapins "github.com/narratoria/narratoria/model/llama/pins"
	objectboxpins "github.com/narratoria/narratoria/persistence/objectbox/pins"
)

// A finding is what is so of one part of what runs models on this device.
type finding struct {
	part    string // "llama.cpp", "model phi-3.5-mini", ...
	state   findingState
	message string
	mend    string // the one command, or ""
}

// A findingState is how a part is. The names are fixed in JSON.
type findingState string

const (
	partWhole       findingState = "whole"
	partMissing     findingState = "missing"     // nothing is wrong with that: a story goes on without
	partUnsupported findingState = "unsupported" // on this system
	partWrong       findingState = "wrong"
)

func (f finding) String() string {
	line := f.part + ": " + f.message
	switch {
	case f.mend == "":
		return line
	case f.state == partMissing:
		return line + "; to fetch it: " + f.mend
	}
	return line + "; to mend it: " + f.mend
}

func (f finding) tree() strictjson.Object {
	tree := strictjson.Object{"part": f.part, "state": string(f.state), "message": f.message}
	strictjson.Put(tree, "mend", f.mend)
	return tree
}

// doctorDevice says what is so of the server that keeps stories, where one does, and of what runs models.
func doctorDevice(ctx context.Context, s streams, p *narratoria.Program, unlisted error, asJSON bool) error {
	found, err := device(ctx, s, p)
	found = append(storeFinding(p.StoriesAt(), unlisted), found...)
	var wrong error
	for _, f := range found {
		if f.state == partWrong {
			wrong = errReported
		}
		if asJSON {
			fmt.Fprintln(s.out, safeJSON(f.tree()))
		} else {
			fmt.Fprintln(s.out, printable(f.String()))
		}
	}
	return errors.Join(err, wrong)
}

// storeFinding is of a server; of a directory its stories say all.
func storeFinding(at string, unlisted error) []finding {
	f := finding{part: "store", state: partWhole, message: at + " answers"}
	switch {
	case unlisted != nil:
		f.state, f.message = partWrong, fmt.Sprintf("%s: %v; see that it runs, and that the address is right", at, unlisted)
	case !strings.Contains(at, "://"):
		return nil
	}
	return []finding{f}
}

// device examines what runs models on this device. It loads nothing, and asks no server.
func device(ctx context.Context, s streams, p *narratoria.Program) ([]finding, error) {
	found := []finding{llamaFinding(p), workerFinding(narratoria.ModelWorker()), objectboxFinding(p)}
	models, err := modelFindings(ctx, s, inventory.In(p.ModelsDir()))
	return slices.Concat(found, models, meaningFinding(p), planningFinding(p), providerFindings(p)), err
}

// planningFinding is of somebody who by the settings is to plan, and cannot.
func planningFinding(p *narratoria.Program) []finding {
	if why := p.Unplanned(); why != nil {
		return []finding{{part: "plan", state: partWrong, message: fmt.Sprintf(`%v; so turns are planned by rules`, why)}}
	}
	return nil
}

// meaningFinding is of a model by which the settings want to have found, and cannot. Of one that is damaged its own finding says all.
func meaningFinding(p *narratoria.Program) []finding {
	why, wanted := p.Unmeant(), p.Models().Embedder
	if why == nil || wanted == "" || errors.Is(why, inventory.ErrChanged) {
		return nil
	}
	return []finding{{part: "meaning", state: partWrong, message: fmt.Sprintf(`%v; the settings want %q as "embedder"`, why, wanted)}}
}

// providerFindings are who may be sent something, and those of whom something is wrong.
func providerFindings(p *narratoria.Program) (found []finding) {
	all, err := p.Providers()
	if err != nil {
		found = append(found, finding{part: "providers", state: partWrong, message: err.Error()})
	}
	if err := all.Keys.Check(); err != nil {
		found = append(found, finding{part: "keys", state: partWrong, message: err.Error()})
	}
	for _, why := range p.Unasked() {
		found = append(found, finding{part: "providers", state: partWrong, message: why.Error()})
	}
	for _, sentence := range p.Misnamed() {
		found = append(found, finding{part: "providers", state: partWrong, message: sentence})
	}
	for _, of := range all.Providers {
		f := finding{part: "provider " + of.Name, state: partWhole, message: "enabled, at " + of.Host() + askedBy(p, of.Name)}
		switch state, wrong := stateOf(all, of); {
		case wrong != nil:
			f.state, f.message = partWrong, inSettings(p, state, wrong).Error()
		case of.Host() == "" || !all.Consent.Enabled(of):
			continue
		}
		found = append(found, f)
	}
	return found
}

// askedBy says who has a provider asked.
func askedBy(p *narratoria.Program, name string) string {
	switch writes, plans := slices.Contains(p.Models().Text, name), p.Models().Plan == name; {
	case writes && plans:
		return "; play asks it for the plan of each turn, and where a skill that may generate does"
	case plans:
		return "; play asks it for the plan of each turn"
	case writes:
		return "; play asks it where a skill that may generate does"
	}
	return `; neither "text" nor "plan" of the settings names it, so play never asks it`
}

func llamaFinding(p *narratoria.Program) finding {
	of, err := llamapins.Library(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return finding{part: "llama.cpp", state: partUnsupported, message: err.Error()}
	}
	return libraryFinding(p, of, llamapins.Check, "so no model runs on this device")
}

// objectboxFinding asks for the library where stories are in a store of its; others need it not.
func objectboxFinding(p *narratoria.Program) finding {
	of, err := objectboxpins.Library(runtime.GOOS, runtime.GOARCH)
	f := finding{part: "ObjectBox", state: partUnsupported}
	if err == nil {
		f = libraryFinding(p, of, of.Check, "and only a store objectbox:DIRECTORY needs it")
	} else {
		f.message = err.Error()
	}
	if strings.HasPrefix(p.StoriesAt(), "objectbox:") && f.state != partWhole {
		f.state = partWrong
	}
	return f
}

// libraryFinding is of a native library; without says what it means where it is not here.
func libraryFinding(p *narratoria.Program, of native.Library, check func(dir string) error, without string) finding {
	f := finding{part: of.Title, mend: "narratoria setup " + of.Name}
	dir := p.LibraryDir(of.Name)
	switch err := check(dir); {
	case err == nil:
		f.state, f.mend, f.message = partWhole, "", fmt.Sprintf("%s, whole, in %s", of.Release, dir)
		if of.Untried {
			f.message += fmt.Sprintf("; nobody has tried it on %s/%s", runtime.GOOS, runtime.GOARCH)
		}
	case !exists(dir):
		f.state, f.message = partMissing, fmt.Sprintf("%s is not in %s, %s", of.Release, dir, without)
	default:
		f.state, f.message = partWrong, err.Error()
	}
	if placed := libraries.In(p.LibrariesDir()).Dir(of.Name); f.state != partWhole && placed != dir {
		f.state = partWrong // whoever names a directory wants it from there
		f.choseAnother(p, of, check(placed) == nil)
	}
	return f
}

// choseAnother is of a library in a directory that the settings or the environment name: what the user has chosen, no command of ours
// replaces, and what lies where ours would bring it is not looked at as long as they name another.
func (f *finding) choseAnother(p *narratoria.Program, of native.Library, placed bool) {
	if p.ChosenLibrary(of.Name) != "" {
		f.message, f.mend = f.message+`; the settings name that directory: take "library" out of their "models"`, ""
		if !placed {
			f.message += ", and then: narratoria setup " + of.Name
		}
		return
	}
	variable := narratoria.LibraryVariable(of.Name)
	f.message += "; " + variable + " names that directory"
	unset := "unset " + variable
	if runtime.GOOS == "windows" {
		unset = "set " + variable + "="
	}
	if f.mend = unset; !placed {
		f.mend += " && narratoria setup " + of.Name
	}
}

func workerFinding(path string) finding {
	f := finding{part: filepath.Base(path), state: partWhole, message: "there, " + path}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		f.state, f.message = partMissing, "the program that runs models is not beside this one, at "+path+"; it comes in the same archive, and in a checkout by make build"
	}
	return f
}

// modelFindings reads every model that there is, to its end.
func modelFindings(ctx context.Context, s streams, models inventory.Inventory) (found []finding, err error) {
	all, err := models.List()
	if err != nil {
		return nil, err
	}
	for _, entry := range all {
		name := entry.Model.Name
		f := finding{part: "model " + name, state: partWhole}
		m, err := models.Check(ctx, name, toldTo(s, true))
		switch published, known := inventory.KnownAs(name); {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil && known && !published.Is(m):
			f.state, f.mend = partWrong, insteadOf(name)
			f.message = fmt.Sprintf("%v, one of %s with the SHA-256 %s", inventory.ErrOther, m.Use, m.SHA256)
		case err == nil:
			f.message = fmt.Sprintf("whole, %s, %d MB", m.Use, megabytes(m.Bytes)) + otherName(m)
		case known:
			f.state, f.message, f.mend = partWrong, err.Error(), "narratoria setup models "+name
		default:
			f.state, f.message, f.mend = partWrong, err.Error(), "narratoria model remove "+name
		}
		found = append(found, f)
	}
	for _, known := range inventory.Known() {
		if _, err := models.Has(known); errors.Is(err, inventory.ErrNone) {
			found = append(found, finding{part: "model " + known.Name, state: partMissing,
				message: fmt.Sprintf("not here, %d MB for %s", megabytes(known.Bytes()), known.Use), mend: "narratoria setup models " + known.Name})
		}
	}
	return found, nil
}

// otherName says of a model that is known by a name that it has another.
func otherName(m inventory.Model) string {
	for _, known := range inventory.Known() {
		if known.Name != m.Name && known.Is(m) {
			return ", which is " + known.Name
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
