package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/fetch"
	"github.com/narratoria/narratoria/model/inventory"
)

func modelCommands(s streams) *cobra.Command {
	return group("model", "Keep models on this device, and say who else writes texts",
		modelAskCommand(s), modelProvidersCommand(s), modelEnableCommand(s), modelDisableCommand(s), modelListCommand(s), modelPullCommand(s), modelImportCommand(s), modelCheckCommand(s), modelRemoveCommand(s))
}

const modelFields = "{name, use, architecture, bytes, sha256, from}"

func modelListCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the models of this device, and those that can be fetched by name",
		Args:  wants(),
		RunE: opened(s, &programFlags{}, func(_ context.Context, p *narratoria.Program, _ []string) error {
			return listModels(s, inventory.In(p.ModelsDir()), asJSON)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one model a line: "+modelFields+", or {name, error}")
	return cmd
}

func modelPullCommand(s streams) *cobra.Command {
	var mirrors []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "pull NAME",
		Short: "Fetch a model that the program knows by name",
		Long: `Fetch a model that the program knows by name, from the HuggingFace Hub or a mirror of it. What comes is
taken only with the size and the hash that the program has for it. Nothing but the address of the
file is sent. What has come when it is ended with Ctrl-C or breaks off is kept, and gone on with the next time; "model
remove" removes it.`,
		Args: wants("NAME"),
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, args []string) error {
			known, err := knownModel(args[0])
			if err != nil {
				return err
			}
			return pullModel(ctx, s, inventory.In(p.ModelsDir()), known, append(allMirrors(p, mirrors), fetch.Hub), asJSON)
		}),
	}
	cmd.Flags().StringArrayVar(&mirrors, "mirror", nil, "server to ask before the Hub, as https://HOST[/PATH] (may be given more than once)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "say what was fetched as JSON: "+modelFields)
	return cmd
}

func modelImportCommand(s streams) *cobra.Command {
	var name string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "import PATH",
		Short: "Bring in a model: a GGUF file, or a directory with one or of all-MiniLM-L6-v2",
		Long: `Bring in a model, as a copy: a GGUF file, or a directory with one, or one with model.safetensors and vocab.txt
of all-MiniLM-L6-v2, of which one is made. The file is looked through, and its hash recorded. One that the
program knows by name is known under any other, too.`,
		Args: wants("PATH"),
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, args []string) error {
			if name == "" {
				if name = inventory.NameOf(args[0]); name == "" {
					return fmt.Errorf("no name for the model can be made of %.80q; give one with --name", filepath.Base(args[0]))
				}
			}
			m, err := inventory.In(p.ModelsDir()).Import(ctx, name, args[0], toldTo(s, asJSON))
			return saidModel(s, m, adviseModel(name, err), asJSON, "is brought in")
		}),
	}
	cmd.Flags().StringVar(&name, "name", "", "the name that it is to have (default: its file's)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "say what was brought in as JSON: "+modelFields)
	return cmd
}

func modelCheckCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [NAME]...",
		Short: "Prove that models are what they were when they came",
		Long:  `Read the whole file of each model, of all or of those named, and compare it with the hash that was recorded.`,
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, names []string) error {
			return checkModels(ctx, s, inventory.In(p.ModelsDir()), names, asJSON)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one model a line: "+modelFields+" and whole, or {name, whole, error}")
	return cmd
}

func modelRemoveCommand(s streams) *cobra.Command {
	var yes, asJSON bool
	cmd := &cobra.Command{
		Use:   "remove NAME",
		Short: "Remove a model, or what was fetched of one",
		Args:  wants("NAME"),
		RunE: opened(s, &programFlags{}, func(_ context.Context, p *narratoria.Program, args []string) error {
			models, name := inventory.In(p.ModelsDir()), args[0]
			says, err := removal(models, name)
			if err != nil {
				return err
			}
			if !asJSON {
				fmt.Fprintln(s.out, printable(says))
			}
			if !yes && !confirmed(s, "Remove it?") {
				return errNothingChanged
			}
			if err := models.Remove(name); err != nil {
				return adviseModel(name, err)
			}
			if asJSON {
				fmt.Fprintln(s.out, safeJSON(strictjson.Object{"name": name, "removed": true}))
				return nil
			}
			fmt.Fprintf(s.out, "The model %q is removed.\n", name)
			return nil
		}),
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&asJSON, "json", false, "say what was removed as JSON: {name, removed}")
	return cmd
}

// removal says what the removing of a model removes, and what it leaves.
func removal(models inventory.Inventory, name string) (says string, err error) {
	m, err := models.Model(name)
	if err == nil {
		return fmt.Sprintf("This removes the model %q, %d MB, from %s. What it was made of, %s, is left as it is.", name, megabytes(m.Bytes), models.Dir(), m.From), nil
	}
	if errors.Is(err, inventory.ErrName) {
		return "", err
	}
	unfinished, unlisted := models.Unfinished()
	if errors.Is(err, inventory.ErrNone) && unlisted == nil && !slices.Contains(unfinished, name) {
		return "", adviseModel(name, err)
	}
	return fmt.Sprintf("This removes what there is of the model %q in %s.", name, models.Dir()), nil
}

func knownModel(name string) (inventory.Published, error) {
	known, is := inventory.KnownAs(name)
	if !is {
		return known, fmt.Errorf("no model is known as %.80q, only %s; one that you have fetched yourself is brought in with: narratoria model import FILE", name, knownNames())
	}
	return known, nil
}

func knownNames() string {
	var names []string
	for _, known := range inventory.Known() {
		names = append(names, known.Name)
	}
	return strings.Join(names, ", ")
}

// adviseModel adds to an error what can be done.
func adviseModel(name string, err error) error {
	switch {
	case errors.Is(err, inventory.ErrExists):
		return fmt.Errorf("there is a model %q, and it stays as it is; remove it with: narratoria model remove %s", name, name)
	case errors.Is(err, inventory.ErrNone):
		return fmt.Errorf("there is no model %q; what there is: narratoria model list", name)
	case errors.Is(err, inventory.ErrOther):
		return fmt.Errorf("%w; to have the one that is meant: %s", err, insteadOf(name))
	case errors.Is(err, inventory.ErrChanged):
		return fmt.Errorf("%w; remove it, and bring it in again: narratoria model remove %s", err, name)
	}
	return err
}

// insteadOf is the command by which a model that is known by a name is had in place of another that has it.
func insteadOf(name string) string {
	return "narratoria model remove " + name + " && narratoria setup models " + name
}

func modelTree(m inventory.Model) strictjson.Object {
	return strictjson.Object{
		"name": m.Name, "use": string(m.Use), "architecture": m.Architecture, "bytes": strictjson.Int(m.Bytes), "sha256": m.SHA256, "from": m.From,
	}
}

func listModels(s streams, models inventory.Inventory, asJSON bool) error {
	all, err := models.List()
	if err != nil {
		return err
	}
	if asJSON {
		for _, entry := range all {
			tree := modelTree(entry.Model)
			if entry.Err != nil {
				tree = strictjson.Object{"name": entry.Model.Name, "error": entry.Err.Error()}
			}
			fmt.Fprintln(s.out, safeJSON(tree))
		}
		return nil
	}
	if len(all) == 0 {
		fmt.Fprintf(s.out, "There is no model in %s\n", printable(models.Dir()))
	} else {
		table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "MODEL\tUSE\tARCHITECTURE\tBYTES\tFROM")
		for _, entry := range all {
			m := entry.Model
			if entry.Err != nil {
				fmt.Fprintf(table, "%s\t-\t-\t-\t%s\n", m.Name, printable(entry.Err.Error()))
				continue
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\n", m.Name, m.Use, m.Architecture, m.Bytes, printable(m.From))
		}
		_ = table.Flush() // to memory; the writer below it has its own errors
	}
	unfinished, err := models.Unfinished()
	if err != nil {
		return err
	}
	for _, name := range unfinished {
		fmt.Fprintf(s.out, "\nOf %s there is a part, which takes room; to go on, bring it in again; to remove it: narratoria model remove %s\n", name, name)
	}
	for _, known := range inventory.Known() {
		if _, err := models.Has(known); errors.Is(err, inventory.ErrNone) {
			fmt.Fprintf(s.out, "\nTo fetch %s (%s, %s, %d MB, %s): narratoria model pull %s\n",
				known.Repository, known.Quantisation, known.Use, megabytes(known.Bytes()), known.License, known.Name)
		}
	}
	return nil
}

// toldTo says on stderr how far the reading of a large file is, ten times; fetchTold that of what is fetched.
func toldTo(s streams, quiet bool) inventory.Progress { return toldOf(s, quiet, 100e6) } // which takes a second

func fetchTold(s streams, quiet bool) inventory.Progress { return toldOf(s, quiet, 5e6) }

// toldOf tells of what has so many bytes at least.
func toldOf(s streams, quiet bool, least int64) inventory.Progress {
	said := int64(0)
	return func(done, total int64) {
		if quiet || total < least {
			return
		}
		if tenth := done * 10 / total; tenth > said {
			said = tenth
			fmt.Fprintf(s.err, "%d %% of %d MB\n", tenth*10, megabytes(total))
		}
	}
}

// saidModel says what became of a model.
func saidModel(s streams, m inventory.Model, err error, asJSON bool, became string) error {
	switch {
	case err != nil:
		return err
	case asJSON:
		fmt.Fprintln(s.out, safeJSON(modelTree(m)))
	default:
		fmt.Fprintf(s.out, "The model %q %s: %s, %s, %d bytes, SHA-256 %s\n", m.Name, became, m.Use, m.Architecture, m.Bytes, m.SHA256)
	}
	return nil
}

func pullModel(ctx context.Context, s streams, models inventory.Inventory, known inventory.Published, servers []string, asJSON bool) error {
	client, err := fetch.New(servers, nil)
	if err != nil {
		return err
	}
	if _, err := models.Has(known); errors.Is(err, inventory.ErrOther) {
		return adviseModel(known.Name, err)
	}
	if !asJSON {
		fmt.Fprintf(s.err, "Fetching %d MB of %s from %s\n", megabytes(known.Bytes()), known.Repository, hosts(servers))
	}
	m, err := models.Assemble(ctx, known.Name, known.Repository+"@"+known.Where(), func(directory string) error {
		for _, f := range known.Files {
			path := filepath.Join(directory, f.As)
			if err := os.Rename(path, path+".part"); err != nil && !errors.Is(err, os.ErrNotExist) { // fetched before: it is looked at again
				return err
			}
			file := fetch.File{Repository: known.Repository, Revision: known.Where(), Name: f.Name, Bytes: f.Bytes, SHA256: f.SHA256}
			if err := client.Fetch(ctx, file, path, fetchTold(s, asJSON)); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("it was ended; what has come is kept: narratoria model pull %s goes on, narratoria model remove %s removes it", known.Name, known.Name)
	}
	return saidModel(s, m, adviseModel(known.Name, err), asJSON, "is fetched")
}

// hosts are those of servers, in words.
func hosts(servers []string) string {
	var all []string
	for _, server := range servers {
		if u, err := url.Parse(server); err == nil {
			all = append(all, u.Host)
		}
	}
	return strings.Join(all, ", else ")
}

func checkModels(ctx context.Context, s streams, models inventory.Inventory, names []string, asJSON bool) error {
	if len(names) == 0 {
		all, err := models.List()
		if err != nil {
			return err
		}
		for _, entry := range all {
			names = append(names, entry.Model.Name)
		}
		if len(all) == 0 && !asJSON {
			fmt.Fprintf(s.out, "There is no model in %s\n", printable(models.Dir()))
		}
	}
	var damaged []string
	for _, name := range names {
		m, err := models.Check(ctx, name, toldTo(s, asJSON))
		if err != nil && !errors.Is(err, inventory.ErrChanged) {
			return adviseModel(name, err)
		}
		if err != nil {
			damaged = append(damaged, name)
		}
		switch {
		case asJSON && err != nil:
			fmt.Fprintln(s.out, safeJSON(strictjson.Object{"name": name, "whole": false, "error": err.Error()}))
		case asJSON:
			tree := modelTree(m)
			tree["whole"] = true
			fmt.Fprintln(s.out, safeJSON(tree))
		case err != nil:
			fmt.Fprintln(s.out, printable(err.Error()))
		default:
			fmt.Fprintf(s.out, "%s: whole, %d bytes\n", name, m.Bytes)
		}
	}
	switch {
	case len(damaged) == 0:
		return nil
	case asJSON:
		return errReported
	}
	return fmt.Errorf("%s damaged; remove it, and bring it in again: narratoria model remove %s",
		numbered(len(damaged), "model is", "models are"), damaged[0])
}
