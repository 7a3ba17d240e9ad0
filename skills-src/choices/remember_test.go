package choices

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/skills/kit"
)

// generated plays generate-choices for one move, with the host's replies behind
// the request, and gives all that was written.
func generated(t *testing.T, features string, replies ...string) string {
	t.Helper()
	request := fmt.Sprintf(`{"operation":"generate-choices","protocol":{"version":"0","features":[%s]},"input":{"want":1,"turn":9,"place":{"id":"quay","name":"the quay"},"taken":["a","b","c"],"people":[{"id":"tam","name":"Tam","faction":"guild"}],`+
		`"moves":[{"id":"wait","kind":"wait"},{"id":"help","kind":"ask-help","person":"tam"}]},"results":{"r":{"memories":[{"id":"m1","summary":"You found the burner in the flour."}],"perceptions":[{"npc":"tam","score":50}]}}}`+"\n", features)
	var out bytes.Buffer
	if code := kit.Serve(t.Context(), strings.NewReader(request+strings.Join(replies, "")), &out, t.Output(), Generate); code != 0 {
		t.Fatalf("exit %d\n%s", code, &out)
	}
	return out.String()
}

func reply(id int, rest string) string {
	return fmt.Sprintf(`{"version":"0","type":"reply","id":"%d",%s}`+"\n", id, rest)
}

// Memories of other scenes are asked of the host, where it may be asked. They count
// as those of the results do, and a host that refuses costs nothing.
func TestMoreMemoriesAreAsked(t *testing.T) {
	none := `"ok":true,"result":{"memories":[],"cut":0}`
	betrayed := `"ok":true,"result":{"memories":[{"id":"m2","summary":"You betrayed Tam to the watch.","relevance":0.9}],"cut":0}`
	alone := generated(t, "")
	if strings.Contains(alone, `"call"`) {
		t.Errorf("a call that the host does not offer:\n%s", alone)
	}
	asked := generated(t, `"calls","memory.read"`, reply(1, none), reply(2, none), reply(3, betrayed))
	if strings.Count(asked, `"call"`) != 3 || strings.Contains(asked, `"ask-help"`) {
		t.Errorf("a betrayal that the host remembers is not known:\n%s", asked)
	}
	refused := generated(t, `"calls","memory.read"`, reply(1, `"ok":false,"error":{"code":"permission_denied","message":"no"}`))
	if !strings.Contains(refused, "made of fewer memories") || !strings.Contains(refused, `"ok":true`) || !strings.Contains(refused, `"m1"`) {
		t.Errorf("a refusal:\n%s", refused)
	}
}
