// Package model is what a language model does for a story: it writes texts, and it makes
// vectors of them.
//
// A [Generator] writes. It is given messages and says a text, a piece at a time; where the
// [Request] has a [Form], the text is of that form or there is none.
//
//	answer, err := generator.Generate(ctx, model.Request{
//		Place:     model.Place{Task: "prose", Turn: 12},
//		Messages:  []model.Message{{model.System, rules}, {model.User, scene}},
//		MaxTokens: 400,
//		Within:    20 * time.Second,
//	}, func(p model.Piece) { screen.Show(p) })
//	if errors.Is(err, model.Timeout) { ... }
//
// The rules that hold for every generator; package model/test holds each driver to them:
//
//   - A call ends: with an answer that is whole, or an [*Error] whose [Kind] says why there is
//     none, within Request.Within, and at once when its context ends.
//   - A text that is empty, was refused, was cut off, goes round in a circle, is not UTF-8,
//     is too long or not of the form that was asked for is no answer.
//   - A text that has to be JSON is taken out of what stands around it where that is sure: a fence of Markdown, a thinking
//     part. The answer is what is left.
//   - What was told in pieces is provisional until the call has returned: it is the answer's text, or what this was taken out of,
//     or it is void. A call that failed leaves nothing behind, and the next is served.
//   - A key is in no text: no answer, error, name or log.
//   - What a model wrote is a stranger's text. Whoever shows it cleans it, and nothing of it is
//     ever executed.
//
// An [Embedder] turns texts into vectors, so that texts which mean the same lie near each
// other. How near is a cosine, and what a cosine is worth differs from one embedder to
// the next: 0.4 is much between two sentences that share a word in three, and nothing
// to a network that finds every two sentences alike. So an embedder says itself what
// a cosine of its vectors is worth, as a relevance in thousandths, and thresholds are
// held against that alone.
//
//	embedder := lexical.New()
//	vectors, err := embedder.Embed(ctx, []string{"past betrayals", "Corven betrayed the keepers."})
//	cosine := ...                      // of the two, in millionths
//	if embedder.Relevance(cosine) >= 700 { ... }
//
// The rules that hold for every embedder:
//
//   - Vectors of different names are never compared. A change that moves any vector is a
//     new name.
//   - A text is a window at most: whoever has longer texts cuts them into windows, embeds
//     each, and counts the best. That is package persistence/vector's work, done once for all.
//     An embedder that looks at fewer than 256 words says at how many, by a method Window() int.
//   - Nothing but the texts goes in, and nothing is remembered of them.
//
// The drivers are directories below this one. On the device, and without a model:
// model/lexical embeds, model/echo and model/scripted are for tests, model/recorded gives
// answers that were kept in a file, and model/files has a person or a program write them.
// Beyond it, or on it: model/openai and model/anthropic ask servers. model/fallback asks one
// after the other, and ends at one that is on the device. What they have in common is in
// model/driver; keys come from model/keys.
package model

import "context"

// An Embedder makes vectors of texts. It is safe for concurrent use.
type Embedder interface {
	// Name is that of the vectors: those of one name have the same length, and are the
	// only ones that can be compared with each other.
	Name() string
	// Dimensions is how long each vector is.
	Dimensions() int
	// Embed gives a vector for each text, in their order, which are the caller's. Each
	// is of length 1, or all zeros where the embedder makes nothing of the text. Any bytes may be
	// given. Errors: the context's, and those of an embedder that can fail; then there are
	// no vectors at all.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Relevance is what a cosine of two of its vectors, in millionths, is worth: from 0,
	// which is that of two texts by chance, to 1000. A greater cosine is worth no less.
	Relevance(cosine int64) int
}
