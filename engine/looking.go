package engine

import "github.com/narratoria/narratoria/internal/strictjson"

// State is session state as the player knows it: what planners and scripts read. It is for
// reading.
func (l Look) State() strictjson.Object { return l.now().View.Object() }
