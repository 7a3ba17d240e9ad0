package api

import (
	"context"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/campaign"
)

func campaignMethods() []Method {
	return []Method{
		define("campaign.list", "Lists the campaigns that the program carries, the one for a first play first.", listCampaigns),
		define("campaign.info", "Shows what is understood of a campaign, and what a player decides before it begins.", campaignInfo),
		define("campaign.validate", "Lists what is wrong with a campaign, with file and line.", validateCampaign),
	}
}

// CampaignHead is what a list shows of a campaign.
type CampaignHead struct {
	_           struct{} `doc:"what a list shows of a campaign"`
	ID          string   `json:"id" doc:"the name that story.play takes"`
	Title       string   `json:"title" doc:"what it is called"`
	Version     string   `json:"version" doc:"of its author's"`
	Author      string   `json:"author,omitempty" doc:"who wrote it"`
	Description string   `json:"description" doc:"what it is about"`
}

// Campaigns are those that the program carries.
type Campaigns struct {
	_         struct{}       `doc:"the campaigns that the program carries"`
	Campaigns []CampaignHead `json:"campaigns" doc:"the one for a first play first"`
}

func listCampaigns(ctx context.Context, c *Client, _ Nothing) (Campaigns, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Campaigns{}, err
	}
	carried, err := program.Campaigns(ctx)
	if err != nil {
		return Campaigns{}, err
	}
	var all Campaigns
	for _, one := range carried {
		all.Campaigns = append(all.Campaigns, headOf(one))
	}
	return all, nil
}

func headOf(c *narratoria.Campaign) CampaignHead {
	m := c.Manifest
	return CampaignHead{ID: c.ID, Title: m.Title, Version: m.Version, Author: m.Author, Description: m.Description}
}

type campaignParams struct {
	Campaign string `json:"campaign" min:"1" doc:"a directory, or the name of a campaign that the program carries"`
}

// CampaignInfo is what is understood of a campaign.
type CampaignInfo struct {
	_           struct{}     `doc:"what is understood of a campaign"`
	Campaign    CampaignHead `json:"campaign" doc:"what a list shows"`
	Counts      []Count      `json:"counts" doc:"how many there are of what"`
	Opening     string       `json:"opening" doc:"how it begins"`
	Player      string       `json:"player" doc:"how the character is made"`
	Guidance    string       `json:"guidance,omitempty" doc:"what the player is told before"`
	Questions   []Question   `json:"questions" doc:"what the player decides: answers are story.play's"`
	Rules       string       `json:"rules" doc:"how checks are made"`
	Constraints []string     `json:"constraints" doc:"what is checked in all that is told"`
	State       []string     `json:"state" doc:"the names of its own session state"`
}

// Count is how many there are of something.
type Count struct {
	_    struct{} `doc:"how many there are of something"`
	What string   `json:"what" doc:"people, places, ..."`
	N    int      `json:"n" doc:"how many"`
}

// Question is one thing that the player decides.
type Question struct {
	_       struct{}       `doc:"one thing that the player decides before the story begins"`
	ID      string         `json:"id" doc:"by which answers have it"`
	Text    string         `json:"text" doc:"the question"`
	Options []AnswerOption `json:"options" doc:"where there are any, one of these; else a number where there are bounds, else text"`
	Default string         `json:"default" doc:"what is taken where no answer is given"`
	Min     int            `json:"min,omitempty" doc:"of a number"`
	Max     int            `json:"max,omitempty" doc:"of a number"`
}

// AnswerOption is one of the answers that there are.
type AnswerOption struct {
	_     struct{} `doc:"one of the answers that there are"`
	Value string   `json:"value" doc:"what the answer is"`
	Text  string   `json:"text" doc:"what is read"`
}

func campaignInfo(ctx context.Context, c *Client, p campaignParams) (CampaignInfo, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return CampaignInfo{}, err
	}
	loaded, err := program.Campaign(ctx, p.Campaign)
	if err != nil {
		return CampaignInfo{}, err
	}
	r := loaded.Report()
	info := CampaignInfo{
		Campaign: headOf(loaded), Opening: r.Opening, Player: r.Player, Guidance: loaded.Player.Guidance,
		Questions: questionsOf(&loaded.Player), Rules: r.Rules, Constraints: r.Constraints, State: r.State,
	}
	for _, count := range r.Counts {
		info.Counts = append(info.Counts, Count{What: count.What, N: count.N})
	}
	return info, nil
}

func questionsOf(t *campaign.Template) (questions []Question) {
	for _, q := range t.Questions() {
		asked := Question{ID: q.ID, Text: q.Text, Default: q.Default, Min: q.Min, Max: q.Max}
		for _, o := range q.Options {
			asked.Options = append(asked.Options, AnswerOption{Value: o.Value, Text: o.Text})
		}
		questions = append(questions, asked)
	}
	return questions
}

// Validation is what is wrong with a campaign.
type Validation struct {
	_        struct{}  `doc:"what is wrong with a campaign"`
	Playable bool      `json:"playable" doc:"it can be played; what the errors are about is left out"`
	Errors   int       `json:"errors" doc:"how many problems are no warnings"`
	Warnings int       `json:"warnings" doc:"and how many are"`
	Follow   int       `json:"follow" doc:"how many more come of these, or say the same of other places"`
	Problems []Problem `json:"problems" doc:"each with its file and line, and after it those that follow from it; those first from which others come"`
	Judged   []Judged  `json:"judged" doc:"conditions in words: they are judged, not computed"`
}

// Judged is a condition in words.
type Judged struct {
	_     struct{} `doc:"a condition in words"`
	Of    string   `json:"of" doc:"what it is a condition of"`
	Words string   `json:"words" doc:"what it says"`
}

func validateCampaign(_ context.Context, c *Client, p campaignParams) (Validation, error) {
	if _, err := c.engine.awakened(); err != nil {
		return Validation{}, err
	}
	read, problems := narratoria.ReadCampaign(p.Campaign)
	v := Validation{Playable: read != nil, Problems: problemsOf(problems)}
	v.Errors, v.Warnings, v.Follow = problems.Count()
	if read != nil {
		for _, j := range read.Report().Judged {
			v.Judged = append(v.Judged, Judged{Of: j.Of, Words: j.Words})
		}
	}
	return v, nil
}
