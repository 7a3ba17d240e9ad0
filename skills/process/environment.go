package process

import (
	"os"
	"runtime"
	"strings"
)

// inherited are the variables a script gets from the program's environment.
// Everything else stays outside: keys, tokens and paths of the player's are none
// of a script's business.
var inherited = []string{"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"}

// inheritedOnWindows are those without which programs there do not start.
var inheritedOnWindows = []string{"SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT"}

// marker is the variable that names an invocation. Descendants that leave the
// script's process group are recognised by it.
const marker = "NARRATORIA_INVOCATION"

// environment is all a script's environment holds. The directories are those of
// the request, for scripts in languages that read a variable more easily than JSON.
func environment(id string, p place) []string {
	env := []string{
		marker + "=" + id,
		"NARRATORIA_OUTPUT_DIR=" + p.output.dir,
		"NARRATORIA_DATA_DIR=" + p.data,
		"HOME=" + p.data,
		"PYTHONDONTWRITEBYTECODE=1", // beside its files, where root could
	}
	names := inherited
	if runtime.GOOS == "windows" {
		names = append(names[:len(names):len(names)], inheritedOnWindows...)
		env = append(env, "USERPROFILE="+p.data, "TEMP="+p.output.dir, "TMP="+p.output.dir)
	} else {
		env = append(env, "TMPDIR="+p.output.dir)
	}
	for _, name := range names {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// invocationID is the marker's value in an environment.
func invocationID(env []string) string {
	for _, variable := range env {
		if id, ok := strings.CutPrefix(variable, marker+"="); ok {
			return id
		}
	}
	return ""
}
