package action

// A Scene is what sort of moment a story is in. The list is closed; "" is an ordinary one.
type Scene string

// The types of scenes.
const (
	Ordinary   Scene = ""
	Travel     Scene = "travel"
	Dialogue   Scene = "dialogue"
	Danger     Scene = "danger"
	Resolution Scene = "resolution"
)

// Scenes is the closed list.
func Scenes() []Scene { return []Scene{Ordinary, Travel, Dialogue, Danger, Resolution} }
