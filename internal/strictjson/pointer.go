package strictjson

import "strings"

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// Token is the name of a member as it stands in a pointer of RFC 6901.
func Token(name string) string { return escaper.Replace(name) }

// Name is the name of a member that a token of a pointer stands for.
func Name(token string) string { return unescaper.Replace(token) }
