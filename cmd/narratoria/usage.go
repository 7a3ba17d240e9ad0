package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/narratoria/narratoria/internal/nearest"
)

// wants is for commands with arguments, which are called what the user sees in
// the help: "plan run wants a FILE".
func wants(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return fmt.Errorf("%s wants a %s", spoken(cmd), names[len(args)])
		case len(args) > len(names):
			return fmt.Errorf("%s does not know what to do with %q", spoken(cmd), args[len(names)])
		}
		return nil
	}
}

// wantsUpTo is wants where the last argument may be missing.
func wantsUpTo(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names)-1 {
			return nil
		}
		return wants(names...)(cmd, args)
	}
}

// wantsAtLeast is wantsUpTo where more arguments like the last may follow.
func wantsAtLeast(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		return wantsUpTo(names...)(cmd, args[:min(len(args), len(names))])
	}
}

// spoken is a command without the program's name.
func spoken(cmd *cobra.Command) string {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	return path
}

// unknownCommand is for commands that hold others.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("there is no command %q", strings.TrimSpace(spoken(cmd)+" "+args[0]))
	var known []string
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() {
			known = append(known, child.Name())
		}
	}
	if meant := nearest.Name(args[0], known); meant != "" {
		return fmt.Errorf("%s; did you mean %q?", text, meant)
	}
	return fmt.Errorf("%s, only %s", text, strings.Join(known, ", "))
}

// helpCommand is cobra's, but for a command that is not there.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]...",
		Short: "Show what a command does",
		RunE: func(_ *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err == nil && len(rest) > 0 {
				err = unknownCommand(found, rest)
			}
			if err != nil {
				return err
			}
			found.InitDefaultHelpFlag() // shown, as by --help
			return found.Help()
		},
	}
}

// wrongFlag puts into words what is wrong with a flag.
func wrongFlag(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && unknown.GetSpecifiedShortnames() == "" {
		return unknownFlag(cmd, unknown.GetSpecifiedName())
	}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok && bad.GetFlag() != nil {
		return fmt.Errorf("--%s wants %s, and is %q", bad.GetFlag().Name, kindOf(bad.GetFlag()), bad.GetValue())
	}
	return err
}

func unknownFlag(cmd *cobra.Command, name string) error {
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	text := fmt.Sprintf("%s has no flag --%s", cmp.Or(spoken(cmd), cmd.Name()), name)
	if meant := nearest.Name(name, known); meant != "" {
		text += fmt.Sprintf("; did you mean --%s?", meant)
	}
	return errors.New(text)
}

func kindOf(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	}
	return "a " + flag.Value.Type()
}

// atLeastZero keeps a flag from silently meaning its default.
func atLeastZero(cmd *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if n, err := cmd.Flags().GetInt(name); err == nil && n < 0 {
			return fmt.Errorf("--%s wants a whole number that is not negative, and is %d", name, n)
		}
	}
	return nil
}
