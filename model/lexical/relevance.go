package lexical

import "github.com/narratoria/narratoria/model"

// relevance was set by the calibrating half of testdata/pairs.txt, where the unrelated have
// cosines from -0.14 to 0.15, all but one below 0.08, and the related from 0.21 to 0.68,
// half of them above 0.51. At 0.1 chance ends: twice what two texts have by it. Three related
// pairs of four are above 0.3, which is the threshold's usual 0.7. What it makes of
// the other half is held by TestRelatedTextsAreFarMoreRelevant.
var relevance = model.Calibration{
	{Cosine: 100_000, Relevance: 0},
	{Cosine: 200_000, Relevance: 500},
	{Cosine: 300_000, Relevance: 700},
	{Cosine: 550_000, Relevance: 900},
	{Cosine: 1_000_000, Relevance: 1000},
}
