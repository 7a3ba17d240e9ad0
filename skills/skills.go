// Package skills finds skills, decides which of them may run, and says how they
// are doing.
//
// A skill is a directory with a manifest (skill.json, an Agent Skills SKILL.md,
// or both), a prompt, a configuration schema and scripts. [Discover] reads the
// directories a person may put skills into and gives a [Registry]: every skill
// that is ready, and for each that is not, the reason. The registry's
// [Registry.Catalogue] is the only way from a plan's toolPath to a [Script], and
// a [Transport] (packages process and inprocess below this one) the only way
// from a script to something that runs.
//
//	directories --Discover--> Registry --Catalogue--> plan.Check
//	                             |                        |
//	                          Script <--- Invocation <--- executor
//	                             |            |
//	                             +--> Transport --> Outcome --> Health
//
// Package transport holds the conversation all transports share, kit is for
// people who write skills in Go, config reads what users may configure.
package skills
