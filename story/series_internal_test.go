package story

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/story/event"
)

// fill gives every field that is not zero yet a value of its own.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Int64:
		v.SetInt(int64(*n) - 20) // some are negative
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Map: // an object
		v.Set(reflect.ValueOf(map[string]any{fmt.Sprint("key ", *n): fmt.Sprint("text ", *n)}))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), n)
			}
		}
	default:
		panic("no value for a " + v.Type().String())
	}
}

func filled[T any](n int) (v T) {
	fill(reflect.ValueOf(&v).Elem(), &n)
	return v
}

// packs reports what of some elements is not what it was.
func packs[T any](t *testing.T, all ...T) {
	t.Helper()
	p := pack(all)
	for i, want := range all {
		var got T
		p.read(i, any(&got).(archivable))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%T %d is unpacked as\n%+v, and was\n%+v", want, i, got, want)
		}
	}
}

func TestPackedIsWhatItWas(t *testing.T) {
	full := filled[Entry](7)
	full.changes = []perceived{{3, []event.CharacterID{"ines", "player"}}, {-4, nil}, {5, []event.CharacterID{}}}
	packs(t, Entry{}, full, filled[Entry](90), Entry{Who: []event.CharacterID{}, Text: "An old\x00 text, wölfisch"})
	packs(t, Memory{Tags: []string{}}, filled[Memory](1), Memory{}, filled[Memory](300))
	packs(t, filled[Taken](1), Taken{}, filled[Taken](1))
}

// A Series is the slice that the same appending makes, whoever else appends to what it was.
func TestSeriesAreSlices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	type pair struct {
		series Series[Taken]
		slice  []Taken
	}
	one := pair{}
	var kept []pair
	for n := range 1500 {
		switch v := (Taken{ID: fmt.Sprint(n), Turn: int64(n)}); random.IntN(100) {
		case 0:
			kept = append(kept, pair{one.series, slices.Clip(one.slice)})
			one.series.clip()
		case 1:
			if len(one.slice) > 0 && n%3 == 0 {
				i := random.IntN(len(one.slice))
				one = pair{one.series.without(i), slices.Delete(slices.Clone(one.slice), i, i+1)}
			}
		case 2: // who keeps what it was goes on from there, too
			for range 80 * min(1, len(kept)) {
				p := &kept[len(kept)-1]
				*p = pair{p.series.with(v), append(slices.Clip(p.slice), v)}
			}
		default:
			one = pair{one.series.with(v), append(slices.Clip(one.slice), v)}
		}
	}
	if len(one.series.far) < 10 {
		t.Fatalf("%d blocks were packed: the test shows nothing", len(one.series.far))
	}
	for _, p := range append(kept, one) {
		if got := p.series.All(); !reflect.DeepEqual(got, p.slice) && len(got)+len(p.slice) > 0 {
			t.Fatalf("%v, want %v", got, p.slice)
		}
		var back []Taken
		for i, v := range p.series.Back() {
			if v.ID != p.slice[i].ID {
				t.Fatalf("at %d is %v", i, v)
			}
			back = append(back, v)
		}
		if len(back) != p.series.Len() {
			t.Fatalf("%d of %d", len(back), p.series.Len())
		}
		for n := int64(0); n < 1500; n += 37 {
			before := func(v Taken) bool { return v.Turn < n }
			if got, want := p.series.find(before), len(p.slice)-len(slices.DeleteFunc(slices.Clone(p.slice), before)); got != want {
				t.Fatalf("%d is at %d, want %d", n, got, want)
			}
		}
	}
}

// What is far back takes a fraction of what it took. Without packing it is 2 kB.
func TestPackedIsSmall(t *testing.T) {
	var s Series[Entry]
	for n := range 10 * span {
		entry := filled[Entry](1)
		entry.Position, entry.Turn = event.Position(n), int64(n)
		s = s.with(entry)
	}
	for _, block := range s.far {
		if p := block.packed; len(p.texts)+len(p.data)+4*len(p.ends)+4*len(p.starts) > 150*span {
			t.Fatalf("%d bytes of texts, %d of numbers", len(p.texts), len(p.data))
		}
	}
}
