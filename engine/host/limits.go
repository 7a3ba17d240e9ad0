package host

import (
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// What one call, and one skill, may ask for.
const (
	maxCount   = 1_000             // random numbers of one call
	maxInteger = 1<<53 - 1         // and how far from 0 they lie: what every language holds exactly
	maxStory   = 512 << 10         // bytes of a story.read answer, as JSON
	maxKey     = 256               // bytes
	maxValue   = 256 << 10         // bytes, as JSON
	maxKeys    = 10_000            // of one skill
	maxBytes   = protocol.MostKept // of all that one skill keeps
	maxPage    = 1_000             // keys of one data.list answer

	// bytes of the parameters of all writes of one attempt: all that a skill may keep, and a
	// value more. They go into the story's log, also where the next takes them back.
	maxWritten = maxBytes + maxValue

	maxPath      = 4 << 10 // bytes of a dot path
	maxPathNames = 64      // names in it: state has no more levels than the lines it came in

	// What the writes of one skill bring into the story, each event counted as
	// story.WrittenSize does: in a turn, and from the beginning on with what each turn adds.
	// The bundled skills write some 2 KiB a turn.
	maxTurn   = 128 << 10
	maxBegun  = 1 << 20
	maxPlayed = 16 << 10

	maxProse    = 4 << 10    // bytes of a summary, a fact, a sentence
	maxNames    = 64         // items of a list: characters, tags, handles
	maxMemories = 100        // of one memory.read answer
	maxSnippets = 20         // of one lore.read answer
	maxSearched = 100        // snippets that are looked at to know what was cut
	maxMinutes  = 10_000_000 // of story time after which an opinion fades: 19 years

	// What one attempt may have a model write.
	maxWritings     = 16       // calls
	maxAllTokens    = 8 << 10  // that are asked for in all of them
	maxTokens       = 2 << 10  // and in one
	standardTokens  = 256      // where it says nothing
	standardHeat    = 700      // thousandths, likewise
	maxPrompt       = 64 << 10 // bytes of all messages of a call
	maxPromptTokens = 64 << 10
	maxSchema       = 16 << 10         // bytes, as JSON
	maxStops        = 8                // texts
	maxWriting      = 60 * time.Second // of a text, where the attempt has no end
	writingReserve  = 2 * time.Second  // of the attempt, at most, in which no text is written any more
)

func encodedSize(value any) int { return strictjson.Size(value) }
