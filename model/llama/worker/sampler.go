package worker

import (
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hybridgroup/yzma/pkg/llama"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/service"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

// How far from the likeliest token a text with heat may go.
const (
	likeliest   = 40
	leastLikely = 0.05 // of the likeliest one's
)

// A sampler chooses a token by its chain and, where there is a grammar, among those that it allows.
type sampler struct {
	of      *engine
	chain   llama.Sampler
	grammar llama.Sampler // 0: none
	begun   []byte        // of a character, by a grammar
}

// Sampler makes one. A grammar that llama.cpp does not take is an error.
func (e *engine) Sampler(g *wire.Generate) (service.Sampler, error) {
	s := &sampler{of: e, chain: llama.SamplerChainInit(llama.SamplerChainDefaultParams())}
	if g.Heat == 0 {
		llama.SamplerChainAdd(s.chain, llama.SamplerInitGreedy())
	} else {
		for _, link := range []llama.Sampler{
			llama.SamplerInitTopK(likeliest), llama.SamplerInitMinP(leastLikely, 1),
			llama.SamplerInitTempExt(float32(g.Heat)/1000, 0, 1), llama.SamplerInitDist(seed(g.Seed)),
		} {
			llama.SamplerChainAdd(s.chain, link)
		}
	}
	if g.Grammar == "" {
		return s, nil
	}
	if strings.IndexByte(g.Grammar, 0) < 0 {
		s.grammar = llama.SamplerInitGrammar(e.vocab, g.Grammar, "root")
	}
	if s.grammar == 0 {
		s.Close()
		return nil, errors.New("the grammar is none that llama.cpp takes")
	}
	return s, nil
}

// seed is one of llama.cpp, where the largest number asks for any.
func seed(n int64) uint32 {
	folded := uint32(n) ^ uint32(n>>32)
	if n == 0 {
		return llama.DefaultSeed
	}
	if folded == llama.DefaultSeed {
		return 1
	}
	return folded
}

// Close gives it back.
func (s *sampler) Close() {
	llama.SamplerFree(s.chain)
	llama.SamplerFree(s.grammar)
}

// Next chooses. To hold every token against a grammar takes long, so the choice is made without it
// first, and once more among what it allows where it does not allow that.
func (s *sampler) Next() (int32, error) {
	all, err := s.of.all()
	if err != nil {
		return 0, err
	}
	chosen, err := s.choose(all)
	if err != nil || s.grammar == 0 {
		return int32(chosen), err
	}
	var unspelled []llama.Token
	for !s.allows(chosen) || !s.spells(chosen) {
		if all, err = s.of.all(); err != nil {
			return 0, err
		}
		for _, token := range unspelled {
			s.of.candidates[token].Logit = float32(math.Inf(-1))
		}
		llama.SamplerApply(s.grammar, &all)
		if chosen, err = s.choose(all); err != nil {
			return 0, err
		}
		if !s.allows(chosen) || slices.Contains(unspelled, chosen) {
			return 0, &model.Error{Kind: model.Unsupported, Message: "the model has no token by which the text could go on as its grammar wants it"}
		}
		unspelled = append(unspelled, chosen)
	}
	if !s.of.Ends(int32(chosen)) { // the library would end the process at the end of a text that is not whole
		llama.SamplerAccept(s.grammar, chosen)
		s.begun = rest(append(s.begun, s.of.Piece(int32(chosen))...))
	}
	return int32(chosen), nil
}

// spells reports whether a token is of a text in UTF-8. The library counts what a token is called whose piece is nothing, as if
// that were written, and takes more bytes for a letter than its shortest form has.
func (s *sampler) spells(token llama.Token) bool {
	if s.of.Ends(int32(token)) {
		return len(s.begun) == 0
	}
	piece := s.of.Piece(int32(token))
	return len(piece) > 0 && utf8.Valid(whole(slices.Concat(s.begun, piece)))
}

// whole are the bytes of a text without a character at its end of which there may be more, and rest are those of it.
func whole(text []byte) []byte { return text[:len(text)-len(rest(text))] }

func rest(text []byte) []byte {
	for at := max(0, len(text)-utf8.UTFMax); at < len(text); at++ {
		if utf8.RuneStart(text[at]) && !utf8.FullRune(text[at:]) {
			return text[at:]
		}
	}
	return nil
}

// all are the tokens as likely as the model holds them now.
func (e *engine) all() (llama.TokenDataArray, error) {
	logits, err := llama.GetLogitsIth(e.context, -1, e.tokens)
	if err != nil || logits == nil {
		return llama.TokenDataArray{}, &model.Error{Kind: model.Unavailable, Message: "llama.cpp does not say what comes next"}
	}
	e.candidates = e.candidates[:e.tokens]
	for i, logit := range logits {
		if math.IsNaN(float64(logit)) {
			return llama.TokenDataArray{}, &model.Error{Kind: model.Malformed, Message: "the model reckons with what are no numbers; its file is damaged"}
		}
		e.candidates[i] = llama.TokenData{Id: llama.Token(i), Logit: logit}
	}
	return llama.TokenDataArray{Data: &e.candidates[0], Size: uint64(e.tokens), Selected: -1}, nil
}

// choose applies the chain.
func (s *sampler) choose(all llama.TokenDataArray) (llama.Token, error) {
	llama.SamplerApply(s.chain, &all)
	if all.Selected < 0 || all.Selected >= int64(all.Size) || all.Data != &s.of.candidates[0] {
		return 0, &model.Error{Kind: model.Unavailable, Message: "llama.cpp chose no token"}
	}
	return s.of.candidates[all.Selected].Id, nil
}

// allows reports whether the grammar takes a token now.
func (s *sampler) allows(token llama.Token) bool {
	one := llama.TokenData{Id: token, Logit: 1, P: 1}
	alone := llama.TokenDataArray{Data: &one, Size: 1, Selected: -1}
	llama.SamplerApply(s.grammar, &alone)
	return !math.IsInf(float64(one.Logit), -1)
}
