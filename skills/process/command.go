package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"

	"github.com/google/uuid"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/skills"
)

// A place is the directories of one attempt. The output directory is its
// temporary directory too, since making and removing one more costs as much as
// all else the transport does; of what lies there only named assets are taken.
type place struct {
	output  output // removed with everything in it
	data    string
	cache   *cache
	work    string // where the script is started
	script  string // its file there; "" for a built-in one
	release func() // lets go of work
}

// prepare finds the attempt its directories and writes them into the request.
func (t *Transport) prepare(ctx context.Context, inv *skills.Invocation) (place, error) {
	output, err := t.outputs.take()
	if err != nil {
		return place{}, fmt.Errorf("no directory for its output: %w", err)
	}
	t.running.Go(t.outputs.restock) // until there is one for the next attempt
	p := place{output: output, release: func() {}}
	if p.data, p.cache, err = t.dataDir(ctx, inv, output.dir); err != nil {
		t.tidy(p, nil)
		return place{}, fmt.Errorf("its data directory cannot be made: %w", err)
	}
	if err := t.runsFrom(ctx, inv.Script, &p); err != nil {
		t.tidy(p, nil)
		return place{}, err
	}
	inv.Request.OutputDir, inv.Request.DataDir = p.output.dir, p.data
	return p, nil
}

// dataDir is the skill's cache: its own in every playthrough unless its manifest
// asks for one that all share. Where none lasts it is one in the attempt's own directory.
func (t *Transport) dataDir(ctx context.Context, inv *skills.Invocation, attempt string) (path string, held *cache, err error) {
	root := cmp.Or(inv.DataRoot, t.options.DataRoot)
	if script := inv.Script; script.Skill != nil && script.Skill.SharedData {
		root = t.options.SharedRoot
	}
	if root == (skills.DataRoot{}) || inv.Scope.As != "" { // what one character knows lasts no longer than they speak
		dir := plainfile.Below{Base: attempt, Way: "data"}
		held, err = once(dir)
		return dir.Path(), held, err
	}
	dir := plainfile.Below(root).In(string(inv.Script.Ref.Skill))
	held, err = t.caches.enter(ctx, dir)
	return dir.Path(), held, err
}

// tidy gives an attempt's directory back. Where it cannot be used again it is
// removed, in the background, for a script may have left a million files; Close
// waits for it. c is what was started, nil for nothing: as long as any of it may
// live the directory is not another's.
func (t *Transport) tidy(p place, c *child) {
	p.release()
	if c == nil && p.cache != nil {
		p.cache.hold()
		p.cache.leave()
	}
	if (c == nil || c.treeIsGone()) && t.outputs.giveBack(p.output) {
		return
	}
	t.running.Go(func() { t.outputs.remove(p.output) }) // until it is removed
}

// command is what starts the script, complete but for its pipes.
func (t *Transport) command(inv *skills.Invocation, p place) (*exec.Cmd, error) {
	script := inv.Script
	program, args, err := t.program(script, p.script)
	if err != nil {
		return nil, err
	}
	return &exec.Cmd{
		Path: program,
		Args: append([]string{program}, args...),
		Dir:  p.work,
		Env:  environment(uuid.NewString(), p),
	}, nil
}

// launch is what starts a script so that it cannot outlive this program, however early that
// is killed. The bundled scripts end with their stdin and need none.
func (t *Transport) launch(script *skills.Script) []string {
	if script.Builtin != "" {
		return nil
	}
	return t.options.Launcher
}

// program finds what to execute: the bundled program, the interpreter that the
// manifest was allowed to name, or the script itself.
func (t *Transport) program(script *skills.Script, path string) (string, []string, error) {
	if script.Builtin != "" {
		if t.options.BuiltinProgram == "" {
			return "", nil, errors.New("the program narratoria-skills, which carries the bundled scripts, is not installed beside this one")
		}
		return t.options.BuiltinProgram, []string{string(script.Ref.Skill), script.Builtin}, nil
	}
	if _, err := os.Stat(path); err != nil {
		return "", nil, fmt.Errorf("its file cannot be read: %w", err)
	}
	if len(script.Interpreter) == 0 {
		return path, nil, nil
	}
	program, err := exec.LookPath(script.Interpreter[0])
	if err != nil {
		return "", nil, fmt.Errorf("its interpreter %q is not on the PATH; install it, or change the manifest", script.Interpreter[0])
	}
	return program, append(append([]string{}, script.Interpreter[1:]...), path), nil
}

// explainStart says what a person can do about a program that did not start.
func explainStart(inv *skills.Invocation, program string, err error) error {
	var hint string
	switch {
	case noFormat(err):
		hint = "; begin the script with a line such as #!/usr/bin/env python3, or name an interpreter in the manifest"
	case errors.Is(err, fs.ErrPermission):
		hint = fmt.Sprintf("; make it executable with: chmod +x %s", program)
	case errors.Is(err, fs.ErrNotExist) && inv.Script.Builtin == "":
		hint = "; the file, or the program its #! line names, is missing"
	}
	return fmt.Errorf("%w%s", err, hint)
}
