package packed_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence/internal/packed"
)

// drawn makes a text, and one that is like it: some of its lines changed, moved or left out.
func drawn(random *rand.Rand) (text, like []byte) {
	var lines []string
	for range random.IntN(400) {
		lines = append(lines, fmt.Sprintf(`{"id":"m%d","summary":"%s","turn":%d}`, random.IntN(1000), strings.Repeat("the lamp ", random.IntN(20)), random.IntN(50)))
	}
	like = []byte(strings.Join(lines, "\n"))
	for i := range lines {
		switch random.IntN(12) {
		case 0:
			lines[i] = fmt.Sprint(random.Int64())
		case 1:
			lines[i] = ""
		case 2:
			j := random.IntN(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
		}
	}
	return []byte(strings.Join(lines, "\n")), like
}

func TestWhatIsPackedComesOut(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var p packed.Packer
	for n := range soak.Count(10_000) {
		text, like := drawn(random)
		if n%5 == 0 {
			like = like[:min(len(like), n%130)] // too short to be like, or just long enough
		}
		small, err := p.Pack(text, like)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := packed.Unpack(small, like, 1<<20); err != nil || !bytes.Equal(again, text) {
			t.Fatalf("case %d: %d bytes came out of %d (%v)", n, len(again), len(text), err)
		}
		if len(like) >= 64 {
			continue // or the rest is not alone
		}
		var piecemeal bytes.Buffer
		if err := packed.UnpackTo(&piecemeal, small, 1<<20); err != nil || !bytes.Equal(piecemeal.Bytes(), text) {
			t.Fatalf("case %d: in pieces, %d bytes came out of %d (%v)", n, piecemeal.Len(), len(text), err)
		}
	}
}

// A frame hangs on the two texts alone: not on what was packed before, nor on how it was handed
// over.
func TestAFrameIsTheSameFromAnyPacker(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var used packed.Packer
	for n := range soak.Count(500) {
		text, like := drawn(random)
		if n%10 == 0 { // about as long as a block
			text = append(bytes.Repeat([]byte{'a'}, 64<<10-len(text)%2000-10*(n%3)), text...)
		}
		small, err := used.Pack(text, like)
		if err != nil {
			t.Fatal(err)
		}
		if len(like) < 64 || len(text)+len(like) > 256<<10 {
			continue
		}
		encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest),
			zstd.WithWindowSize(256<<10), zstd.WithLowerEncoderMem(true), zstd.WithEncoderDictRaw(1, like))
		if err != nil {
			t.Fatal(err)
		}
		if whole := encoder.EncodeAll(text, nil); !bytes.Equal(small, whole) {
			t.Fatalf("case %d: %d bytes of a text of %d, and %d where it is handed over whole", n, len(small), len(text), len(whole))
		}
	}
}

// A text that is like another is packed into a small part of what it takes alone.
func TestLikeTextsAreSmall(t *testing.T) {
	var p packed.Packer
	noise := make([]byte, 600<<10) // which nothing makes smaller but the same bytes before it
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	text := append([]byte("another beginning"), noise...)
	alone, err := p.Pack(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	beside, err := p.Pack(text, noise)
	if err != nil {
		t.Fatal(err)
	}
	if len(alone) < len(noise) || len(beside) > len(noise)/20 {
		t.Errorf("%d bytes are packed into %d alone, and into %d against their like", len(text), len(alone), len(beside))
	}
}

// Unpacking makes no more bytes than are allowed, whatever a frame says.
func TestMostIsKept(t *testing.T) {
	var p packed.Packer
	bomb, err := p.Pack(make([]byte, 50<<20), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(bomb) > 64<<10 {
		t.Fatalf("the bomb has %d bytes", len(bomb))
	}
	if data, err := packed.Unpack(bomb, nil, 1<<20); err == nil {
		t.Errorf("%d bytes came out", len(data))
	}
	if data, err := packed.Unpack(bomb, nil, 50<<20); err != nil || len(data) != 50<<20 {
		t.Errorf("%d bytes came out (%v)", len(data), err)
	}
	var pieces counter
	if err := packed.UnpackTo(&pieces, bomb, 1<<20); err == nil || pieces > 1<<20+1 {
		t.Errorf("in pieces, %d bytes came out (%v)", pieces, err)
	}
	pieces = 0
	if err := packed.UnpackTo(&pieces, bomb, 50<<20); err != nil || pieces != 50<<20 {
		t.Errorf("in pieces, %d bytes came out (%v)", pieces, err)
	}
}

// A counter is a writer that only counts.
type counter int

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}

func TestPackersAreShared(t *testing.T) {
	var p packed.Packer
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(n), 3))
			for range 20 {
				text, like := drawn(random)
				small, err := p.Pack(text, like)
				again, unread := packed.Unpack(small, like, 1<<20)
				if err != nil || unread != nil || !bytes.Equal(again, text) {
					t.Error(err, unread)
				}
			}
		})
	}
	all.Wait()
}

// Whatever bytes there are, and whatever they are said to be like, they are unpacked within
// their limit or refused.
func FuzzUnpack(f *testing.F) {
	var p packed.Packer
	random := rand.New(rand.NewPCG(4, 5))
	for range 5 {
		text, like := drawn(random)
		small, err := p.Pack(text, like)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(small, like)
		f.Add(small, []byte(nil))
	}
	f.Fuzz(func(t *testing.T, data, like []byte) {
		const most = 1 << 20
		if text, err := packed.Unpack(data, like, most); err == nil && len(text) > most {
			t.Errorf("%d bytes came out", len(text))
		}
	})
}

func BenchmarkPack(b *testing.B) {
	random := rand.New(rand.NewPCG(6, 7))
	text, like := drawn(random)
	for len(text) < 30<<10 {
		text, like = drawn(random)
	}
	var p packed.Packer
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Pack(text, like); err != nil {
			b.Fatal(err)
		}
	}
}
