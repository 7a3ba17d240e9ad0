package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/cmd/narratoria/libraries"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/model/fetch"
	"github.com/narratoria/narratoria/model/inventory"
	llamapins "github.com/narratoria/narratoria/model/llama/pins"
)

// A modelOffer is what play uses of models and is not on this device, offered once to a person at a terminal, before the story begins: during
// play nothing is fetched.
type modelOffer struct {
	worker  string // the path of the program that runs models; without it they are of no use
	library native.Library
	model   inventory.Published
	// fetch brings what is missing, and is ended by its context.
	fetch func(ctx context.Context, library, model bool) error
}

// offerModels offers what play uses and is not here, where that was never done. When it was fetched, the program is opened
// anew, to find it. The error is that the person left.
func (p *player) offerModels(ctx context.Context) error {
	library, err := llamapins.Library(runtime.GOOS, runtime.GOARCH)
	if err != nil || library.Untried { // what nobody has tried is not offered unasked
		return nil
	}
	o := modelOffer{worker: narratoria.ModelWorker(), library: library, model: inventory.Embeddings}
	o.fetch = func(ctx context.Context, needsLibrary, needsModel bool) error {
		mirrors := allMirrors(p.program, nil)
		if needsLibrary {
			if err := setUpLibrary(ctx, p.streams, libraries.In(p.program.LibrariesDir()), library, mirrors, ""); err != nil {
				return err
			}
		}
		if !needsModel {
			return nil
		}
		return pullModel(ctx, p.streams, inventory.In(p.program.ModelsDir()), o.model, append(mirrors, fetch.Hub), false)
	}
	fetched, err := p.offered(ctx, o)
	if err != nil || !fetched {
		return err
	}
	again, err := openForPlay(p.streams, p.flags)
	if err != nil {
		return err
	}
	closeProgram(ctx, p.streams, p.program, nil)
	p.program = again
	return nil
}

// offeredFile lies beside what was fetched, and says that the offer was answered.
const offeredFile = ".offered"

// offered offers it, and has it fetched where that is wanted; that it could not be keeps nobody from playing.
func (p *player) offered(ctx context.Context, o modelOffer) (fetched bool, err error) {
	marker := filepath.Join(p.program.LibrariesDir(), offeredFile)
	wanted := p.program.Models().Embedder
	if !p.flags.person() || !p.session.Prompt || wanted != "" && wanted != o.model.Name || exists(marker) || !exists(o.worker) {
		return false, nil
	}
	_, none := inventory.In(p.program.ModelsDir()).Has(o.model)
	needsLibrary, needsModel := !exists(p.program.LibraryDir("llama")), errors.Is(none, inventory.ErrNone)
	if !needsLibrary && !needsModel {
		return false, nil
	}
	var parts []string
	var bytes int64
	if needsLibrary {
		parts, bytes = append(parts, "the library "+o.library.Title+" from "+hosts([]string{o.library.Package.Server})), bytes+o.library.Package.Bytes
	}
	if needsModel {
		parts, bytes = append(parts, "the model "+o.model.Name+" from "+hosts([]string{fetch.Hub})), bytes+o.model.Bytes()
	}
	picked, err := p.session.Pick("Find memories by what they mean?", []terminal.Offer{
		{Title: "Play without", Text: "Memories are found by the words in them. This is asked once; later, narratoria setup does it."},
		{Title: fmt.Sprintf("Fetch %d MB first", megabytes(bytes)), Text: "That is " + strings.Join(parts, " and ") + "; what is sent there is which file is wanted. It runs on this device, and nothing of your story leaves it. Ctrl-C plays without."},
	})
	if err != nil {
		return false, err
	}
	if err := atomicfile.Write(marker, []byte("true\n")); err != nil {
		fmt.Fprintf(p.err, "narratoria: that this was asked cannot be kept: %v\n", err)
	}
	if picked == 0 {
		return false, nil
	}
	p.session.Progress.End()
	if err := p.fetching(ctx, o, needsLibrary, needsModel); err != nil {
		fmt.Fprintf(p.err, "narratoria: %v\nThe story is played without; narratoria setup fetches it later.\n", err)
		return false, nil
	}
	return true, nil
}

// fetching fetches, until Ctrl-C, which the session then does not hear of any more.
func (p *player) fetching(ctx context.Context, o modelOffer, library, model bool) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	err := o.fetch(ctx, library, model)
	for ctx.Err() != nil {
		select {
		case <-p.session.Interrupt:
			continue
		default:
		}
		break
	}
	return err
}
