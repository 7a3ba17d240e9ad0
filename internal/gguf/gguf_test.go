package gguf_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/gguf"
)

// every is metadata with a value of each type.
var every = []gguf.Entry{
	{Key: "general.architecture", Value: "bert"}, {Key: "empty", Value: ""},
	{Key: "a", Value: uint8(200)}, {Key: "b", Value: int8(-5)}, {Key: "c", Value: uint16(60_000)}, {Key: "d", Value: int16(-300)},
	{Key: "e", Value: uint32(1 << 31)}, {Key: "f", Value: int32(-1 << 31)}, {Key: "g", Value: uint64(1 << 63)}, {Key: "h", Value: int64(-1 << 63)},
	{Key: "i", Value: float32(1e-12)}, {Key: "j", Value: math.Pi}, {Key: "k", Value: true}, {Key: "l", Value: false},
	{Key: "as", Value: []uint8{1, 255}}, {Key: "bs", Value: []int8{-1, 127}}, {Key: "cs", Value: []uint16{7}}, {Key: "ds", Value: []int16{-7}},
	{Key: "es", Value: []uint32{1, 2, 3}}, {Key: "fs", Value: []int32{-3, 3}}, {Key: "gs", Value: []uint64{1 << 40}}, {Key: "hs", Value: []int64{-1}},
	{Key: "is", Value: []float32{0.5}}, {Key: "js", Value: []float64{0.25, -1}}, {Key: "ks", Value: []bool{true, false}},
	{Key: "tokens", Value: []string{"[PAD]", "", "\u2581the", "\xff"}}, {Key: "nothing", Value: []string{}},
}

func tensors() []gguf.Data {
	block := bytes.Repeat([]byte{7}, 34)
	return []gguf.Data{
		gguf.Floats("token_embd.weight", gguf.F16, []int64{3, 2}, []float32{1, -2, 0.5, 0, 65504, 1e-8}),
		gguf.Floats("norm.bias", gguf.F32, []int64{3}, []float32{1, 2, float32(math.Inf(1))}),
		{Tensor: gguf.Tensor{Name: "blocks", Type: 8, Dimensions: []int64{32, 1}}, Write: func(w io.Writer) error { _, err := w.Write(block); return err }},
	}
}

func written(t testing.TB, metadata []gguf.Entry, data []gguf.Data) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := gguf.Write(&file, metadata, data); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func read(file []byte) (*gguf.Head, error) {
	return gguf.Read(bytes.NewReader(file), int64(len(file)))
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for _, alignment := range []uint32{0, 1, 8, 4096} {
		metadata := every
		if alignment > 0 {
			metadata = append([]gguf.Entry{{Key: "general.alignment", Value: alignment}}, every...)
		}
		file := written(t, metadata, tensors())
		head, err := read(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(metadata, head.Metadata); diff != "" || head.Version != 3 {
			t.Errorf("version %d, metadata (-written +read):\n%s", head.Version, diff)
		}
		for i, data := range tensors() {
			got := head.Tensors[i]
			var bytes bytes.Buffer
			if err := data.Write(&bytes); err != nil {
				t.Fatal(err)
			}
			at := head.DataOffset + got.Offset
			if got.Name != data.Name || got.Type != data.Type || !cmp.Equal(got.Dimensions, data.Dimensions) || !cmp.Equal(file[at:at+got.Size()], bytes.Bytes()) {
				t.Errorf("written %v, read %v", data.Tensor, got)
			}
			if alignment > 0 && at%int64(alignment) != 0 || alignment == 0 && at%32 != 0 {
				t.Errorf("%s lies at %d, aligned to %d", got.Name, at, alignment)
			}
			if found, there := head.Tensor(data.Name); !there || found.Offset != got.Offset {
				t.Errorf("%s is found as %v", data.Name, found)
			}
		}
		if _, there := head.Tensor("norm"); there {
			t.Error("a tensor is found that is not there")
		}
	}
}

func TestFilesWithoutTensors(t *testing.T) {
	if head, err := read(written(t, nil, nil)); err != nil || len(head.Metadata)+len(head.Tensors) != 0 {
		t.Error(head, err)
	}
}

func TestGet(t *testing.T) {
	head, err := read(written(t, every, nil))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := gguf.Get[string](head, "general.architecture"); err != nil || got != "bert" {
		t.Error(got, err)
	}
	if got, err := gguf.Get[[]int32](head, "fs"); err != nil || !cmp.Equal(got, []int32{-3, 3}) {
		t.Error(got, err)
	}
	for key, want := range map[string]int64{"a": 200, "b": -5, "c": 60_000, "d": -300, "e": 1 << 31, "f": -1 << 31, "h": -1 << 63} {
		if got, err := gguf.Int(head, key); err != nil || got != want {
			t.Errorf("%s is %d, %v", key, got, err)
		}
	}
	for key, want := range map[string]string{
		"g": `"g" is of type uint64, not a whole number`, "i": `"i" is of type float32, not a whole number`, "none": `have no "none"`,
	} {
		if _, err := gguf.Int(head, key); !errors.Is(err, gguf.ErrFormat) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", key, err)
		}
	}
	if _, err := gguf.Get[bool](head, "a"); !errors.Is(err, gguf.ErrFormat) || !strings.Contains(err.Error(), `"a" is of type uint8, not bool`) {
		t.Error(err)
	}
}

// raw puts together the bytes of a file that need not be one.
func raw(parts ...any) []byte {
	var b []byte
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			b = append(b, part...)
		case text:
			b = append(binary.LittleEndian.AppendUint64(b, uint64(len(part))), part...)
		default:
			b, _ = binary.Append(b, binary.LittleEndian, part)
		}
	}
	return b
}

type text string

type (
	u4 = uint32
	u8 = uint64
)

func file(tensors, entries u8, parts ...any) []byte {
	return raw(append([]any{"GGUF", u4(3), tensors, entries}, parts...)...)
}

func TestFilesThatAreRefused(t *testing.T) {
	room := strings.Repeat("\x00", 4096)
	cases := map[string]struct {
		file []byte
		want string
	}{
		"empty":                {nil, "the first bytes"},
		"of another kind":      {[]byte("PK\x03\x04 and more"), `begins with "PK\x03\x04"`},
		"version 1":            {raw("GGUF", u4(1), room), "version 1"},
		"version 4":            {raw("GGUF", u4(4), room), "version 4"},
		"the other byte order": {raw("GGUF", u4(3<<24), room), "byte order"},
		"only a start":         {raw("GGUF", u4(3), u4(0)), "the number of tensors"},
		"tensors beyond all":   {file(math.MaxUint64, 0, room), "the number of tensors is 18446744073709551615"},
		"tensors beyond file":  {file(1000, 0, room), "the number of tensors is 1000, there can be 171"},
		"too many tensors":     {append(file(gguf.MostTensors+1, 0), make([]byte, 30*gguf.MostTensors)...), "the number of tensors is 65537, there can be 65536"},
		"entries beyond all":   {file(0, 1<<63, room), "the number of entries is 9223372036854775808"},
		"a key beyond all":     {file(0, 1, u8(1<<63), room), "the key of entry 0: it has 9223372036854775808"},
		"a key beyond file":    {file(0, 1, u8(5000), room), "the key of entry 0: it has 5000 bytes, though only 4096 are left"},
		"a key too long":       {file(0, 1, u8(1<<16), strings.Repeat("k", 1<<17)), "at most 65535"},
		"an empty key":         {file(0, 1, text(""), u4(7), "\x01", room), "the key of entry 0 is \"\""},
		"a key twice":          {file(0, 2, text("k"), u4(7), "\x01", text("k"), u4(7), "\x01", room), `the key of entry 1 is "k"`},
		"no such type":         {file(0, 1, text("k"), u4(13), room), `entry 0, "k": it is of type 13`},
		"neither true":         {file(0, 1, text("k"), u4(7), "\x02", room), `entry 0, "k": it is 2, neither`},
		"a text beyond file":   {file(0, 1, text("k"), u4(8), u8(1<<40), room), `entry 0, "k": it has 1099511627776 bytes`},
		"a negative text":      {file(0, 1, text("k"), u4(8), u8(math.MaxUint64), room), `entry 0, "k": it has 18446744073709551615 bytes`},
		"an array of arrays":   {file(0, 1, text("k"), u4(9), u4(9), u8(1), room), `entry 0, "k": it is an array of type 9`},
		"an array of nothing":  {file(0, 1, text("k"), u4(9), u4(99), u8(1), room), "an array of type 99"},
		"an array beyond all":  {file(0, 1, text("k"), u4(9), u4(0), u8(math.MaxUint64), room), "it has 18446744073709551615 values, though at most 4096"},
		"an array of texts":    {file(0, 1, text("k"), u4(9), u4(8), u8(513), room), "it has 513 values, though at most 512"},
		"a text in an array":   {file(0, 1, text("k"), u4(9), u4(8), u8(2), text("x"), u8(1<<50), room), `entry 0, "k": value 1: it has 1125899906842624 bytes`},
		"an odd alignment":     {file(0, 1, text("general.alignment"), u4(4), u4(24), room), `"general.alignment" is 24`},
		"a huge alignment":     {file(0, 1, text("general.alignment"), u4(4), u4(1<<30), room), "power of two up to 65536"},
		"alignment 0":          {file(0, 1, text("general.alignment"), u4(4), u4(0), room), "power of two"},
		"alignment, a text":    {file(0, 1, text("general.alignment"), u4(8), text("32"), room), "power of two"},
		"a long name":          {file(1, 0, text(strings.Repeat("n", 64)), u4(1), u8(1), u4(0), u8(0), room), "the name of tensor 0: it has 64 bytes, at most 63"},
		"an empty name":        {file(1, 0, text(""), u4(1), u8(1), u4(0), u8(0), room), `the name of tensor 0 is ""`},
		"a name twice":         {file(2, 0, text("t"), u4(1), u8(1), u4(0), u8(0), text("t"), u4(1), u8(1), u4(0), u8(32), room), `the name of tensor 1 is "t"`},
		"no dimension":         {file(1, 0, text("t"), u4(0), u4(0), u8(0), room), "has 0 dimensions"},
		"dimensions beyond":    {file(1, 0, text("t"), u4(math.MaxUint32), room), "has 4294967295 dimensions"},
		"a dimension of 0":     {file(1, 0, text("t"), u4(2), u8(1), u8(0), u4(0), u8(0), room), "dimensions [1 0]"},
		"a negative one":       {file(1, 0, text("t"), u4(1), u8(1<<63), u4(0), u8(0), room), "which nothing can have"},
		"a product beyond":     {file(1, 0, text("t"), u4(4), u8(1<<16), u8(1<<16), u8(1<<16), u8(1<<16), u4(0), u8(0), room), "which nothing can have"},
		"bytes beyond":         {file(1, 0, text("t"), u4(1), u8(1<<62), u4(0), u8(0), room), "which nothing can have"},
		"an unknown type":      {file(1, 0, text("t"), u4(1), u8(1), u4(4), u8(0), room), `tensor 0, "t", is of type 4`},
		"half a block":         {file(1, 0, text("t"), u4(1), u8(33), u4(8), u8(0), room), "rows of 33 values, though Q8_0 is made of blocks of 32"},
		"a false offset":       {file(1, 0, text("t"), u4(1), u8(1), u4(0), u8(32), room), "begins at 32, not at 0"},
		"a negative offset":    {file(1, 0, text("t"), u4(1), u8(1), u4(0), u8(1<<63), room), "begins at -9223372036854775808"},
		"one upon another":     {file(2, 0, text("t"), u4(1), u8(1), u4(0), u8(0), text("u"), u4(1), u8(1), u4(0), u8(0), room), "begins at 0, not at 32"},
		"data cut off":         {file(1, 0, text("t"), u4(1), u8(1025), u4(0), u8(0), room), "has 4100 bytes, though the file ends after"},
		"no data at all":       {file(1, 0, text("t"), u4(1), u8(1), u4(0), u8(0)), "has 4 bytes, though the file ends after 0"},
	}
	for name, c := range cases {
		head, err := read(c.file)
		if head != nil || !errors.Is(err, gguf.ErrFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// A file of version 2 is read alike.
func TestVersion2(t *testing.T) {
	file := written(t, every, tensors())
	file[4] = 2
	if head, err := read(file); err != nil || head.Version != 2 || len(head.Tensors) != 3 {
		t.Error(head, err)
	}
}

func TestAFileThatIsCutOffIsRefused(t *testing.T) {
	file := written(t, every, tensors())
	last := len(file) - 1
	for file[last] == 0 { // behind the last tensor stand zeros that nothing needs
		last--
	}
	for n := range last + 1 {
		if _, err := read(file[:n]); !errors.Is(err, gguf.ErrFormat) {
			t.Fatalf("with %d of %d bytes: %v", n, len(file), err)
		}
	}
	if _, err := read(file[:last+1]); err != nil {
		t.Error("without the zeros at its end:", err)
	}
}

// A file that cannot be read is not called a bad one, wherever it fails.
func TestErrorsOfReading(t *testing.T) {
	file := written(t, every, tensors())
	head, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	failed := errors.New("the disk is gone")
	for n := range head.DataOffset - 40 {
		_, err := gguf.Read(failing{bytes.NewReader(file), n, failed}, int64(len(file)))
		if !errors.Is(err, failed) || errors.Is(err, gguf.ErrFormat) {
			t.Fatalf("failing behind %d bytes: %v", n, err)
		}
	}
}

type failing struct {
	from  io.ReaderAt
	after int64
	err   error
}

func (f failing) ReadAt(p []byte, at int64) (int, error) {
	if at >= f.after {
		return 0, f.err
	}
	n, err := f.from.ReadAt(p[:min(int64(len(p)), f.after-at)], at)
	if err == nil && n < len(p) {
		err = f.err
	}
	return n, err
}

// The numbers in a file take no memory for which it has no bytes.
func TestMemoryIsInProportion(t *testing.T) {
	room := make([]byte, 1<<20)
	for name, head := range map[string][]byte{
		"tensors": file(1<<16, 0), "entries": file(0, 1<<16), "texts": file(0, 1, text("k"), u4(9), u4(8), u8(len(room)/8)),
		"numbers": file(0, 1, text("k"), u4(9), u4(10), u8(len(room)/8)), "bytes": file(0, 1, text("k"), u4(9), u4(0), u8(len(room))),
	} {
		file := append(head, room...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = read(file)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 12<<20 {
			t.Errorf("%s: a file of %d bytes took %d", name, len(file), took)
		}
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	failed := errors.New("no room")
	good := tensors()[0]
	short, broken := good, good
	short.Write = func(w io.Writer) error { _, err := w.Write([]byte{1}); return err }
	broken.Write = func(io.Writer) error { return failed }
	shaped := func(of gguf.Type, dimensions ...int64) gguf.Data {
		return gguf.Data{Tensor: gguf.Tensor{Name: "t", Type: of, Dimensions: dimensions}, Write: good.Write}
	}
	for want, c := range map[string]struct {
		metadata []gguf.Entry
		data     []gguf.Data
	}{
		"type int cannot":            {[]gguf.Entry{{Key: "k", Value: 7}}, nil},
		"[][]string cannot":          {[]gguf.Entry{{Key: "k", Value: [][]string{}}}, nil},
		"there twice":                {[]gguf.Entry{{Key: "k", Value: true}, {Key: "k", Value: true}}, nil},
		`the key "" is`:              {[]gguf.Entry{{Value: true}}, nil},
		"power of two":               {[]gguf.Entry{{Key: "general.alignment", Value: uint32(3)}}, nil},
		"name \"token_embd.weight\"": {nil, []gguf.Data{good, good}},
		"12 bytes, and 1 were":       {nil, []gguf.Data{short}},
		"no room":                    {nil, []gguf.Data{broken}},
		"not as Q8_0":                {nil, []gguf.Data{gguf.Floats("t", 8, []int64{32}, nil)}},
		"is of type 99":              {nil, []gguf.Data{shaped(99, 1)}},
		"has 5 dimensions":           {nil, []gguf.Data{shaped(gguf.F32, 1, 1, 1, 1, 1)}},
		"dimensions [0]":             {nil, []gguf.Data{shaped(gguf.F32, 0)}},
		"more bytes than a file":     {nil, []gguf.Data{shaped(gguf.F32, 1<<61-1)}},
	} {
		if err := gguf.Write(io.Discard, c.metadata, c.data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if err := gguf.Write(brokenWriter{failed}, every, tensors()); !errors.Is(err, failed) {
		t.Error(err)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// half is what the bits of half precision stand for, by the definition.
func half(bits uint16) float64 {
	sign, exponent, fraction := 1-2*float64(bits>>15), int(bits>>10&31), float64(bits&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction > 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

func TestHalf(t *testing.T) {
	for bits := range uint16(math.MaxUint16) {
		v := half(bits)
		got := gguf.Half(float32(v))
		if math.IsNaN(v) {
			if !math.IsNaN(half(got)) {
				t.Fatalf("%#x is no number, and became %#x", bits, got)
			}
			continue
		}
		if got != bits {
			t.Fatalf("%v has the bits %#x, and got %#x", v, bits, got)
		}
		if bits&0x7fff >= 0x7bff {
			continue
		}
		// Between this number and the next it is rounded to the nearer, and in the middle to the even one.
		next, even := half(bits+1), bits+bits&1
		middle := float32((v + next) / 2)
		below, above := math.Nextafter32(middle, float32(v)), math.Nextafter32(middle, float32(next))
		if gguf.Half(middle) != even || gguf.Half(below) != bits || gguf.Half(above) != bits+1 {
			t.Fatalf("around %v: %#x %#x %#x", middle, gguf.Half(below), gguf.Half(middle), gguf.Half(above))
		}
	}
	for v, want := range map[float32]uint16{65519.99: 0x7bff, 65520: 0x7c00, -65520: 0xfc00, math.MaxFloat32: 0x7c00, 1e-30: 0, -1e-30: 0x8000} {
		if got := gguf.Half(v); got != want {
			t.Errorf("%v is %#x, want %#x", v, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(written(f, every, tensors()))
	f.Add(written(f, nil, nil))
	f.Add(file(1, 1, text("general.alignment"), u4(4), u4(1), text("t"), u4(2), u8(2), u8(1), u4(24), u8(0), "xx"))
	f.Fuzz(func(t *testing.T, file []byte) {
		head, err := read(file)
		if err != nil {
			if !errors.Is(err, gguf.ErrFormat) || len(err.Error()) > 70_000 {
				t.Fatal(err)
			}
			return
		}
		data := make([]gguf.Data, len(head.Tensors))
		for i, tensor := range head.Tensors {
			at := head.DataOffset + tensor.Offset
			data[i] = gguf.Data{Tensor: tensor, Write: func(w io.Writer) error { _, err := w.Write(file[at : at+tensor.Size()]); return err }}
		}
		again, err := read(written(t, head.Metadata, data))
		if err != nil {
			t.Fatal(err)
		}
		again.Version, again.DataOffset = head.Version, head.DataOffset
		if got, want := fmt.Sprintf("%#v", again), fmt.Sprintf("%#v", head); got != want {
			t.Fatalf("read    %s\nwritten %s", want, got)
		}
	})
}

func Example() {
	var file bytes.Buffer
	err := gguf.Write(&file,
		[]gguf.Entry{{Key: "general.architecture", Value: "bert"}, {Key: "bert.block_count", Value: uint32(6)}},
		[]gguf.Data{gguf.Floats("output.bias", gguf.F32, []int64{2}, []float32{0.5, 1})})
	if err != nil {
		fmt.Println(err)
		return
	}
	head, err := gguf.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	blocks, _ := gguf.Int(head, "bert.block_count")
	tensor, _ := head.Tensor("output.bias")
	fmt.Println(blocks, tensor.Type, tensor.Dimensions, tensor.Size())
	// Output: 6 F32 [2] 8
}

// Whatever a file has, of its head no more than 32 MB are read: in memory a hostile one takes three times as much.
func TestHeadsAreBounded(t *testing.T) {
	head := raw("GGUF", u4(3), u8(0), u8(1), text("a"), u4(9), u4(8), u8(4<<20))
	_, err := gguf.Read(bytes.NewReader(head), 1<<30)
	if !errors.Is(err, gguf.ErrFormat) || !strings.Contains(err.Error(), "are left of the head") {
		t.Error(err)
	}
}
