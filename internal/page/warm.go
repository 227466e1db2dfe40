package page

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"strings"
	"time"

	"ferrule/internal/content/query"
)

const (
	// warmRest is how long the warm-up pauses after each page, as a multiple of
	// the time that the page took, so that most processor time is available to
	// requests.
	warmRest = 3
	maxRest  = time.Second
	// warmStep is the number of records that are read by one query.
	warmStep = 200
)

// warm builds pages at the start, and after a content change that cleared the
// cache.
func (s *Site) warm() {
	s.epoch(s.base)
	for {
		select {
		case <-s.cold:
			if err := s.warmUp(); err != nil && s.base.Err() == nil {
				s.log.Warn("warm up page cache failed", "error", err)
			}
		case <-s.base.Done():
			return
		}
	}
}

// warmUp builds the pages of the sitemaps that are neither in memory nor on
// disk. It stops when both caches are full.
func (s *Site) warmUp() error {
	for k, err := range s.everyPage(s.base) {
		if err != nil {
			return err
		}
		if s.disk.full() && s.cache.full() {
			return nil
		}
		if s.cache.has(k) {
			continue
		}
		if e, _ := s.disk.get(s.base, k, s.epochs.current.Load(), s.source, false); e != nil {
			continue
		}
		begin := time.Now()
		s.makePage(k)
		if !s.rest(min(warmRest*time.Since(begin), maxRest)) {
			return nil
		}
	}
	return nil
}

// rest pauses for d and reports whether the site is still open.
func (s *Site) rest(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-s.base.Done():
		return false
	}
}

// everyPage yields the pages under the prefixes of the available languages:
// those without parameters, and those of records.
func (s *Site) everyPage(ctx context.Context) iter.Seq2[key, error] {
	return func(yield func(key, error) bool) {
		languages := s.epochs.current.Load().languages
		inAll := func(path string) bool {
			for _, l := range languages {
				if l.Available && !yield(key{language: l.Code, prefixed: true, path: path}, nil) {
					return false
				}
			}
			return true
		}
		for _, r := range s.table.routes { // those without parameters are first
			if r.Private || r.Guard != "" {
				continue
			}
			switch {
			case !strings.Contains(r.Pattern, ":"):
				if !inAll(r.Pattern) {
					return
				}
			case r.Record != nil && strings.Count(r.Pattern, ":") == 1:
				for value, err := range s.records(ctx, r.Record) {
					if err != nil {
						yield(key{}, err)
						return
					}
					if !inAll(strings.Replace(r.Pattern, ":"+r.Record.Param, value, 1)) {
						return
					}
				}
			}
		}
	}
}

// records yields the values that identify the records of a route in addresses.
// It reads warmStep records at a time, in the order of their keys.
func (s *Site) records(ctx context.Context, r *record) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		id := s.model.Collection(r.Collection).Key.Name
		after := url.Values{}
		for {
			values := url.Values{"fields": {r.Field + "," + id}, "sort": {id}, "limit": {fmt.Sprint(warmStep)}}
			maps.Copy(values, after)
			rows, err := s.readRows(ctx, r.Collection, values)
			if err != nil {
				yield("", err)
				return
			}
			for _, row := range rows {
				if value, ok := row[r.Field].(string); ok && !yield(value, nil) {
					return
				}
			}
			if len(rows) < warmStep {
				return
			}
			after.Set("filter["+id+"][_gt]", fmt.Sprint(rows[len(rows)-1][id]))
		}
	}
}

func (s *Site) readRows(ctx context.Context, collection string, values url.Values) ([]map[string]any, error) {
	q, err := query.Parse(s.model, collection, values)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.read)
	defer cancel()
	result, err := s.source.Read(ctx, q)
	if err != nil {
		return nil, err
	}
	var body struct {
		Data []map[string]any `json:"data"`
	}
	decoder := json.NewDecoder(bytes.NewReader(result.Body))
	decoder.UseNumber()
	err = decoder.Decode(&body)
	return body.Data, err
}
