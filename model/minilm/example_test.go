package minilm_test

import (
	"fmt"
	"os"

	"github.com/narratoria/narratoria/model/minilm"
)

// What is published of the network becomes the file that a worker loads.
func ExampleConvert() {
	weights, err := os.Open("all-MiniLM-L6-v2/model.safetensors")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer weights.Close()
	info, _ := weights.Stat()
	vocabulary, _ := os.Open("all-MiniLM-L6-v2/vocab.txt")
	defer vocabulary.Close()
	model, _ := os.Create("all-minilm-l6-v2-f16.gguf")
	defer model.Close()
	fmt.Println(minilm.Convert(model, weights, info.Size(), vocabulary))
}
