// Package config reads what a user may configure: the program itself, and each
// skill.
//
// The program's settings are config.json in the user's configuration directory,
// see [LoadSettings]; whatever a command's flags say wins over them.
//
// A skill's configuration is what its config-schema.json asks for. Values come
// from four places, the later winning setting by setting:
//
//	"default" in the skill's schema
//	config.json in the skill's directory        (shipped by its author)
//	<config>/skills/<name>.json                 (the user's)
//	<config>/secrets/<name>.json                (the user's, readable by nobody else)
//
//	store := config.Store{Dir: dirs.Config, Consent: consent}
//	values, problems := store.Load(skill)
//	request.Config = values.Config
//
// Rules that hold everywhere:
//
//   - ${NAME} in a text stands for an environment variable only where the
//     setting's own schema says "x-env-var": "NAME" and the user let the skill
//     see it. Anything else of that form is an error, never passed on, and what
//     a variable holds is not looked at again. $${ is a plain ${.
//   - Secrets ("x-sensitive", "format": "password", and all that came out of a
//     variable) are kept outside the skill's directory, and listed so that the
//     log, and all that the skill gives back, can be rid of them. No message quotes one.
//   - A configuration that does not hold what its schema asks for makes its skill
//     unfit to run; other skills are not touched.
package config
