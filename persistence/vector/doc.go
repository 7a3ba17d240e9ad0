// Package vector says which texts are nearest to a query in meaning. Like package
// persistence/rank it stands above all drivers of the store, so that each gives the same
// answer.
//
//	index := vector.NewIndex(lexical.New(), vector.NewSlab(0))
//	texts := []*vector.Text{{Content: "Corven betrayed the keepers."}, {Content: "A boat came in."}}
//	scores, err := index.Scores(ctx, "past betrayals", texts, nil)
//	best := rank.Top(1, scores, cmp.Compare)
//
// What becomes of a text:
//
//	text ──Windows──▶ at most 256 words each, overlapping ──Embedder──▶ a vector for each
//	                                                          │
//	                        Slab: (model, hash of text) ◀─────┘ kept, up to 64 MB
//	                                     │
//	query's vector ──cosine with each, the best counts──▶ score
//
// The search is exact and looks at every text that it is given, which must be after all
// that must not be seen was left out. The texts are all that an embedder ever gets to read,
// and nothing of others is in any score.
//
// A vector is kept as whole numbers, in steps of 1/32767 of its length, which moves a
// cosine by some hundred-thousandths; half the memory of floats, and sums of products
// that are the same on every machine. A cosine is counted of those numbers exactly and
// rounded to a millionth, so equal ones are equal everywhere, and an order never hangs
// on the last bit of a float.
//
// Vectors of another name are of another model, and never compared.
package vector
