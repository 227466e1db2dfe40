package content

import (
	"encoding/json"
	"sync"
)

// PolicyCache keeps the parsed policies of roles: parsing validates every rule,
// and each request of a signed-in user needs one. It has one entry for each
// distinct text of permissions. Safe for concurrent use.
type PolicyCache struct {
	model *Model

	mu       sync.Mutex
	policies map[string]*Policy // by the text of the permissions
}

// NewPolicyCache returns an empty cache of policies for m.
func NewPolicyCache(m *Model) *PolicyCache {
	return &PolicyCache{model: m, policies: map[string]*Policy{}}
}

// Policy returns ParsePolicy of the permissions.
func (c *PolicyCache) Policy(permissions json.RawMessage) (*Policy, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.policies[string(permissions)]; p != nil {
		return p, nil
	}
	p, err := c.model.ParsePolicy(permissions)
	if err != nil {
		return nil, err
	}
	c.policies[string(permissions)] = p
	return p, nil
}
