package persistence

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence/internal/packed"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// A Store is a place with saves in it. It is safe for concurrent use.
type Store struct {
	driver  Driver
	options Options
	index   *vector.Index // nil without an embedder
	second  *vector.Index // of Options.Meanwhile; nil for none
	packer  packer
	packing packed.Events
}

// Options of a store.
type Options struct {
	Now      func() time.Time // the wall clock noted beside events; time.Now when nil
	Searched func(Searched)   // is told of every search, from the goroutine that made it; may be nil

	// Embedder makes the vectors that searches by meaning compare; nil where there are to
	// be no such searches. It is given the texts of rows in the scope of a search, and the query.
	Embedder vector.Embedder
	// Meanwhile stands in for Embedder, as long as most vectors of what is searched are still to be made, and where
	// Embedder fails: one that takes no time and has no way to fail, as that of package model/lexical, or
	// the one before, whose vectors a save still has. Nil for none. No search goes by both.
	Meanwhile vector.Embedder
	// KeepVectors has saves keep the vectors of their texts, for an embedder that takes longer to
	// make them than it takes to read them. Meanwhile's are read where there are any, and not kept.
	KeepVectors bool
	// Slab keeps those vectors in memory, beside others if it is shared; nil for one of the store's
	// own, of vector.DefaultSlab bytes.
	Slab *vector.Slab
}

// New is the store that a driver keeps. A nil Options is the default.
func New(driver Driver, options *Options) *Store {
	s := &Store{driver: driver}
	if options != nil {
		s.options = *options
	}
	if s.options.Now == nil {
		s.options.Now = time.Now
	}
	if s.options.Searched == nil {
		s.options.Searched = func(Searched) {}
	}
	if s.options.Slab == nil {
		s.options.Slab = vector.NewSlab(0)
	}
	if s.options.Embedder != nil {
		s.index = vector.NewIndex(s.options.Embedder, s.options.Slab)
	}
	if s.options.Meanwhile != nil {
		s.second = vector.NewIndex(s.options.Meanwhile, s.options.Slab)
	}
	return s
}

// indexes are those of the store's embedders.
func (s *Store) indexes() (all []*vector.Index) {
	for _, index := range []*vector.Index{s.index, s.second} {
		if index != nil {
			all = append(all, index)
		}
	}
	return all
}

func meaningOf(e vector.Embedder, index *vector.Index) *meaning {
	m := &meaning{index: index, most: math.MaxInt, words: wordsWeight, weighs: meaningWeight}
	if weighing, is := e.(interface{ Weights() (words, meaning int64) }); is {
		m.words, m.weighs = weighing.Weights()
	}
	return m
}

var saveName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// CheckName says what is wrong with the name of a save. Names become those of
// files, on every system: devices of Windows are none, so that a save can travel.
func CheckName(name string) error {
	switch {
	case !saveName.MatchString(name):
		return fmt.Errorf("the name %.80q %w: a save is named with 1 to 64 small letters, digits and hyphens, such as monday-evening", name, ErrInvalid)
	case isDevice(name):
		return fmt.Errorf("the name %q %w: Windows keeps it for a device", name, ErrInvalid)
	}
	return nil
}

func isDevice(name string) bool {
	port, numbered := strings.CutPrefix(name, "com")
	if !numbered {
		port, numbered = strings.CutPrefix(name, "lpt")
	}
	if numbered && len(port) == 1 && port >= "0" && port <= "9" {
		return true
	}
	return name == "con" || name == "prn" || name == "aux" || name == "nul"
}

// Create makes a save for a playthrough that has just begun, and opens it for
// writing. Errors: ErrExists, ErrInvalid, ErrLocked, ErrFull.
func (s *Store) Create(ctx context.Context, name string, id event.PlaythroughID) (*Save, error) {
	save, err := s.create(ctx, name, id, nil)
	return save, about(name, "create", err)
}

// CreateFilled is Create for a save that is to have something in it from the beginning: fill
// writes that before there is a save of the name, and where it fails there is none. Errors:
// Create's and fill's.
func (s *Store) CreateFilled(ctx context.Context, name string, id event.PlaythroughID, fill func(*Save) error) (*Save, error) {
	save, err := s.create(ctx, name, id, func(file File) error { return fill(s.lend(name, file, Writing)) })
	return save, about(name, "create", err)
}

func (s *Store) create(ctx context.Context, name string, id event.PlaythroughID, fill func(File) error) (*Save, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	if err := event.CheckID(id); err != nil {
		return nil, fmt.Errorf("%w: playthrough: %w", ErrInvalid, err)
	}
	file, err := s.driver.Create(ctx, name, id, fill)
	if err != nil {
		return nil, err
	}
	return s.lend(name, file, Writing), nil
}

// Open opens a save and looks whether its branches end where they ended; for writing also
// whether it is the one that was written last.
// Errors: ErrNotFound, ErrLocked, ErrNewer, ErrCorrupt, ErrDisk, ErrInvalid; *OlderError.
func (s *Store) Open(ctx context.Context, name string, mode Mode) (*Save, error) {
	save, err := s.open(ctx, name, mode, (*Save).checkAnchor)
	return save, about(name, "open", err)
}

// TakeOlder opens a save for writing as it is, also where it is an older copy: what is missing
// is not asked for again. Errors: as Open's, but for *OlderError.
func (s *Store) TakeOlder(ctx context.Context, name string) (*Save, error) {
	save, err := s.open(ctx, name, Writing, func(save *Save, _ context.Context) error {
		save.file.SetAnchor(nil)
		return nil
	})
	return save, about(name, "open", err)
}

// open looks at what stands beside a save that is to be written as look does.
func (s *Store) open(ctx context.Context, name string, mode Mode, look func(*Save, context.Context) error) (*Save, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	file, err := s.driver.Open(ctx, name, mode)
	if err != nil {
		return nil, err
	}
	save := s.lend(name, file, mode)
	err = save.checkTips(ctx)
	if err == nil && mode == Writing {
		err = look(save, ctx)
	}
	if err != nil {
		_ = file.Close() // nothing was written through it
		return nil, err
	}
	return save, nil
}

func (s *Store) lend(name string, file File, mode Mode) *Save {
	save := &Save{
		name: name, file: packingFile{file, &s.packing}, mode: mode, tables: make(map[RowKind]*table),
		now: s.options.Now, searched: s.options.Searched, packer: &s.packer,
	}
	if sharing, is := s.driver.(SharingDriver); is {
		save.shared = sharing.SharesSaves()
	}
	if s.index != nil {
		save.meaning = meaningOf(s.options.Embedder, s.index)
		if s.options.KeepVectors {
			save.vectors = &vectorCache{save: save, index: s.index, keeps: mode == Writing}
			save.meaning.cache = save.vectors
		}
	}
	if s.second != nil {
		save.meanwhile = meaningOf(s.options.Meanwhile, s.second)
		if s.options.KeepVectors {
			save.meanwhile.cache = &vectorCache{save: save, index: s.second}
		}
		if save.meaning != nil {
			save.meaning.most = mostAwaited
		}
	}
	return save
}

// Info is what a list of saves shows of one.
type Info struct {
	Name        string
	Playthrough event.PlaythroughID
	Head        event.BranchID
	Position    event.Position // of the head
	Written     time.Time      // when its last event was written; zero where there is none

	// Summary is what the last append said of the story; nil where it said nothing, and where
	// the story goes on along another branch since.
	Summary strictjson.Object

	Older *OlderError // it is an older copy, and may be read as what it is; else nil
	Err   error       // why it cannot be opened; then the rest is missing
}

// Names gives the names of all saves, in order.
func (s *Store) Names(ctx context.Context) ([]string, error) {
	names, err := s.driver.List(ctx)
	if err != nil {
		return nil, fmt.Errorf("list saves: %w", err)
	}
	return names, nil
}

// List describes all saves, in order of their names, each as [Store.Info] does.
func (s *Store) List(ctx context.Context) ([]Info, error) {
	names, err := s.Names(ctx)
	if err != nil {
		return nil, err
	}
	infos := make([]Info, 0, len(names))
	for _, name := range names {
		infos = append(infos, s.Info(ctx, name))
	}
	return infos, nil
}

// Info describes a save; one that cannot be opened, with the reason. Of a save that has a
// summary little is read, and it is not looked whether the rest of it is whole.
func (s *Store) Info(ctx context.Context, name string) Info {
	if info, err := s.glance(ctx, name); err == nil {
		return info
	}
	save, err := s.Open(ctx, name, Reading)
	if err != nil {
		return Info{Name: name, Err: err}
	}
	defer save.Close()
	info, err := save.Info(ctx)
	if err == nil {
		if err = save.CheckLatest(ctx); errors.As(err, &info.Older) {
			err = nil
		}
	}
	info.Name, info.Err = name, err
	return info
}

// Delete erases a save for ever. Errors: ErrNotFound, ErrLocked, ErrInvalid.
func (s *Store) Delete(ctx context.Context, name string) error {
	err := CheckName(name)
	if err == nil {
		err = s.driver.Delete(ctx, name)
	}
	return about(name, "delete", err)
}

// about says, of an error, which operation on which save it came from.
func about(name, operation string, err error) error {
	if err == nil {
		return nil
	}
	return &SaveError{Save: name, Operation: operation, Err: err}
}

// A SaveError says of which save an error is, and at what it came.
type SaveError struct {
	Save, Operation string
	Err             error
}

func (e *SaveError) Error() string { return fmt.Sprintf("save %q: %s: %v", e.Save, e.Operation, e.Err) }
func (e *SaveError) Unwrap() error { return e.Err }
