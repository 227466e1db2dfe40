package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"

	"ferrule/internal/directus/client"
	"ferrule/internal/fault"
)

// The ids of the Flow and its operation are the same in every Directus, by which
// they are found again under another name.
const (
	flow      = "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0021"
	operation = "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0022"
)

// events are the events that report a change. Uploads have one of their own, and so
// has the order of records that an editor drags in a list.
var events = []any{"items.create", "items.update", "items.delete", "items.sort", "files.upload"} //nolint:gochecknoglobals // a constant list

// probeName is the name of the Flow that exists while the request is tried.
const probeName = "Try the website's address"

// Hook is the webhook that a site receives.
type Hook struct {
	Site   string // address of the site
	Secret string // that of --directus-secret
}

// address returns where the webhook is sent.
func (h Hook) address() string { return strings.TrimSuffix(h.Site, "/") + client.HookPath }

// Validate returns what is wrong with the flags of a hook.
func (h Hook) Validate() error {
	u, err := url.Parse(h.Site)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fault.New(fault.Invalid, "--to: %q is no address of a site; it looks like https://www.example.com", h.Site)
	}
	if h.Secret == "" {
		return fault.New(fault.Invalid, "--secret: missing; it is the --directus-secret of serve")
	}
	return nil
}

// operation returns the request that a Flow sends.
func (h Hook) operation(id string) map[string]any {
	return map[string]any{
		"id": id, "key": "ferrule_hook", "name": "Report the change", "type": "request", "position_x": 19, "position_y": 1,
		"options": map[string]any{
			"method": "POST", "url": h.address(), "body": "{{$trigger}}",
			"headers": []any{map[string]any{"header": client.SecretHeader, "value": h.Secret}},
		},
	}
}

// ApplyFlow writes the Flow that reports changes of the collections and of files to
// the site, after a request that it sends through the Directus to try it. Collections
// that the Directus lacks are omitted.
func (d *Directus) ApplyFlow(ctx context.Context, hook Hook, collections []string) error {
	if err := hook.Validate(); err != nil {
		return err
	}
	known, err := d.existing(ctx)
	if err != nil {
		return err
	}
	var listened []any
	for _, name := range append([]string{filesCollection}, collections...) {
		if known[name] && !slices.Contains(listened, any(name)) {
			listened = append(listened, name)
		}
	}
	if len(listened) == 1 { // files alone
		return fault.New(fault.Invalid, "the Directus has no collection of the model; create them with: ferrule content schema --format directus --apply %s", d.client.Base)
	}
	wanted := map[string]any{
		"name": "Report changes to the website", "icon": "published_with_changes", "status": "active", "trigger": "event", "accountability": "all",
		"description": "Written by ferrule content hooks",
		"options":     map[string]any{"type": "action", "scope": events, "collections": listened},
	}
	if err := d.try(ctx, hook); err != nil {
		return err
	}
	return d.writeFlow(ctx, wanted, hook.operation(operation))
}

// writeFlow creates the Flow, or changes what differs from it.
func (d *Directus) writeFlow(ctx context.Context, wanted, request map[string]any) error {
	var existing, existingRequest map[string]any
	found, err := d.has(ctx, "/flows", flow, &existing)
	if err != nil {
		return err
	}
	hasRequest, err := d.has(ctx, "/operations", operation, &existingRequest)
	if err != nil {
		return err
	}
	if !found || !hasRequest {
		if err := d.createFlow(ctx, found, flow, wanted, request); err != nil {
			return err
		}
		d.report("created the Flow")
		return nil
	}
	wanted["operation"] = operation
	changed := differing(existing, wanted, "name", "icon", "description")
	if len(changed) > 0 {
		if err := d.write(ctx, "Flow", http.MethodPatch, "/flows/"+flow, changed); err != nil {
			return err
		}
		d.report("changed the Flow")
	}
	if changed := differing(existingRequest, request, "name", "key", "position_x", "position_y"); len(changed) > 0 {
		if err := d.write(ctx, "operation of the Flow", http.MethodPatch, "/operations/"+operation, changed); err != nil {
			return err
		}
		d.report("changed the request of the Flow")
	}
	return nil
}

// createFlow creates a Flow, unless it exists, with its operation, and connects
// them: each must exist before the other refers to it.
func (d *Directus) createFlow(ctx context.Context, exists bool, id string, wanted, request map[string]any) error {
	if !exists {
		wanted["id"] = id
		if err := d.write(ctx, "Flow", http.MethodPost, "/flows", wanted); err != nil {
			return err
		}
	}
	request["flow"] = id
	if err := d.write(ctx, "operation of the Flow", http.MethodPost, "/operations", request); err != nil {
		return err
	}
	return d.write(ctx, "Flow", http.MethodPatch, "/flows/"+id, map[string]any{"operation": request["id"]})
}

// differing returns the wanted values that differ, except those that an
// administrator may choose.
func differing(existing, wanted map[string]any, free ...string) map[string]any {
	changed := make(map[string]any)
	for name, value := range wanted {
		if !slices.Contains(free, name) && !sameJSON(existing[name], value) {
			changed[name] = value
		}
	}
	return changed
}

func sameJSON(a, b any) bool {
	normal := func(v any) (out any) {
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		if json.Unmarshal(text, &out) != nil {
			return nil
		}
		return out
	}
	return reflect.DeepEqual(normal(a), normal(b))
}

// try lets the Directus send the webhook once, with a Flow that is removed
// afterwards, and describes why it does not arrive. The id of that Flow is random,
// since it suffices to run it.
func (d *Directus) try(ctx context.Context, hook Hook) (err error) {
	probe := uuid.NewString()
	defer func() {
		// Also after ctx has ended.
		if _, err := d.client.Call(context.WithoutCancel(ctx), http.MethodDelete, "/flows/"+probe, nil); err != nil {
			d.report("remove the Flow %q of the Directus by hand: %v", probeName, err)
		}
	}()
	options := map[string]any{"method": "POST", "async": false, "return": "$last"}
	err = d.createFlow(ctx, false, probe, map[string]any{
		"name": probeName, "status": "active", "trigger": "webhook", "accountability": nil, "options": options,
	}, hook.operation(uuid.NewString()))
	if err != nil {
		return err
	}
	result, err := d.runFlow(ctx, probe)
	if err != nil {
		return err
	}
	if sameJSON(result, map[string]any{}) { // an error of JavaScript, whose message JSON omits
		options["return"] = "$last.message"
		if err := d.write(ctx, "Flow", http.MethodPatch, "/flows/"+probe, map[string]any{"options": options}); err != nil {
			return err
		}
		if result, err = d.runFlow(ctx, probe); err != nil {
			return err
		}
	}
	return hook.judge(result, d.client)
}

// runFlow runs a Flow with a webhook as its trigger and returns its result.
func (d *Directus) runFlow(ctx context.Context, id string) (result any, err error) {
	answer, err := d.client.Send(ctx, http.MethodPost, "/flows/trigger/"+id, map[string]any{})
	if err != nil {
		return nil, fmt.Errorf("try the Flow: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // only read
	if err := json.NewDecoder(answer.Body).Decode(&result); err != nil {
		return nil, fmt.Errorf("try the Flow: %w", err)
	}
	return result, nil
}

// judge returns why the request of a Flow with that result failed, and what to do.
func (h Hook) judge(result any, c *client.Client) error {
	text, _ := result.(string)
	var reply struct {
		Status int `json:"status"`
	}
	if encoded, err := json.Marshal(result); err == nil && text == "" {
		text = string(encoded)
	}
	if json.Unmarshal([]byte(text), &reply) != nil || reply.Status == 0 {
		return h.unreached(text, c)
	}
	switch {
	case reply.Status < http.StatusMultipleChoices:
		return nil
	case reply.Status == http.StatusUnauthorized:
		return fault.New(fault.Unauthorized, "the site at %s refuses the secret; give the same one as --directus-secret of serve", h.Site)
	case reply.Status == http.StatusNotFound || reply.Status == http.StatusMethodNotAllowed:
		return fault.New(fault.Invalid, "%s replies with %d: it is no Ferrule, or one without --directus; check --to, and start serve with --directus and --directus-secret first", h.address(), reply.Status)
	default:
		return fault.New(fault.Unavailable, "%s replies to the Directus with %d; the reply is in the log of the site or of its proxy", h.address(), reply.Status)
	}
}

// unreached describes an error without a reply.
func (h Hook) unreached(cause string, c *client.Client) error {
	if strings.Contains(cause, "denied IP address") {
		why := "it is in its list IMPORT_IP_DENY_LIST"
		if isOwnHost(h.Site, c.Base) {
			why = "the site is on its own host, and 0.0.0.0 in its list IMPORT_IP_DENY_LIST, which is the default, stands for all addresses of its host"
		}
		return fault.New(fault.Forbidden, "the Directus refuses to send requests to %s: %s; set IMPORT_IP_DENY_LIST=169.254.169.254 in its environment, without this address, and restart it", h.Site, why)
	}
	var detail struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal([]byte(cause), &detail) == nil && detail.Message+detail.Code != "" {
		cause = strings.TrimSpace(detail.Message + " " + detail.Code)
	}
	return fault.New(fault.Unavailable, "the Directus cannot reach %s: %s; check --to as seen from the host of the Directus, and that the site runs", h.Site, cause)
}

// isOwnHost reports whether a site has the host of the Directus, or an address of
// loopback.
func isOwnHost(site, directus string) bool {
	a, errA := url.Parse(site)
	b, errB := url.Parse(directus)
	if errA != nil || errB != nil {
		return false
	}
	ip := net.ParseIP(a.Hostname())
	return a.Hostname() == b.Hostname() || a.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
