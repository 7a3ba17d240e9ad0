// Package contracts holds the JSON Schemas of every document the program reads
// or writes, and the validator that says in one line where a document breaks its
// schema and what was probably meant:
//
//	tree, problems := contracts.Validate(contracts.PlanJSON, "plan.json", data)
//	if err := problems.Err(); err != nil {
//		return err // plan.json:4:17: /tools/0/toolpath: unknown field "toolpath"; did you mean "toolPath"?
//	}
//
// A [Contract] names one schema of the closed list; [Contract.Text] is its text,
// for documentation and for forms. What a skill's author wrote as a schema goes
// through [CompileConfig], which gives a [Schema] of the same kind or says what
// is wrong with it.
//
//	text --strictjson--> tree --limits--> accept --not sure--> jsonschema --explain--> Problems
//
// Rules that hold everywhere:
//
//   - Documents are foreign input. None makes this package panic, hang or use
//     memory out of proportion: size, nesting and numbers are limited first.
//   - Nothing is ever fetched: a reference leads to another part of the same
//     document, or the schema is refused.
//   - An unknown field of a plan or an execution result is refused. Manifests,
//     campaign files, settings and consent take it with a warning, and fields
//     beginning with "x-" without one. Protocol lines keep and ignore it.
//   - One fault is one [Problem], with one sentence for a person. At most
//     [MaxProblems] are listed.
//   - A schema is read when it is first used, never at start, and compiled for the library when
//     that is first asked.
//
// Everything here may be used concurrently.
//
// Besides JSON Schema the files use annotations that other validators ignore:
// "x-expected" ends the sentence "expected ...", "x-message" replaces the
// sentence for whatever fails at or below it, "x-kind" gives the kind of problem
// where a pattern or a "not" is broken. In a skill's own schema only the
// annotations of config-schema-meta.schema.json count.
package contracts

import (
	"embed"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Contract names a kind of document. Its schema is the file of that name with
// ".schema.json". The list is closed.
type Contract string

// The documents of the specification's contracts index, then what campaigns hold
// besides, then the lines of the protocol, then the program's own.
const (
	PlanJSON         Contract = "plan-json"          // what a planner wants done
	ExecutionResult  Contract = "execution-result"   // what carrying a plan out gave
	SkillManifest    Contract = "skill-manifest"     // a skill's skill.json
	ConfigSchemaMeta Contract = "config-schema-meta" // a skill's config-schema.json
	CampaignManifest Contract = "manifest"           // a campaign's manifest.json
	AssetMetadata    Contract = "asset-metadata"     // what is kept about a campaign's file
	NPCProfile       Contract = "npc-profile"        // a character's profile.json
	PlotBeats        Contract = "plot-beats"         // a campaign's plot/beats.json
	PlayerTemplate   Contract = "player-template"    // a campaign's player template

	Places            Contract = "places"              // a campaign's world/places.json
	Factions          Contract = "factions"            // its world/factions.json
	Items             Contract = "items"               // its world/items.json
	Knowledge         Contract = "knowledge"           // its plot/knowledge.json
	Occasions         Contract = "occasions"           // its plot/occasions.json
	LoreFrontMatter   Contract = "lore-front-matter"   // the head of a document below lore/
	EndingFrontMatter Contract = "ending-front-matter" // the head of plot/endings/ID.md
	RulesBlock        Contract = "rules-block"         // a block of world/rules.md
	ConstraintBlock   Contract = "constraint-block"    // a block of world/constraints.md

	ProtocolEvent Contract = "protocol-event" // one line of a script's stdout
	ToolRequest   Contract = "tool-request"   // the first line of its stdin
	HostCall      Contract = "host-call"      // what it asks of the host
	HostReply     Contract = "host-reply"     // what it gets for that

	Settings Contract = "settings" // the program's own config.json
	Consent  Contract = "consent"  // what a user has allowed each skill
)

var all = []Contract{
	PlanJSON, ExecutionResult, SkillManifest, ConfigSchemaMeta, CampaignManifest,
	AssetMetadata, NPCProfile, PlotBeats, PlayerTemplate,
	Places, Factions, Items, Knowledge, Occasions, LoreFrontMatter, EndingFrontMatter, RulesBlock, ConstraintBlock,
	ProtocolEvent, ToolRequest, HostCall, HostReply, Settings, Consent,
}

// All lists the contracts, in the order documents show them.
func All() []Contract { return slices.Clone(all) }

// Validate reads data strictly and checks it against a contract's schema. file is
// what problems call it. The tree is of package strictjson's kinds, and of use
// when problems.Err() is nil. It panics for a contract that is not in the list.
func Validate(c Contract, file string, data []byte) (tree any, problems Problems) {
	return c.Schema().Validate(file, data)
}

// File is the name of the contract's schema in this directory.
func (c Contract) File() string { return string(c) + ".schema.json" }

// Text is the contract's schema as it stands in its file. The caller owns it.
func (c Contract) Text() []byte {
	text, err := files.ReadFile(c.File())
	if err != nil {
		panic("contracts: no contract " + string(c))
	}
	return text
}

// Schema is the contract's schema, compiled at the first call.
func (c Contract) Schema() *Schema {
	schema, ok := schemas[c]
	if !ok {
		panic("contracts: no contract " + string(c))
	}
	return schema()
}

// refusesUnknown reports whether an unknown field is more than a warning.
func (c Contract) refusesUnknown() bool { return c == PlanJSON || c == ExecutionResult }

//go:embed *.schema.json
var files embed.FS

// schemas holds how to get each compiled schema; nothing is compiled here.
var schemas = onFirstUse(all)

func onFirstUse(contracts []Contract) map[Contract]func() *Schema {
	schemas := make(map[Contract]func() *Schema, len(contracts))
	for _, c := range contracts {
		schemas[c] = sync.OnceValue(func() *Schema { return compileContract(c) })
	}
	return schemas
}

func compileContract(c Contract) *Schema {
	raw, err := strictjson.ParseObject(c.Text())
	if err != nil {
		panic("contracts: " + c.File() + ": " + err.Error())
	}
	l := &library{url: checked + c.File(), raw: raw}
	limits := documentLimits
	if c == ConfigSchemaMeta {
		limits = schemaLimits
	}
	return &Schema{compiled: &fragment{library: l}, raw: raw, limits: limits, refuseUnknown: c.refusesUnknown(), fits: acceptorOf(l, raw)}
}
