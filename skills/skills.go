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
//	consent, err := skills.LoadConsent(dirs.Config)
//	registry := skills.Discover(skills.DiscoverOptions{
//		Sources: skills.SearchPath(flags, nil, dirs.Data, program),
//		Consent: consent,
//	})
//	for _, l := range registry.Listings() { fmt.Println(l.Name, l.Status, l.Reason) }
//	err = skills.Watch(ctx, registry, skills.WatchOptions{...}, func(r *skills.Registry) { ... })
//
// # The directory
//
//	torch/
//	  skill.json          contracts/skill-manifest.schema.json; at most 1 MiB
//	  SKILL.md            without skill.json: a skill that is a prompt alone
//	  prompt.md           at most 256 KiB
//	  config-schema.json  contracts/config-schema-meta.schema.json
//	  config.json         values its author ships
//	  scripts/            at most 2,000 files
//	  data/               the skill's own; never read here
//
// A script's "path" lies below scripts/ or, failing that, below the skill's
// directory. It must be executable and begin with "#!" or be a native program,
// or the manifest names one of [Interpreters] to run it with. A manifest without
// "scripts" registers whatever can be started directly in scripts/, by its name
// without extension, required and without permissions.
//
// # Rules that hold everywhere
//
//   - What is wrong with one skill never touches another. A broken skill is
//     listed with its reason and holds no name, so a sound one of that name may
//     still be found.
//   - Nothing leads out of a skill's directory: paths are checked by their
//     letters, and links by os.Root when they are followed.
//   - Being put into a skills directory lets a skill read story state and roll
//     dice. More needs [Consent], which is given to the skill as it is: one
//     changed byte of its manifest, prompt, schema or scripts, and it waits again.
//   - Nothing of a skill runs because it was found.
//   - Skills, scripts and registries never change once made, and may be shared.
//
// Package transport holds the conversation all transports share, kit is for
// people who write skills in Go, config reads what users may configure.
package skills
