package rfqapi

// TakeLargeForm takes the place of a client's large form, as reading one does.
func (h *Handler) TakeLargeForm(client string) (release func(), ok bool) { return h.large.take(client) }
