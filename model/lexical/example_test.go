package lexical_test

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/model/lexical"
)

func Example() {
	embedder := lexical.New()
	vectors, err := embedder.Embed(context.Background(), []string{"past betrayals", "Corven betrayed the keepers.", "A boat came in."})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, other := range vectors[1:] {
		var cosine float32
		for i := range other {
			cosine += vectors[0][i] * other[i]
		}
		fmt.Println(embedder.Relevance(int64(cosine*1e6)) >= 400)
	}
	// Output:
	// true
	// false
}
