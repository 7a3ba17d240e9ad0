package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/internal/strictjson"
	modelkeys "github.com/narratoria/narratoria/model/keys"
	"github.com/narratoria/narratoria/model/provider"
)

// whoAsks has to be said wherever a provider is enabled.
const whoAsks = `In play a provider is asked for what the settings name it for: for the plan of each turn by "models.plan", and for texts by "models.text" and "models.tasks", those of skills that you allowed to generate texts among them. "narratoria model ask" asks, too.`

func modelProvidersCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "providers",
		Short: "List who can write texts, what each is sent, and who is enabled",
		Args:  wants(),
		RunE: opened(s, &programFlags{}, func(_ context.Context, p *narratoria.Program, _ []string) error {
			all, err := p.Providers()
			if err != nil {
				fmt.Fprintf(s.err, "narratoria: %v\nUntil it can be read, nothing is sent anywhere.\n", err)
			}
			return listProviders(s, p, all, asJSON)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one provider a line: {name, kind, model, where, leaves, enabled, sends, key, error}")
	return cmd
}

// unusable is the state of a provider of which something is missing.
const unusable = "unusable"

// stateOf is how a provider is, in a word or some.
func stateOf(all *provider.All, of provider.Provider) (state string, err error) {
	if err := of.Check(); err != nil {
		return unusable, err
	}
	switch moved := all.Consent.Moved(of); {
	case of.Host() == "":
		return "on this device", nil
	case all.Consent.Enabled(of):
		return "enabled", nil
	case moved != "":
		return "not enabled", fmt.Errorf("it was enabled at %s, and is at %s now: to agree to that, narratoria model enable %s", moved, of.At(), of.Name)
	}
	return "not enabled", nil
}

// inSettings says where it is what is missing of a provider.
func inSettings(p *narratoria.Program, state string, wrong error) error {
	if wrong == nil || state != unusable {
		return wrong
	}
	return fmt.Errorf("%w; the settings are in %s", wrong, filepath.Join(p.ConfigDir(), "config.json"))
}

func listProviders(s streams, p *narratoria.Program, all *provider.All, asJSON bool) error {
	if len(all.Providers) == 0 && !asJSON {
		fmt.Fprintf(s.out, "The settings name nobody who writes texts. In %s that looks like this:\n\n%s\n", printable(p.ConfigDir()+"/config.json"), providersExample)
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	if !asJSON {
		fmt.Fprintln(table, "PROVIDER\tKIND\tMODEL\tWHERE\tSTATE\tKEY")
	}
	var notes []string
	for _, of := range all.Providers {
		state, wrong := stateOf(all, of)
		wrong = inSettings(p, state, wrong)
		has, err := all.HasKey(of)
		key := "none"
		if has {
			key = "there"
		}
		if wrong = errors.Join(wrong, err); wrong != nil {
			notes = append(notes, of.Name+": "+wrong.Error())
		}
		if !asJSON {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", of.Name, of.Kind, printable(orDash(of.Model)), printable(of.Where()), state, key)
			continue
		}
		tree := strictjson.Object{
			"name": of.Name, "kind": of.Kind, "model": of.Model, "where": of.Where(), "leaves": of.Host() != "",
			"enabled": state != unusable && all.Consent.Enabled(of), "sends": strictjson.FromStrings(of.Sends()), "key": has,
		}
		if wrong != nil {
			tree["error"] = wrong.Error()
		}
		fmt.Fprintln(s.out, safeJSON(tree))
	}
	if asJSON {
		return nil
	}
	_ = table.Flush() // to memory; the writer below it has its own errors
	for _, note := range notes {
		fmt.Fprintln(s.out, printable(note))
	}
	fmt.Fprintln(s.out, "\nAsked in play, one after the other:")
	for _, asked := range p.Asked() {
		names := strings.Join(asked.Names, ", ")
		if names == "" {
			names = "nobody"
		}
		fmt.Fprintf(table, "  %s\t%s\n", printable(asked.For), printable(names))
	}
	if text := p.Models().Text; len(text) > 0 {
		fmt.Fprintf(table, "  whatever else a skill asks for\t%s\n", printable(strings.Join(text, ", ")))
	}
	_ = table.Flush()
	fmt.Fprintln(s.out, "\n"+whoAsks)
	sayUnasked(s, p)
	return nil
}

// sayUnasked says of whom play asks nothing, where the settings name them.
func sayUnasked(s streams, p *narratoria.Program) {
	for _, why := range p.Unasked() {
		fmt.Fprintf(s.out, "As the settings are, %s\n", printable(why.Error()))
	}
	for _, sentence := range p.Misnamed() {
		fmt.Fprintln(s.out, printable("As the settings are, "+sentence))
	}
}

const providersExample = `  {"models": {
    "providers": {
      "claude": {"kind": "anthropic", "model": "claude-haiku-4-5"},
      "server": {"kind": "openai", "address": "http://localhost:8080/v1", "model": "phi-3.5-mini", "grammars": true},
      "here":   {"kind": "llama", "model": "phi-3.5-mini"}
    },
    "text": ["claude", "here"]
  }}`

// findProvider gives one by its name, with those that there are where there is none.
func findProvider(all *provider.All, name string) (provider.Provider, error) {
	of, err := all.Find(name)
	if errors.Is(err, provider.ErrNone) {
		return of, fmt.Errorf("%w; whom they name: narratoria model providers", err)
	}
	return of, err
}

func modelEnableCommand(s streams) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "enable NAME",
		Short: "Let a provider that is not on this device be asked, once you have seen what it is sent",
		Args:  wants("NAME"),
		RunE: opened(s, &programFlags{}, func(_ context.Context, p *narratoria.Program, args []string) error {
			all, err := p.Providers()
			if err != nil {
				return err
			}
			of, err := findProvider(all, args[0])
			if err != nil {
				return err
			}
			if err := enableProvider(s, all, of, yes); err != nil {
				return err
			}
			sayUnasked(s, p)
			return nil
		}),
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

func enableProvider(s streams, all *provider.All, of provider.Provider, yes bool) error {
	if of.Host() == "" {
		fmt.Fprintf(s.out, "%s is on this device; nothing of it has to be enabled.\n", of.Name)
		return nil
	}
	fmt.Fprintf(s.out, "%s is at %s. When it is asked, it is sent\n", of.Name, printable(of.Host()))
	for _, line := range of.Sends() {
		fmt.Fprintln(s.out, "  - "+printable(line))
	}
	if !yes && !confirmed(s, "Enable it?") {
		return errors.New("nothing was changed; to agree without being asked, give the same command with --yes")
	}
	if err := all.Consent.Enable(of); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s is enabled. To take that back: narratoria model disable %s\n%s\n", of.Name, of.Name, whoAsks)
	if has, err := all.HasKey(of); err == nil && !has && of.At() == of.Host() { // no key goes by http
		fmt.Fprintf(s.out, "There is no key for %s. If it wants one: narratoria setup key %s\n", printable(of.Host()), printable(of.Host()))
	}
	return nil
}

func modelDisableCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "disable NAME",
		Short: "Have nothing sent to a provider any more",
		Args:  wants("NAME"),
		RunE: opened(s, &programFlags{}, func(_ context.Context, p *narratoria.Program, args []string) error {
			all, err := p.Providers()
			if err != nil {
				return err
			}
			return disableProvider(s, p, all, args[0])
		}),
	}
}

// disableProvider takes back what was agreed to, also for one that the settings name no more.
func disableProvider(s streams, p *narratoria.Program, all *provider.All, name string) error {
	of, err := findProvider(all, name)
	if errors.Is(err, provider.ErrNone) && !all.Consent.Holds(name) {
		return err
	}
	if all.Consent.Holds(name) {
		if err := all.Consent.Disable(name); err != nil {
			return err
		}
	}
	if of.Name != "" && of.Host() == "" {
		fmt.Fprintf(s.out, "%s is on this device: it is asked without your consent, and nothing of that leaves the device. To have it asked no more, take it out of \"text\", \"tasks\" and \"plan\" of \"models\" in %s\n",
			printable(name), printable(p.ConfigDir()+"/config.json"))
		return nil
	}
	fmt.Fprintf(s.out, "Nothing is sent to %s.\n", printable(name))
	return nil
}

func setupKeyCommand(s streams) *cobra.Command {
	var remove bool
	cmd := &cobra.Command{
		Use:   "key HOST",
		Short: "Keep the key of a server of models, which is read from a line of stdin",
		Long: `Keep the key of a server of models in a file that you alone can read. It is read from a line of stdin, and from
no argument, which others on the machine could see; at a terminal it is not shown. It is sent to that host and to no other.`,
		Args: wants("HOST"),
		RunE: opened(s, &programFlags{}, func(_ context.Context, p *narratoria.Program, args []string) error {
			store := modelkeys.Store{Dir: p.ConfigDir()}
			if remove {
				if err := store.Put(args[0], modelkeys.Key{}); err != nil {
					return err
				}
				fmt.Fprintf(s.out, "There is no key for %s in %s\n", printable(args[0]), printable(store.File()))
				return nil
			}
			if _, err := modelkeys.Host(args[0]); err != nil {
				return err
			}
			secret, err := readSecret(s, "The key for "+args[0]+": ")
			if err != nil {
				return err
			}
			key, err := modelkeys.New(args[0], secret)
			if err != nil {
				return err
			}
			if err := store.Put(args[0], key); err != nil {
				return err
			}
			fmt.Fprintf(s.out, "The key for %s is in %s\n", printable(args[0]), printable(store.File()))
			return nil
		}),
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "remove the key that is kept for the host")
	return cmd
}

// readSecret reads a line, which a terminal does not show.
func readSecret(s streams, question string) (string, error) {
	if terminal.Is(s.in) {
		fmt.Fprint(s.err, question)
		defer fmt.Fprintln(s.err)
		defer terminal.Hide(s.in)()
	}
	line, err := bufio.NewReader(io.LimitReader(s.in, 8<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if line = strings.TrimSpace(line); line == "" {
		return "", errors.New("no key was given; nothing was changed")
	}
	return line, nil
}
