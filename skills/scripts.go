package skills

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/plan"
)

const scriptsDir = "scripts"

// A scriptFile is what discovery knows of one file below scripts/.
type scriptFile struct {
	name string // below the skill's directory
	mode fs.FileMode
	head []byte // its first bytes
	sum  string
}

// useFile makes a file of the skill what a script starts, or says at pointer why
// it cannot be.
func (m manifest) useFile(pointer string, script *Script, name, interpreter string) {
	file, err := m.inspect(name)
	if err != nil {
		m.fileProblem(pointer, name, err)
		return
	}
	m.sums[name] = file.sum
	script.File, script.SHA256 = name, file.sum // listed, whatever is wrong with it
	command, err := m.machine.command(file, interpreter)
	if err != nil {
		if interpreter != "" {
			pointer = strings.TrimSuffix(pointer, "/path") + "/interpreter"
		}
		m.problem(contracts.BadValue, pointer, "%v", err)
		return
	}
	script.Interpreter = command
	script.Path = filepath.Join(m.dir, filepath.FromSlash(name))
}

// scriptFiles lists the files below scripts/ that may be scripts.
func (m manifest) scriptFiles() []scriptFile {
	if info, err := fs.Stat(m.fsys, scriptsDir); err != nil || !info.IsDir() {
		return nil
	}
	var files []scriptFile
	var size int64
	err := fs.WalkDir(m.fsys, scriptsDir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || skipped(entry) {
			return cmp.Or(err, skipDir(entry))
		}
		info, err := fs.Stat(m.fsys, name)
		if err != nil || !info.Mode().IsRegular() {
			return nil // a script that the manifest names is looked at on its own
		}
		if size += info.Size(); size > maxScriptBytes || len(files) == maxScriptFiles {
			return errScriptsTooLarge
		}
		file, err := m.inspect(name)
		if err == nil {
			m.sums[name] = file.sum
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		m.scriptsProblem(err)
	}
	return files
}

var errScriptsTooLarge = errors.New("scripts/ holds too much")

func (m manifest) scriptsProblem(err error) {
	if !errors.Is(err, errScriptsTooLarge) {
		m.unreadable(scriptsDir, err)
		return
	}
	m.add(contracts.Problem{
		File: scriptsDir, Kind: contracts.Limit,
		Message: fmt.Sprintf("scripts/ holds more than %d files or %d MiB; keep libraries beside it, in lib/ for instance", maxScriptFiles, maxScriptBytes>>20),
	})
}

func skipped(entry fs.DirEntry) bool {
	return entry.IsDir() || strings.HasPrefix(entry.Name(), ".")
}

func skipDir(entry fs.DirEntry) error {
	if entry.IsDir() && (entry.Name() == "__pycache__" || strings.HasPrefix(entry.Name(), ".")) {
		return fs.SkipDir
	}
	return nil
}

// findScripts registers, for a manifest without a list of scripts, every file
// directly in scripts/ that can be started, by its name without extension.
func (m manifest) findScripts(files []scriptFile) {
	for _, file := range files {
		name := strings.TrimSuffix(path.Base(file.name), path.Ext(file.name))
		if !m.startable(file) {
			continue
		}
		script := &Script{Ref: plan.ScriptRef{Skill: m.skill.Name, Script: plan.ScriptName(name)}, Skill: m.skill, Required: true}
		if !ValidName(name) || m.hasScript(script.Ref) {
			m.warn(file.name, "%q is no script: its name without extension must be unique and of a-z, 0-9 and hyphens, or listed in the manifest", file.name)
			continue
		}
		m.useFile("", script, file.name, "")
		m.skill.Scripts = append(m.skill.Scripts, script)
	}
}

// warnUnlisted names the files that look like scripts and were forgotten.
func (m manifest) warnUnlisted(files []scriptFile) {
	for _, file := range files {
		if m.startable(file) && !m.usesFile(file.name) {
			m.warn(file.name, "%q can be started, but the manifest does not list it, so no plan can name it", file.name)
		}
	}
}

func (m manifest) startable(file scriptFile) bool {
	if path.Dir(file.name) != scriptsDir {
		return false
	}
	_, err := m.machine.command(file, "")
	return err == nil
}

func (m manifest) hasScript(ref plan.ScriptRef) bool {
	for _, script := range m.skill.Scripts {
		if script.Ref == ref {
			return true
		}
	}
	return false
}

func (m manifest) usesFile(name string) bool {
	for _, script := range m.skill.Scripts {
		if script.File == name {
			return true
		}
	}
	return false
}

// headSize is enough for a native program's magic number, and for a first line
// as long as Linux reads it.
const headSize = 256

// inspect reads the beginning of a script and, where it is not listed with its
// hash, the rest without keeping it.
func (m manifest) inspect(name string) (scriptFile, error) {
	file, err := m.fsys.Open(name)
	if err != nil {
		return scriptFile{}, err
	}
	defer file.Close()
	info, err := plainfile.Check(file, maxScript)
	if err != nil {
		return scriptFile{}, err
	}
	var head bytes.Buffer
	if m.listed != nil {
		sum := m.listed.Sum(name)
		if sum == "" {
			return scriptFile{}, errNoPart
		}
		_, err := io.Copy(&head, io.LimitReader(file, headSize))
		return scriptFile{name: name, mode: info.Mode(), head: head.Bytes(), sum: sum}, err
	}
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(hash, &limitedBuffer{&head, headSize}), io.LimitReader(file, maxScript+1)); err != nil {
		return scriptFile{}, err
	}
	return scriptFile{name: name, mode: info.Mode(), head: head.Bytes(), sum: hex.EncodeToString(hash.Sum(nil))}, nil
}

// A limitedBuffer keeps the beginning of what is written to it.
type limitedBuffer struct {
	*bytes.Buffer
	limit int
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	room := min(len(p), b.limit-b.Len())
	b.Buffer.Write(p[:room])
	return len(p), nil
}
