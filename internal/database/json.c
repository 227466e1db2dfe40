/*
 * SQL functions that build JSON from a format and its arguments, like printf:
 * ferrule_json(format, ...), and ferrule_json_array(format, ...), an aggregate of
 * all rows. They write into one buffer; SQL's operators and functions allocate a
 * string per piece, which takes half of a nested statement's time.
 *
 *   %v  the value as it is; nothing for null
 *   %n  the value as it is, a number or JSON; null for null
 *   %q  the value in quotes, without escaping; null for null
 *   %s  the value as a JSON string, escaped; null for null
 *   %d  a number in quotes; the argument before it is the number of digits after
 *       the point; null for null
 *   %b  true for 1, false for 0, null for all else
 *   %{  the format up to %}, unless the argument is null; null for null
 *   %[  the same; nothing for null
 *   %%  a percent sign
 *
 * A connection caches parsed formats and buffers.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

static const char no_memory[] = "out of memory";

/* A part of a format: literal text and the verb after it. */
struct part {
	const char *text;
	size_t length;
	char verb;          /* '}' also after a literal percent sign, 0 at the end */
	int past, skipping; /* of a group: its closing part, and the number of its arguments */
};

struct format {
	char *source; /* the parts point into it */
	size_t length;
	const char *failed; /* error, if the format is invalid */
	int arguments;
	struct part parts[];
};

/* The header of a buffer, whose bytes follow it. */
struct buffer {
	struct connection *of;
	size_t size;
};

enum {
	FORMATS = 256,        /* parsed formats cached; a statement has one or two dozen */
	BUFFERS = 16,         /* free buffers cached */
	MAX_BUFFER = 64 << 10 /* bytes of the largest buffer cached */
};

/* The caches of a connection, which runs one statement at a time. */
struct connection {
	struct format *formats[FORMATS];
	struct buffer *buffers[BUFFERS];
	int free;
};

static void forget(void *data) {
	struct connection *c = data;
	for (int i = 0; i < FORMATS; i++) {
		if (c->formats[i]) free(c->formats[i]->source);
		free(c->formats[i]);
	}
	while (c->free) free(c->buffers[--c->free]);
	free(c);
}

/* read_format parses f->source. */
static void read_format(struct format *f) {
	int open = -1, at = 0;
	const char *rest = f->source;
	for (const char *verb; (verb = strchr(rest, '%')); rest = verb + 2, at++) {
		struct part *p = &f->parts[at];
		*p = (struct part){rest, (size_t)(verb - rest), verb[1], 0, 0};
		switch (p->verb) {
		case '%':
			p->length++;
			p->verb = '}';
			break;
		case '{':
		case '[':
			p->past = open; /* the enclosing group, until this one is closed */
			p->skipping = ++f->arguments;
			open = at;
			break;
		case '}':
			if (open < 0) {
				f->failed = "ferrule_json: the format has an end of what was not begun";
				return;
			}
			struct part *begin = &f->parts[open];
			open = begin->past;
			begin->past = at;
			begin->skipping = f->arguments - begin->skipping;
			break;
		default:
			if (!p->verb || !strchr("vnqsdb", p->verb)) {
				f->failed = "ferrule_json: the format has a verb that is not known";
				return;
			}
			f->arguments += p->verb == 'd' ? 2 : 1;
		}
	}
	if (open >= 0) f->failed = "ferrule_json: the format does not end what it begins";
	f->parts[at] = (struct part){rest, strlen(rest), 0, 0, 0};
}

/* find_format returns a format, usually from the cache: it is a constant of a
 * statement and has the same address on every call. */
static struct format *find_format(struct connection *c, const char *source, size_t length) {
	struct format **slot = &c->formats[((uintptr_t)source >> 4 ^ (uintptr_t)source >> 12) % FORMATS], *f = *slot;
	if (f && f->length == length && !memcmp(f->source, source, length)) return f;
	if (f) free(f->source);
	free(f);
	*slot = 0;
	size_t parts = 1;
	for (size_t i = 0; i < length; i++) parts += source[i] == '%';
	f = calloc(1, sizeof *f + parts * sizeof *f->parts);
	char *copy = malloc(length + 1);
	if (!f || !copy) {
		free(f);
		free(copy);
		return 0;
	}
	memcpy(copy, source, length);
	copy[length] = 0;
	f->source = copy;
	f->length = length;
	read_format(f);
	return *slot = f;
}

/* The output written so far. */
struct text {
	struct connection *of;
	char *bytes;
	size_t length, capacity;
	const char *failed; /* error, if it cannot be completed */
};

static struct buffer *buffer_of(char *bytes) { return (struct buffer *)(void *)bytes - 1; }

/* release returns a buffer to the cache, or frees it. */
static void release(void *bytes) {
	struct buffer *r = buffer_of(bytes);
	struct connection *c = r->of;
	if (c->free < BUFFERS && r->size <= MAX_BUFFER) c->buffers[c->free++] = r;
	else free(r);
}

/* grow ensures capacity for n more bytes and the terminating zero. */
static int grow(struct text *t, size_t n) {
	if (t->failed) return 0;
	struct buffer *r;
	if (t->bytes) r = buffer_of(t->bytes);
	else r = t->of->free ? t->of->buffers[--t->of->free] : 0;
	size_t size = r ? r->size : 0;
	if (t->length + n >= size) {
		size = 2 * size + n + 256;
		struct buffer *larger = realloc(r, sizeof *r + size);
		if (!larger) {
			if (!t->bytes) free(r);
			t->failed = no_memory;
			return 0;
		}
		r = larger;
		*r = (struct buffer){t->of, size};
	}
	t->bytes = (char *)(r + 1);
	t->capacity = size;
	return 1;
}

static inline int reserve(struct text *t, size_t n) {
	return t->length + n < t->capacity || grow(t, n);
}

static inline void put(struct text *t, const char *bytes, size_t n) {
	if (!reserve(t, n)) return;
	memcpy(t->bytes + t->length, bytes, n);
	t->length += n;
}

static void put_integer(struct text *t, long long v) {
	char digits[20];
	size_t at = sizeof digits;
	unsigned long long rest = v < 0 ? -(unsigned long long)v : (unsigned long long)v;
	do digits[--at] = (char)('0' + rest % 10); while (rest /= 10);
	if (v < 0) put(t, "-", 1);
	put(t, digits + at, sizeof digits - at);
}

/* put_value writes a non-null value unchanged. */
static void put_value(struct text *t, sqlite3_value *v) {
	if (sqlite3_value_type(v) == SQLITE_INTEGER) {
		put_integer(t, sqlite3_value_int64(v));
		return;
	}
	const char *bytes = (const char *)sqlite3_value_text(v);
	if (bytes) put(t, bytes, (size_t)sqlite3_value_bytes(v));
	else t->failed = no_memory;
}

/* put_decimal writes a non-null number with a fixed number of digits, as SQLite's printf does. */
static void put_decimal(struct text *t, int digits, sqlite3_value *v) {
	const int longest = 320; /* bytes of the largest number before the point, with quotes and sign */
	if (digits < 0 || digits > 1000) {
		t->failed = "ferrule_json: a number has up to 1000 digits after the point";
		return;
	}
	if (!reserve(t, (size_t)(longest + digits))) return;
	char *at = t->bytes + t->length;
	sqlite3_snprintf(longest + digits, at, "\"%.*f\"", digits, sqlite3_value_double(v));
	t->length += strlen(at);
}

static int is_plain(unsigned char c) { return c >= ' ' && c != '"' && c != '\\'; }

/* plain returns how many of the first n bytes need no escape; it checks eight at a time. */
static size_t plain(const char *bytes, size_t n) {
	const uint64_t each = 0x0101010101010101, high = 0x80 * each;
	size_t i = 0;
	for (; i + 8 <= n; i += 8) {
		uint64_t eight;
		memcpy(&eight, bytes + i, 8);
		uint64_t quote = eight ^ '"' * each, slash = eight ^ '\\' * each;
		/* A byte below m of those without their high bit borrows when m is taken from it. */
		if (((eight - ' ' * each & ~eight) | (quote - each & ~quote) | (slash - each & ~slash)) & high) break;
	}
	while (i < n && is_plain((unsigned char)bytes[i])) i++;
	return i;
}

/* put_string writes a non-null value in quotes, escaped as SQLite's json_quote does. */
static void put_string(struct text *t, sqlite3_value *v) {
	const char *bytes = (const char *)sqlite3_value_text(v);
	if (!bytes) {
		t->failed = no_memory;
		return;
	}
	const char *end = bytes + sqlite3_value_bytes(v);
	put(t, "\"", 1);
	for (;; bytes++) {
		size_t n = plain(bytes, (size_t)(end - bytes));
		put(t, bytes, n);
		bytes += n;
		if (bytes == end) break;
		static const char controls[] = "btn?fr"; /* from 8 on; 11 has no letter */
		unsigned char c = (unsigned char)*bytes;
		char escape[6] = {'\\', (char)c, '0', '0', (char)('0' + (c >> 4)), "0123456789abcdef"[c & 15]};
		if (c >= ' ') put(t, escape, 2);
		else if (c >= 8 && c <= 13 && c != 11) escape[1] = controls[c - 8], put(t, escape, 2);
		else escape[1] = 'u', put(t, escape, 6);
	}
	put(t, "\"", 1);
}

/* put_as writes a non-null value by its verb. */
static void put_as(struct text *t, char how, sqlite3_value *v) {
	long long truth;
	switch (how) {
	case 'q':
		put(t, "\"", 1);
		put_value(t, v);
		put(t, "\"", 1);
		return;
	case 's':
		put_string(t, v);
		return;
	case 'b':
		truth = sqlite3_value_int64(v);
		if (truth == 1) put(t, "true", 4);
		else if (truth == 0) put(t, "false", 5);
		else put(t, "null", 4);
		return;
	default:
		put_value(t, v);
	}
}

/* write_row appends the result of the format, the first of n values, for the others. */
static void write_row(struct text *t, int n, sqlite3_value **values) {
	const char *source = n > 0 ? (const char *)sqlite3_value_text(values[0]) : 0;
	if (!source) {
		t->failed = "ferrule_json: there is no format";
		return;
	}
	struct format *f = find_format(t->of, source, (size_t)sqlite3_value_bytes(values[0]));
	if (!f) t->failed = no_memory;
	else if (f->failed) t->failed = f->failed;
	else if (f->arguments >= n) t->failed = "ferrule_json: the format wants more arguments";
	if (t->failed) return;
	for (struct part *p = f->parts;; p++) {
		put(t, p->text, p->length);
		if (!p->verb) return;
		if (p->verb == '}') continue;
		sqlite3_value *v = *++values;
		int begins = p->verb == '{' || p->verb == '[', digits = 0;
		if (p->verb == 'd') {
			digits = (int)sqlite3_value_int64(v);
			v = *++values;
		}
		if (sqlite3_value_type(v) == SQLITE_NULL) {
			if (p->verb != 'v' && p->verb != '[') put(t, "null", 4);
			values += p->skipping;
			if (begins) p = f->parts + p->past;
		} else if (p->verb == 'd') {
			put_decimal(t, digits, v);
		} else if (!begins) {
			put_as(t, p->verb, v);
		}
	}
}

/* finish passes the buffer to SQLite, which calls release. */
static void finish(struct text *t, sqlite3_context *c) {
	if (!t->failed && reserve(t, 0)) {
		t->bytes[t->length] = 0;
		sqlite3_result_text64(c, t->bytes, t->length, release, SQLITE_UTF8_ZT);
		return;
	}
	if (t->bytes) release(t->bytes);
	if (t->failed == no_memory) sqlite3_result_error_nomem(c);
	else sqlite3_result_error(c, t->failed, -1);
}

static void json(sqlite3_context *c, int n, sqlite3_value **values) {
	struct text t = {.of = sqlite3_user_data(c)};
	write_row(&t, n, values);
	finish(&t, c);
}

static void array_step(sqlite3_context *c, int n, sqlite3_value **values) {
	struct text *t = sqlite3_aggregate_context(c, sizeof *t);
	if (!t) {
		sqlite3_result_error_nomem(c);
		return;
	}
	t->of = sqlite3_user_data(c);
	put(t, t->length ? "," : "[", 1);
	write_row(t, n, values);
}

static void array_final(sqlite3_context *c) {
	struct text none = {.of = sqlite3_user_data(c)}, *t = sqlite3_aggregate_context(c, 0);
	if (!t) {
		t = &none;
		put(t, "[", 1);
	}
	put(t, "]", 1);
	finish(t, c);
}

int ferrule_json_functions(sqlite3 *db) {
	const int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
	struct connection *c = calloc(1, sizeof *c);
	if (!c) return SQLITE_NOMEM;
	int failed = sqlite3_create_function_v2(db, "ferrule_json_array", -1, how, c, 0, array_step, array_final, 0);
	if (failed) {
		forget(c);
		return failed;
	}
	return sqlite3_create_function_v2(db, "ferrule_json", -1, how, c, json, 0, 0, forget);
}
