package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/cmd/narratoria/libraries"
	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/model/fetch"
	"github.com/narratoria/narratoria/model/inventory"
	llamapins "github.com/narratoria/narratoria/model/llama/pins"
	objectboxpins "github.com/narratoria/narratoria/persistence/objectbox/pins"
)

func setupCommand(s streams) *cobra.Command {
	var mirrors []string
	var yes bool
	cmd := &cobra.Command{
		Use:   "setup",
		Short: "Fetch what runs models on this device: llama.cpp, and models",
		Long: `Fetch what runs models on this device: the library llama.cpp, and the models that the program knows
by name. Nothing is fetched that was not asked for, nor during play; each file is taken only with the
size and the hash that the program has for it. What is here and whole stays. Without one of its commands
what play uses is fetched, once you have agreed.`,
		Args: unknownCommand,
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, _ []string) error {
			return setUp(ctx, s, p, mirrors, yes)
		}),
	}
	cmd.PersistentFlags().StringArrayVar(&mirrors, "mirror", nil, "server to ask before those where files are published, as https://HOST[/PATH] (may be given more than once)")
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.AddCommand(
		setupLibraryCommand(s, "llama", "Fetch llama.cpp, which runs models, or take it from a path", &mirrors, llamapins.Library),
		setupLibraryCommand(s, "objectbox", "Fetch ObjectBox, which a store objectbox:DIRECTORY is kept by, or take it from a path", &mirrors, objectboxpins.Library),
		setupModelsCommand(s, &mirrors), setupKeyCommand(s))
	return cmd
}

// allMirrors are the servers that are asked first: of the command, then of the settings.
func allMirrors(p *narratoria.Program, given []string) []string {
	return append(append([]string{}, given...), p.Models().Mirrors...)
}

func setupLibraryCommand(s streams, name, short string, mirrors *[]string, of func(goos, goarch string) (native.Library, error)) *cobra.Command {
	return &cobra.Command{
		Use:   name + " [PATH]",
		Short: short,
		Long: short + `.

PATH is a directory with its files, or the package in which it is published; nothing is fetched then.`,
		Args: wantsUpTo("PATH"),
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, args []string) error {
			library, err := of(runtime.GOOS, runtime.GOARCH)
			if err != nil {
				return err
			}
			path := ""
			if len(args) > 0 {
				path = args[0]
			}
			place := libraries.In(p.LibrariesDir())
			if err := setUpLibrary(ctx, s, place, library, allMirrors(p, *mirrors), path); err != nil {
				return err
			}
			if other := p.LibraryDir(name); other != place.Dir(name) {
				fmt.Fprintf(s.out, "It is not used as long as the settings, or NARRATORIA_%s, name another directory: %s\n", strings.ToUpper(name), printable(other))
			}
			return nil
		}),
	}
}

// setUpLibrary brings a library, where it is not there and whole.
func setUpLibrary(ctx context.Context, s streams, place libraries.Place, of native.Library, mirrors []string, path string) error {
	dir := place.Dir(of.Name)
	if of.Check(dir) == nil {
		fmt.Fprintf(s.out, "%s %s is in %s, and whole.\n", of.Title, of.Release, printable(dir))
		return nil
	}
	var err error
	if path != "" {
		err = place.Take(ctx, of, path)
	} else {
		fmt.Fprintf(s.err, "Fetching %d MB of %s %s (%s) from %s\n", megabytes(of.Package.Bytes), of.Title, of.Release, of.License, hosts(append(mirrors, of.Package.Server)))
		err = place.Fetch(ctx, of, mirrors, fetchTold(s, false))
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("it was ended; what has come is kept: %s goes on", of.Mend())
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s %s is in %s\n", of.Title, of.Release, printable(dir))
	if of.Untried {
		fmt.Fprintf(s.out, "Nobody has tried it on %s/%s with this program. If it does not run there, a story goes on without.\n", runtime.GOOS, runtime.GOARCH)
	}
	return nil
}

func megabytes(bytes int64) int64 { return (bytes + 999_999) / 1_000_000 }

func setupModelsCommand(s streams, mirrors *[]string) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "models [NAME]...",
		Short: "Fetch the models that the program knows by name, where they are missing or damaged",
		Long: `Fetch the models that the program knows by name, where they are missing or damaged: those that are named, or
all, once you have agreed to how much that is.`,
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, names []string) error {
			wanted := inventory.Known()
			if len(names) > 0 {
				wanted = nil
			}
			for _, name := range names {
				known, err := knownModel(name)
				if err != nil {
					return err
				}
				wanted = append(wanted, known)
			}
			models := inventory.In(p.ModelsDir())
			if len(names) == 0 && !yes && !agreedToModels(ctx, s, models, wanted) {
				return errors.New("nothing was fetched; to agree without being asked: narratoria setup models --yes; to fetch one: narratoria setup models NAME")
			}
			return setUpModels(ctx, s, models, wanted, append(allMirrors(p, *mirrors), fetch.Hub))
		}),
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

// agreedToModels shows what would be fetched, and asks; where that is nothing, nobody is asked.
func agreedToModels(ctx context.Context, s streams, models inventory.Inventory, wanted []inventory.Published) bool {
	var sum int64
	for _, known := range wanted {
		if _, err := wholeModel(ctx, s, models, known); err != nil && !errors.Is(err, inventory.ErrOther) { // which is not replaced
			sum += known.Bytes()
			fmt.Fprintf(s.out, "  %-18s %5d MB  %s\n", known.Name, megabytes(known.Bytes()), known.License)
		}
	}
	return sum == 0 || ctx.Err() == nil && confirmed(s, fmt.Sprintf("Fetch these %d MB?", megabytes(sum)))
}

// wholeModel is a model that is known by a name, here under any, if it is what it was when it came.
func wholeModel(ctx context.Context, s streams, models inventory.Inventory, known inventory.Published) (inventory.Model, error) {
	m, err := models.Has(known)
	if err != nil {
		return m, err
	}
	return models.Check(ctx, m.Name, toldTo(s, false))
}

// setUpModels fetches those that are not there and whole. One that cannot be had keeps no other from being tried.
func setUpModels(ctx context.Context, s streams, models inventory.Inventory, wanted []inventory.Published, servers []string) error {
	var failed []error
	for _, known := range wanted {
		m, err := wholeModel(ctx, s, models, known)
		if err == nil {
			fmt.Fprintf(s.out, "The model %q is whole, %d bytes.\n", m.Name, m.Bytes)
			continue
		}
		if err := pullModel(ctx, s, models, known, servers, false); err != nil {
			failed = append(failed, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failed...)
}

// setUp brings all that is missing, when whoever asks has agreed to that.
func setUp(ctx context.Context, s streams, p *narratoria.Program, mirrors []string, yes bool) error {
	models, place := inventory.In(p.ModelsDir()), libraries.In(p.LibrariesDir())
	library, unsupported := llamapins.Library(runtime.GOOS, runtime.GOARCH)
	if unsupported != nil {
		return unsupported
	}
	var sum int64
	missing := func(title string, bytes int64, license string) {
		sum += bytes
		fmt.Fprintf(s.out, "  %-18s %5d MB  %s\n", title, megabytes(bytes), license)
	}
	fmt.Fprintln(s.out, "To be fetched:")
	bring := library.Check(p.LibraryDir("llama")) != nil
	if bring {
		missing(library.Title, library.Package.Bytes, library.License)
	}
	var wanted []inventory.Published
	_, meant := wholeModel(ctx, s, models, inventory.Embeddings)
	_, written := wholeModel(ctx, s, models, inventory.Narrator)
	if err := ctx.Err(); err != nil {
		return err
	}
	var another error // in the place of one that would be fetched
	switch {
	case errors.Is(meant, inventory.ErrOther):
		another = adviseModel(inventory.Embeddings.Name, meant)
	case meant != nil:
		wanted = append(wanted, inventory.Embeddings)
		missing(inventory.Embeddings.Name, inventory.Embeddings.Bytes(), inventory.Embeddings.License)
	}
	switch {
	case sum == 0 && another != nil:
		fmt.Fprintln(s.out, "  nothing")
	case sum == 0:
		fmt.Fprintln(s.out, "  nothing: all of it is here")
	}
	switch {
	case errors.Is(written, inventory.ErrOther):
		fmt.Fprintf(s.out, "\n%s\n\n", printable(adviseModel(inventory.Narrator.Name, written).Error()))
	case written != nil: // 2.4 GB that play would not use
		fmt.Fprintf(s.out, "\nNo skill that comes with the program has a model write. To fetch the one that writes for skills of yours and for \"narratoria model ask\", %d MB:\n  narratoria setup models %s\n\n", megabytes(inventory.Narrator.Bytes()), inventory.Narrator.Name)
	}
	if sum == 0 {
		return another
	}
	if !yes && !confirmed(s, fmt.Sprintf("Fetch these %d MB?", megabytes(sum))) {
		return errors.New("nothing was fetched; to agree without being asked: narratoria setup --yes")
	}
	failed := another
	if bring {
		failed = errors.Join(failed, setUpLibrary(ctx, s, place, library, allMirrors(p, mirrors), ""))
	}
	return errors.Join(failed, setUpModels(ctx, s, models, wanted, append(allMirrors(p, mirrors), fetch.Hub)))
}
