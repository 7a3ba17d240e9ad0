package host

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// streams are an attempt's sources of random numbers, by name. A retry begins
// them anew and so draws the same.
type streams map[string]*rand.Rand

func newStreams(seed rng.Seed) streams {
	pseudo := seed.Derive("pseudo")
	return streams{
		"crypto": seed.Derive("crypto").Stream(),
		"pseudo": rand.New(rand.NewPCG(binary.BigEndian.Uint64(pseudo[:8]), binary.BigEndian.Uint64(pseudo[8:16]))),
	}
}

func (s *session) draw(p *params) (protocol.Object, *protocol.CallError) {
	low := p.integer("min", -maxInteger, maxInteger)
	high := p.integer("max", -maxInteger, maxInteger)
	count := p.integer("count", 1, maxCount, 1)
	source := p.text("source", isSource, "pseudo")
	if low > high {
		p.fail("max", fmt.Sprintf("an integer from params.min, which is %d", low), high, true)
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	values := make([]any, count)
	for i := range values {
		// Uint64N throws away what would make some numbers likelier than others.
		drawn := low + int64(s.random[source].Uint64N(uint64(high-low)+1))
		values[i] = strictjson.Number(strconv.FormatInt(drawn, 10))
	}
	return protocol.Object{"values": values}, nil
}
