package story

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/kept"
	"github.com/narratoria/narratoria/story/mind"
	"github.com/narratoria/narratoria/story/world"
)

// notInSnapshots are the parts of a state that say how it shares its memory with others, and
// where its rows are.
var notInSnapshots = []string{"tail", "unshown", "shownMinds", "owned", "ownedData", "ownedMind", "source", "staged", "Minds.owned", "World.owned"}

// bare is a state without those.
func bare(s *State) *State {
	left := *s
	for _, name := range notInSnapshots {
		f := reflect.ValueOf(&left).Elem()
		for part := range strings.SplitSeq(name, ".") {
			f = f.FieldByName(part)
		}
		reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().SetZero()
	}
	return &left
}

func restored(t testing.TB, s *State) *State {
	t.Helper()
	again, err := restore(s.snapshot())
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// Every field of a state is in its snapshot, those too that will be added.
func TestSnapshotsHoldEveryField(t *testing.T) {
	n := 7
	s := new(State)
	fillAll(reflect.ValueOf(s).Elem(), &n)
	if again := restored(t, s); !reflect.DeepEqual(bare(again), bare(s)) {
		v, w := reflect.ValueOf(bare(s)).Elem(), reflect.ValueOf(bare(again)).Elem()
		for i := range v.NumField() {
			a, b := open(v.Field(i)), open(w.Field(i))
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%s is read as\n%+v, and was\n%+v", v.Type().Field(i).Name, b, a)
			}
		}
	}
	if again := restored(t, new(State)); !reflect.DeepEqual(bare(again), new(State)) {
		t.Errorf("the state of no story is read as %+v", again)
	}
}

func open(v reflect.Value) any {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem().Interface()
}

// fillAll gives every field a value of its own, those too that are not exported.
func fillAll(v reflect.Value, n *int) {
	*n++
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	switch of := v.Addr().Interface().(type) {
	case *strictjson.Object:
		*of = strictjson.Object{"n": strictjson.Int(int64(*n)), "of": []any{"text", nil, true}}
	case *any:
		*of = []any{fmt.Sprint("any ", *n), strictjson.Object{}}
	case *kept.Ledger:
		*of = of.Moved("torch", *n).Patched("lamp", strictjson.Object{"a": strictjson.Object{"b": "c", "d": strictjson.Object{}}})
	case **tail, **memorySource:
	case *mind.Minds:
		for i := range 5 { // what follows from the claims is not kept beside them
			fillAll(v.Field(i), n)
		}
		of.Recollect()
	case *world.Thing: // what follows from its sightings is not kept beside them
		fillAll(reflect.ValueOf(&of.Sightings).Elem(), n)
		fillAll(reflect.ValueOf(&of.Places).Elem(), n)
		of.Recollect()
	case *Series[Memory]:
		*of = long[Memory](n)
	case *Series[Taken]:
		*of = long[Taken](n)
	case *Series[Entry]:
		*of = long[Entry](n)
	case *Series[remembered]:
		*of = long[remembered](n)
	case *Series[int32]:
		*of = long[int32](n)
	default:
		fillKind(v, n)
	}
}

// long is a series with blocks, and with more after them.
func long[T any](n *int) (s Series[T]) {
	for range 2*span + 3 {
		var v T
		fillAll(reflect.ValueOf(&v).Elem(), n)
		s = s.with(v)
	}
	return s
}

func fillKind(v reflect.Value, n *int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n) % 200)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillAll(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fillAll(v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fillAll(key, n)
			fillAll(value, n)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fillAll(v.Field(i), n)
		}
	default:
		panic("no value for a " + v.Type().String())
	}
}

// What was damaged gives an error or some state, and neither panics nor takes much memory.
func TestDamagedSnapshots(t *testing.T) {
	n := 7
	s := new(State)
	fillAll(reflect.ValueOf(s).Elem(), &n)
	sound := s.snapshot()
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 400 {
		data := slices.Clone(sound)
		for range r.IntN(3) + 1 {
			data[r.IntN(len(data))] = byte(r.Uint32())
		}
		if r.IntN(4) == 0 {
			data = data[:r.IntN(len(data))]
		}
		state, err := restore(data)
		if err != nil {
			refused++
			continue
		}
		state.Memories.All()
		state.Journal.All()
		state.Taken.All()
	}
	if refused < 100 {
		t.Errorf("%d of 400 damaged snapshots were refused", refused)
	}
}

func FuzzSnapshot(f *testing.F) {
	n := 7
	s := new(State)
	f.Add(s.snapshot())
	fillAll(reflect.ValueOf(s).Elem(), &n)
	f.Add(s.snapshot())
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := restore(data); err == nil {
			s.Memories.All()
			s.Journal.All()
			s.Taken.All()
			if again := restored(t, s); !reflect.DeepEqual(bare(again), bare(restored(t, again))) {
				t.Error("what was read is not written as it is")
			}
		}
	})
}

// However long a story is, all snapshots that were kept of it take so many times what the last takes
// and no more, and the last is so small a part of the story away.
func TestSnapshotsAreInProportion(t *testing.T) {
	for _, c := range []cadence{snapshotInPlay, snapshotAtClose} {
		last, states := event.Position(0), event.Position(0)
		const events = 1_000_000
		for now := event.Position(1); now <= events; now++ {
			if c.due(last, now) {
				last, states = now, states+now
			}
			if far := now - last; far >= max(c.least, now/c.part) {
				t.Fatalf("%v: after %d events the last was kept %d before", c, now, far)
			}
		}
		if most := event.Position(150 * events); states == 0 || states > most {
			t.Errorf("%v: they have the states of %d events, more than %d", c, states, most)
		}
	}
}
