package userdirs

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	home := func() (string, error) { return filepath.FromSlash("/home/ada"), nil }
	tests := []struct {
		name, system string
		env          map[string]string
		want         Dirs
	}{
		{"linux", "linux", nil, Dirs{"/home/ada/.local/share/narratoria", "/home/ada/.config/narratoria", "/home/ada/.local/state/narratoria", "/home/ada/.cache/narratoria"}},
		{"xdg", "linux", map[string]string{"XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k"}, Dirs{"/d/narratoria", "/c/narratoria", "/s/narratoria", "/k/narratoria"}},
		{"relative xdg is ignored", "linux", map[string]string{"XDG_DATA_HOME": "d"}, Dirs{"/home/ada/.local/share/narratoria", "/home/ada/.config/narratoria", "/home/ada/.local/state/narratoria", "/home/ada/.cache/narratoria"}},
		{"macOS", "darwin", nil, Dirs{"/home/ada/Library/Application Support/narratoria", "/home/ada/Library/Application Support/narratoria/config", "/home/ada/Library/Application Support/narratoria/state", "/home/ada/Library/Caches/narratoria"}},
		{"windows", "windows", map[string]string{"LocalAppData": "/l", "AppData": "/r"}, Dirs{"/l/narratoria", "/r/narratoria", "/l/narratoria/state", "/l/narratoria/cache"}},
		{"state and cache follow data", "linux", map[string]string{"NARRATORIA_DATA_DIR": "/x"}, Dirs{"/x", "/home/ada/.config/narratoria", "/x/state", "/x/cache"}},
		{"all given, no home needed", "windows", map[string]string{"NARRATORIA_DATA_DIR": "/x", "NARRATORIA_CONFIG_DIR": "/y", "NARRATORIA_STATE_DIR": "/z", "NARRATORIA_CACHE_DIR": "/w"}, Dirs{"/x", "/y", "/z", "/w"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if filepath.Separator != '/' {
				t.Skip("the expected paths are written for Unix")
			}
			got, err := find(tt.system, func(name string) string { return tt.env[name] }, home)
			if err != nil || got != tt.want {
				t.Errorf("got %+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
}

func TestFindWithoutHome(t *testing.T) {
	none := func() (string, error) { return "", errors.New("HOME is not defined") }
	for _, system := range []string{"linux", "darwin", "windows"} {
		if dirs, err := find(system, func(string) string { return "" }, none); err == nil {
			t.Errorf("%s: got %+v, want an error that says what to set", system, dirs)
		}
	}
}

// A home is asked for only where a directory would lie in it.
func TestHomeIsNotNeededWhereAllElseIsSet(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("the paths are written for Unix")
	}
	all := map[string]string{"XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k"}
	for name, home := range map[string]func() (string, error){
		"none":     func() (string, error) { return "", errors.New("HOME is not defined") },
		"relative": func() (string, error) { return "somewhere", nil },
	} {
		want := Dirs{"/d/narratoria", "/c/narratoria", "/s/narratoria", "/k/narratoria"}
		if got, err := find("linux", func(name string) string { return all[name] }, home); err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
		}
		for missing := range all {
			one := func(name string) string {
				if name == missing {
					return ""
				}
				return all[name]
			}
			if got, err := find("linux", one, home); err == nil {
				t.Errorf("%s: without %s got %+v, want an error", name, missing, got)
			}
			replaced := func(name string) string {
				if name == "NARRATORIA_"+missing[4:len(missing)-5]+"_DIR" {
					return "/x"
				}
				return one(name)
			}
			if got, err := find("linux", replaced, home); err != nil {
				t.Errorf("%s: with another in place of %s got %+v, %v", name, missing, got, err)
			}
		}
	}
}
