package query

import (
	"encoding/json"
	"sync"

	"ferrule/internal/content"
)

// PolicyCache caches the parsed policies of roles: parsing validates every rule,
// and each request of a signed-in user needs one. It has one entry for each
// distinct text of permissions and is safe for concurrent use.
type PolicyCache struct {
	model *content.Model

	mu       sync.Mutex
	policies map[string]*content.Policy // by the text of the permissions
}

// NewPolicyCache returns an empty cache of policies for m.
func NewPolicyCache(m *content.Model) *PolicyCache {
	return &PolicyCache{model: m, policies: map[string]*content.Policy{}}
}

// Policy parses permissions as Model.ParsePolicy does and checks their filters.
func (c *PolicyCache) Policy(permissions json.RawMessage) (*content.Policy, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.policies[string(permissions)]; p != nil {
		return p, nil
	}
	p, err := c.model.ParsePolicy(permissions)
	if err == nil {
		err = CheckPolicy(c.model, p)
	}
	if err != nil {
		return nil, err
	}
	c.policies[string(permissions)] = p
	return p, nil
}
