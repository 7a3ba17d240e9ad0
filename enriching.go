package narratoria

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/enrichment"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/provider"
	"github.com/narratoria/narratoria/persistence"
)

// enricher is whom the settings name to find what rules do not in the prose of a sparse campaign; nil for nobody: nobody else is asked.
func (p *Program) enricher() *writing {
	if !p.named(enrichment.Task) {
		return nil
	}
	return p.writing.tasks[enrichment.Task]
}

// An enriched is what is kept of a reading that a model completed, in the store's worlds beside that by rules.
type enriched struct {
	Reading *reading.Reading        `json:"reading"`
	Asked   []generation.Generation `json:"asked"` // how it came about
}

// enrich has a story that begins be of what rules and a model found in the campaign's prose. What was found once is kept, so that the next
// story of it is of the same, and nobody waits again. Where nothing comes of it the story is of what rules found, and that is said.
func (g *Game) enrich(ctx context.Context, impatient func(context.Context)) {
	p, c := g.program, g.campaign
	by := p.enricher()
	if by == nil || !g.fresh || !c.Extracted || c.Reading == nil {
		return
	}
	select { // two stories that begin at once ask once
	case p.enriching <- struct{}{}:
		defer func() { <-p.enriching }()
	case <-ctx.Done():
		return // it begins nothing any more
	}
	made := p.keptOrAsked(ctx, g, by, impatient)
	g.before = made.Asked
	if made.Reading == nil {
		return
	}
	full, err := c.readAs(made.Reading)
	if err != nil {
		p.warn("narratoria: what %s found in the prose of %s is not used: %v", made.Reading.Completed.Model, c.Manifest.Title, err)
		return
	}
	g.campaign = full
}

// keptOrAsked is what is kept for a campaign, or found now, and kept.
func (p *Program) keptOrAsked(ctx context.Context, g *Game, by *writing, impatient func(context.Context)) enriched {
	texts := g.campaign.Reading.Texts
	key := p.enrichedKey(by, texts)
	worlds, err := p.openWorlds(ctx)
	if err == nil {
		if kept := keptEnriched(ctx, worlds, key, texts); kept.Reading != nil {
			return kept
		}
	}
	made := g.askEnricher(ctx, by, impatient)
	if made.Reading == nil {
		return made
	}
	if err == nil {
		var data []byte
		if data, err = json.Marshal(made); err == nil {
			err = worlds.Update(ctx, func(w persistence.WorldWriter) error { return w.Put(key, data) })
		}
	}
	if err != nil && ctx.Err() == nil {
		p.warn("narratoria: what %s found in the prose of %s cannot be kept, and is asked for again when the next story of it begins: %v", made.Reading.Completed.Model, g.campaign.Manifest.Title, err)
	}
	return made
}

// askEnricher asks, and says before it to whom what is sent. Without a reading it says why there is none.
func (g *Game) askEnricher(ctx context.Context, by *writing, impatient func(context.Context)) (made enriched) {
	p, c := g.program, g.campaign
	for _, of := range p.away(by.names) {
		g.tellLeaves("enriching "+of.Name, enrichingSentence(of))
	}
	g.history.add(Event{Kind: Stage, Text: "a model reads the setting and the premise, this once"})
	ctx, end := until(ctx, impatient)
	defer end()
	ledger := generation.NewLedger(&generation.Options{Untimed: true}) // a story that begins later shows the same
	read, err := enrichment.Complete(ledger.In(ctx), by, c.written.Setting.Body, c.written.Premise.Body)
	for _, kept := range ledger.Close() {
		made.Asked = append(made.Asked, kept.Generations...)
	}
	if err != nil && ctx.Err() == nil {
		p.warn("narratoria: the prose of %s is read by rules alone: %s", c.Manifest.Title, unenriched(by, err))
	}
	made.Reading = read
	return made
}

// until is a context that ends when somebody will wait no longer, or with end, which waits for whoever was asked that.
func until(ctx context.Context, impatient func(context.Context)) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	if impatient == nil {
		return ctx, cancel
	}
	var asking sync.WaitGroup
	asking.Go(func() { // ends with ctx
		defer cancel()
		impatient(ctx)
	})
	return ctx, func() {
		cancel()
		asking.Wait()
	}
}

// unenriched says why nothing was found, in words of ours: those of a server are in no message.
func unenriched(by *writing, err error) string {
	who, kind := by.Name(), model.Malformed
	if made, is := errors.AsType[*model.Error](err); is && made.Generator != "" {
		who = generation.ModelOf(made.Generator)
	}
	errors.As(err, &kind)
	if errors.Is(err, model.Timeout) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("%s did not answer within %v", who, enrichment.Time)
	}
	return fmt.Sprintf("%s gave nothing that can be read (%s)", who, string(kind))
}

// readAs is a campaign that rules completed as another reading completes it.
func (c *Campaign) readAs(r *reading.Reading) (*Campaign, error) {
	full, err := campaign.Complete(c.written, func(string, string) *reading.Reading { return r })
	if err != nil {
		return nil, err
	}
	return c.of(full), nil
}

// enrichedKey is the key under which a reading is kept that these completed: of other texts, other models or another version of the rules or of
// the prompt there is another.
func (p *Program) enrichedKey(by *writing, texts string) string {
	all, _ := p.Providers()
	withHere(all)
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%s\n", texts, enrichment.Prompt)
	for _, name := range by.names {
		of, err := all.Find(name)
		if err != nil {
			of = provider.Provider{Name: name}
		}
		file := ""
		if of.Kind == provider.Llama {
			if m, err := all.Device.Models.Model(of.Model); err == nil {
				file = m.SHA256
			}
		}
		fmt.Fprintf(sum, "%q %q %q %q %q\n", of.Kind, of.Model, of.Directory, of.File, file)
	}
	return fmt.Sprintf("enriched/%d/%s", reading.Version, hex.EncodeToString(sum.Sum(nil)))
}

// keptEnriched is what is kept under a key, if it is of these texts and by today's rules.
func keptEnriched(ctx context.Context, worlds persistence.Worlds, key, texts string) (kept enriched) {
	data, err := keptIn(ctx, worlds, key)
	if err != nil || json.Unmarshal(data, &kept) != nil || kept.Reading == nil || kept.Reading.Completed == nil ||
		kept.Reading.Version != reading.Version || kept.Reading.Texts != texts || kept.Reading.Completed.Texts != texts || kept.Reading.Completed.Prompt != enrichment.Prompt {
		return enriched{}
	}
	return kept
}

// Enriched is a campaign as a story of it that is begun now would have it, where that is known: with what a model found in its
// prose and the store keeps. Any other is the campaign itself. Nobody is asked.
func (p *Program) Enriched(ctx context.Context, c *campaign.Campaign) (*campaign.Campaign, error) {
	by := p.enricher()
	if by == nil || !c.Sparse() {
		return c, nil
	}
	worlds, err := p.store.Worlds(ctx, persistence.Reading)
	if errors.Is(err, persistence.ErrNotFound) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	defer worlds.Close()
	texts := reading.Sum(c.Setting.Body, c.Premise.Body)
	kept := keptEnriched(ctx, worlds, p.enrichedKey(by, texts), texts)
	if kept.Reading == nil {
		return c, nil
	}
	return campaign.Complete(c, func(string, string) *reading.Reading { return kept.Reading })
}

// enrichingSentence says of one of them what they are sent.
func enrichingSentence(of provider.Provider) string {
	return fmt.Sprintf("The setting and the premise of this campaign are read by %s, which is at %s and not on this device: it is told their sentences, and the names that were found in them. "+
		"It is sent %s. To have nothing sent there: narratoria model disable %s", of.Name, of.Host(), strings.Join(of.Sends(), "; "), of.Name)
}
