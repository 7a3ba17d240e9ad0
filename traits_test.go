package narratoria

import (
	"reflect"
	"testing"

	"github.com/narratoria/narratoria/model/minilm"
)

// What finds by meaning in a program says all of itself that its embedder does: a store asks it for some of that by
// methods that an embedder need not have, and would do without them in silence.
func TestMeaningHasTheTraitsOfItsEmbedder(t *testing.T) {
	embedder, program := reflect.TypeFor[*minilm.Embedder](), reflect.TypeFor[*meaning]()
	for method := range embedder.Methods() {
		own, has := program.MethodByName(method.Name)
		if !has {
			t.Errorf("a program does not say the %s of its embedder", method.Name)
			continue
		}
		if own.Type.NumIn() == 1 { // what it says of itself
			says := func(of any) (all []any) {
				for _, v := range reflect.ValueOf(of).MethodByName(method.Name).Call(nil) {
					all = append(all, v.Interface())
				}
				return all
			}
			if a, b := says(&meaning{}), says(&minilm.Embedder{}); !reflect.DeepEqual(a, b) {
				t.Errorf("%s: the program says %v, its embedder %v", method.Name, a, b)
			}
		}
	}
}
