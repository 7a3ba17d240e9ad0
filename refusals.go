package narratoria

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/provider"
)

// noteRefusals has the player of a game told once of each server that does not take what it is asked, which is so until the settings, or a key, are
// others. What the server said is not repeated, since that may hold what it was asked: it may have been asked as somebody else.
func (p *Program) noteRefusals(tell *resting, answer model.Answer, err error) {
	all := refusals(err)
	for _, d := range answer.Degraded {
		all = append(all, refusals(d.Err)...)
	}
	for _, refused := range all {
		if of, is := p.providerOf(refused.Generator); is {
			tell.say(refusalSentence(of, refused))
		}
	}
}

// refusals are those that an error is made of: of a server that answered, and will answer so again.
func refusals(err error) (all []*model.Error) {
	switch of := err.(type) {
	case *model.Error:
		switch of.Kind {
		case model.Rejected, model.Unauthorized, model.Redirected:
			if of.Status != 0 {
				return []*model.Error{of}
			}
		}
		return refusals(of.Err)
	case interface{ Unwrap() []error }:
		for _, part := range of.Unwrap() {
			all = append(all, refusals(part)...)
		}
	}
	return all
}

// providerOf is who of the settings a generator is, by the name that it has of its model and its server.
func (p *Program) providerOf(generator string) (provider.Provider, bool) {
	for _, setting := range p.settings.Models.Providers {
		of := provider.Provider(setting)
		if u, err := url.Parse(of.Server()); err == nil && u.Host != "" && generator == of.Model+"@"+u.Host {
			return of, true
		}
	}
	return provider.Provider{}, false
}

// refusalSentence says what a server answered, and which setting to look at. It goes into the story, so where the server and the settings are it does not say.
func refusalSentence(of provider.Provider, refused *model.Error) string {
	at := fmt.Sprintf(`"models.providers.%s" in config.json of the configuration directory`, of.Name)
	what, look := "it does not take what it is asked", "look at "+at
	switch {
	case refused.Status == http.StatusNotFound:
		what, look = fmt.Sprintf("it has no model %q, or its address is another", of.Model), `look at "model" and "address" of `+at
	case errors.Is(refused, model.Unauthorized):
		what, look = "it wants a key, or another one", "narratoria setup key HOST keeps one"
	case errors.Is(refused, model.Redirected):
		what, look = "it names another server, which is not asked", `look at "address" of `+at
	}
	return fmt.Sprintf("The server of the model %s answers with the status %d: %s. So nothing comes of it; %s. All that it says is shown by: narratoria model ask --by %s hello", of.Name, refused.Status, what, look, of.Name)
}
