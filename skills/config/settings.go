package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// SettingsFile is the name of the program's own settings, whose schema is
// contracts/settings.schema.json.
const SettingsFile = "config.json"

// megabyte is the unit of maxMegabytes.
const megabyte = 1_000_000

// maxFile bounds every file this package reads.
const maxFile = 256 << 10

// Settings are the program's own.
type Settings struct {
	Timeouts         Timeouts
	Concurrency      int             // scripts at once; 0: the number of cores
	BundledSkills    BundledSkills   // how they run
	Limits           protocol.Limits // of one invocation's stream
	SkillDirectories []string        // absolute
	Log              Log
	Retention        Retention
	Backups          Backups
	Store            string // the address of where stories are kept, a directory in it absolute or in a home; "" for saves/ of the data directory
	Scenes           Scenes
	Models           Models
}

// Models says which models are used, and by whom texts are written.
type Models struct {
	Library   string   // the directory of llama.cpp, absolute; "" for libraries/llama of the data directory
	Threads   int      // by which a model on this device is run; 0: as many as were quickest
	Mirrors   []string // servers that are asked for files before those where they are published
	Embedder  string   // by what texts are found: Lexical, or the name of a model; "" for a model where there is one
	Providers []Provider
	Text      []string            // the names of the providers that are asked for a text, one after the other
	Tasks     map[string][]string // instead of these for the texts of a task, by its name; an empty list for nobody
	Plan      string              // the name of the provider that plans turns; Rules, or "", for none
}

// Rules plan turns without a model.
const Rules = "rules"

// Lexical is the embedder that needs no model.
const Lexical = "lexical"

// A Provider is who can write texts. What is of one kind alone is empty in the others.
type Provider struct {
	Name, Kind string

	Address, Model string // of a server; of llama the model's name in the inventory
	Grammars       bool   // the server takes grammars in GBNF
	Template       string // of llama; "" for that of a model that the program knows
	Context        int    // of llama, in tokens; 0: the usual
	Directory      string // of files, absolute
	Patient        bool   // of files
	File           string // of recorded, absolute
}

// Backups says how often a story that is played is copied, and how many copies are kept.
type Backups struct {
	Every     time.Duration
	Keep      int    // of each story; 0: none are made
	Directory string // absolute; "" for backups/ of the data directory
}

// Scenes says which scenes are written into a folder when they close, and how.
type Scenes struct {
	Directory    string              // absolute; "" for none
	Significance action.Significance // the least
	Format       SceneFormat
}

// SceneFormat is how scenes are written. The names are fixed on the wire.
type SceneFormat string

// The formats of scenes.
const (
	ScenesMarkdown SceneFormat = "markdown"
	ScenesJSONL    SceneFormat = "jsonl"
	ScenesHTML     SceneFormat = "html"
)

// Retention is which memories of a story are searched; the zero Retention limits nothing.
type Retention struct {
	Days     int64 // of story time
	Memories int   // the latest so many
	Bytes    int64 // the latest that take up so much
}

// BundledSkills is how bundled skills run. The names are fixed on the wire.
type BundledSkills string

// AsProcesses runs each step of theirs as a process, where the program of the bundled
// skills is installed; InProcess runs them in the program itself, where nothing but their
// own good behaviour ends them.
const (
	AsProcesses BundledSkills = "process"
	InProcess   BundledSkills = "in-process"
)

// Timeouts nest: a script never outlasts its plan, nor a plan its turn.
type Timeouts struct {
	Script, Plan, Turn time.Duration
}

// Log says what is logged, and where.
type Log struct {
	Level     string // debug, info, warn, error: of what skills say; off: no log
	Directory string // absolute; "" for the user's state directory
	MaxBytes  int64  // of all log files together
}

// Defaults are the settings of a user who has set nothing.
func Defaults() Settings {
	return Settings{
		Timeouts:      Timeouts{Script: 30 * time.Second, Plan: 60 * time.Second, Turn: 90 * time.Second},
		Limits:        protocol.Limits{}.WithDefaults(),
		BundledSkills: AsProcesses,
		Log:           Log{Level: "debug", MaxBytes: 200 * megabyte},
		Backups:       Backups{Every: 24 * time.Hour, Keep: 7},
		Scenes:        Scenes{Significance: action.High, Format: ScenesMarkdown},
	}
}

// LoadSettings reads config.json of a configuration directory. Where there is
// none, or it is not as it should be, the settings are the defaults; the
// problems say what is wrong.
func LoadSettings(dir string) (Settings, contracts.Problems) {
	path := filepath.Join(dir, SettingsFile)
	data, err := plainfile.Read(path, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return Defaults(), nil
	}
	if err != nil {
		return Defaults(), contracts.Problems{{File: path, Kind: contracts.Unreadable, Message: "the file of the program's settings " + plainfile.Why(err)}}
	}
	tree, problems := contracts.Validate(contracts.Settings, path, data)
	if problems.Err() != nil {
		return Defaults(), aboutServers(data, problems)
	}
	return settingsOf(dir, tree.(strictjson.Object)), problems
}

// openAIServers are programs and services that people know by name, and that speak as OpenAI's server does.
var openAIServers = []string{"ollama", "lmstudio", "lm-studio", "vllm", "openrouter", "llama-server", "llama.cpp", "localai", "koboldcpp"}

// aboutServers says of a server whose name was given as the kind of a provider of what kind it is: the name that is nearest to it in letters is another's.
func aboutServers(data []byte, problems contracts.Problems) contracts.Problems {
	tree, err := strictjson.ParseObject(data)
	if err != nil {
		return problems
	}
	providers := strictjson.AsObject(strictjson.AsObject(tree["models"])["providers"])
	for i, p := range problems {
		name, is := strings.CutPrefix(p.Pointer, "/models/providers/")
		name, isKind := strings.CutSuffix(name, "/kind")
		kind := strictjson.AsString(strictjson.AsObject(providers[name])["kind"])
		if is && isKind && slices.Contains(openAIServers, strings.ToLower(kind)) {
			problems[i].Nearest = ""
			problems[i].Message += fmt.Sprintf("; %s speaks as OpenAI's servers do, so its kind is %q, and its address ends in /v1", kind, "openai")
		}
	}
	return problems
}

// settingsOf reads a tree that has passed the schema.
func settingsOf(dir string, tree strictjson.Object) Settings {
	s := Defaults()
	timeouts, limits, log := strictjson.AsObject(tree["timeouts"]), strictjson.AsObject(tree["limits"]), strictjson.AsObject(tree["log"])
	duration(timeouts["script"], &s.Timeouts.Script)
	duration(timeouts["plan"], &s.Timeouts.Plan)
	duration(timeouts["turn"], &s.Timeouts.Turn)
	count(tree["concurrency"], &s.Concurrency)
	if how, ok := tree["bundledSkills"].(string); ok {
		s.BundledSkills = BundledSkills(how)
	}
	count(limits["line"], &s.Limits.Line)
	count(limits["events"], &s.Limits.Events)
	count(limits["bytes"], &s.Limits.Bytes)
	count(limits["assets"], &s.Limits.Assets)
	for _, item := range strictjson.AsList(tree["skillDirectories"]) {
		s.SkillDirectories = append(s.SkillDirectories, absolute(dir, item))
	}
	if level, ok := log["level"].(string); ok {
		s.Log.Level = level
	}
	if log["directory"] != nil {
		s.Log.Directory = absolute(dir, log["directory"])
	}
	scenes := strictjson.AsObject(tree["scenes"])
	if scenes["directory"] != nil {
		s.Scenes.Directory = absolute(dir, scenes["directory"])
	}
	if weight, ok := scenes["significance"].(string); ok {
		s.Scenes.Significance = action.Significance(weight)
	}
	if format, ok := scenes["format"].(string); ok {
		s.Scenes.Format = SceneFormat(format)
	}
	retention := strictjson.AsObject(tree["retention"])
	s.Retention.Days, s.Retention.Bytes = strictjson.AsInteger(retention["days"]), strictjson.AsInteger(retention["bytes"])
	count(retention["memories"], &s.Retention.Memories)
	backups := strictjson.AsObject(tree["backups"])
	s.Backups.Every = time.Duration(strictjson.AsIntegerOr(backups["everyHours"], int64(s.Backups.Every/time.Hour))) * time.Hour
	count(backups["keep"], &s.Backups.Keep)
	if backups["directory"] != nil {
		s.Backups.Directory = absolute(dir, backups["directory"])
	}
	s.Store = storeOf(dir, strictjson.AsString(tree["store"]))
	s.Log.MaxBytes = strictjson.AsIntegerOr(log["maxMegabytes"], s.Log.MaxBytes/megabyte) * megabyte
	models(dir, strictjson.AsObject(tree["models"]), &s.Models)
	return s
}

// storeOf has a directory in an address lie where other directories of the settings do. A home that is not the user's
// is for whoever opens it to refuse, and so is an address that lacks its directory.
func storeOf(dir, address string) string {
	scheme, below, _ := strings.Cut(address, ":")
	if scheme != "sqlite" && scheme != "objectbox" || below == "" || strings.HasPrefix(below, "~") {
		return address
	}
	return scheme + ":" + absolute(dir, below)
}

func models(dir string, tree strictjson.Object, into *Models) {
	if tree["library"] != nil {
		into.Library = absolute(dir, tree["library"])
	}
	count(tree["threads"], &into.Threads)
	into.Mirrors, into.Text = strictjson.AsStrings[string](tree["mirrors"]), strictjson.AsStrings[string](tree["text"])
	into.Plan = strictjson.AsString(tree["plan"])
	for task, names := range strictjson.AsObject(tree["tasks"]) {
		if into.Tasks == nil {
			into.Tasks = map[string][]string{}
		}
		into.Tasks[task] = strictjson.AsStrings[string](names)
	}
	into.Embedder = cmp.Or(strictjson.AsString(tree["embedder"]), into.Embedder)
	providers := strictjson.AsObject(tree["providers"])
	for _, name := range slices.Sorted(maps.Keys(providers)) {
		of := strictjson.AsObject(providers[name])
		p := Provider{
			Name: name, Kind: strictjson.AsString(of["kind"]), Address: strictjson.AsString(of["address"]), Model: strictjson.AsString(of["model"]),
			Grammars: of["grammars"] == true, Template: strictjson.AsString(of["template"]), Patient: of["patient"] == true,
		}
		count(of["context"], &p.Context)
		if of["directory"] != nil {
			p.Directory = absolute(dir, of["directory"])
		}
		if of["file"] != nil {
			p.File = absolute(dir, of["file"])
		}
		into.Providers = append(into.Providers, p)
	}
}

func duration(v any, into *time.Duration) {
	*into = time.Duration(strictjson.AsIntegerOr(v, into.Milliseconds())) * time.Millisecond
}

func count(v any, into *int) { *into = int(strictjson.AsIntegerOr(v, int64(*into))) }

// absolute reads a directory as the user wrote it: "~/" is the home directory,
// and a relative one lies below the configuration directory.
func absolute(dir string, v any) string {
	path := strictjson.AsString(v)
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
