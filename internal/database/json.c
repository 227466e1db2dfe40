/*
 * SQL functions that put JSON together from a format and its arguments, as
 * printf does: ferrule_json(format, ...), and ferrule_json_array(format, ...),
 * an aggregate of all rows. They write straight into one text; operators and
 * functions of SQL make a text of each piece, half of a nested statement's time.
 *
 *   %v  the value as it is; nothing for null
 *   %n  the value as it is, a number or JSON; null for null
 *   %q  the value in quotes, with nothing in it to escape; null for null
 *   %s  a text as JSON has it; null for null
 *   %d  a number in quotes, with as many digits after the point as the argument
 *       before it says; null for null
 *   %b  true for 1, false for 0, null for all else
 *   %{  what follows until %}, unless the argument is null; null for null
 *   %[  the same; nothing for null
 *   %%  a percent sign
 *
 * A connection keeps the formats it has read, and the memory of texts.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

static const char no_memory[] = "out of memory";

/* What a format says: stretches of text, each with what follows it. */
struct part {
	const char *text;
	size_t length;
	char verb;          /* '}' also where nothing follows, 0 at the end */
	int past, skipping; /* of what has an end: the part with it, and the arguments until there */
};

struct format {
	char *source; /* which the parts point into */
	size_t length;
	const char *failed; /* why nothing can be made of it */
	int arguments;
	struct part parts[];
};

/* Memory for a text, which stands behind this. */
struct room {
	struct connection *of;
	size_t size;
};

enum {
	FORMATS = 256,      /* that are kept read; a statement has a dozen or two */
	ROOMS = 16,         /* that are kept for the next texts */
	LARGEST = 64 << 10  /* of these */
};

/* What a connection keeps: it has one statement make texts at a time. */
struct connection {
	struct format *formats[FORMATS];
	struct room *rooms[ROOMS];
	int free;
};

static void forget(void *data) {
	struct connection *c = data;
	for (int i = 0; i < FORMATS; i++) {
		if (c->formats[i]) free(c->formats[i]->source);
		free(c->formats[i]);
	}
	while (c->free) free(c->rooms[--c->free]);
	free(c);
}

/* read_format reads source, of which there is a copy. */
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
			p->past = open; /* the one around it, until its end is found */
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

/* find_format is what the connection has read already, most likely: a format is
 * a constant of a statement, which has it at the same place each time. */
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

/* What was written so far. */
struct text {
	struct connection *of;
	char *bytes;
	size_t length, room;
	const char *failed; /* why it cannot be completed */
};

static struct room *room_of(char *bytes) { return (struct room *)(void *)bytes - 1; }

/* give_back keeps a text's memory for the next. */
static void give_back(void *bytes) {
	struct room *r = room_of(bytes);
	struct connection *c = r->of;
	if (c->free < ROOMS && r->size <= LARGEST) c->rooms[c->free++] = r;
	else free(r);
}

/* grow makes room for n more bytes and the one that ends a text. */
static int grow(struct text *t, size_t n) {
	if (t->failed) return 0;
	struct room *r;
	if (t->bytes) r = room_of(t->bytes);
	else r = t->of->free ? t->of->rooms[--t->of->free] : 0;
	size_t size = r ? r->size : 0;
	if (t->length + n >= size) {
		size = 2 * size + n + 256;
		struct room *larger = realloc(r, sizeof *r + size);
		if (!larger) {
			if (!t->bytes) free(r);
			t->failed = no_memory;
			return 0;
		}
		r = larger;
		*r = (struct room){t->of, size};
	}
	t->bytes = (char *)(r + 1);
	t->room = size;
	return 1;
}

static inline int reserve(struct text *t, size_t n) {
	return t->length + n < t->room || grow(t, n);
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

/* put_value writes what is not null as it is. */
static void put_value(struct text *t, sqlite3_value *v) {
	if (sqlite3_value_type(v) == SQLITE_INTEGER) {
		put_integer(t, sqlite3_value_int64(v));
		return;
	}
	const char *bytes = (const char *)sqlite3_value_text(v);
	if (bytes) put(t, bytes, (size_t)sqlite3_value_bytes(v));
	else t->failed = no_memory;
}

/* put_decimal writes what is not null with some digits, as SQLite's printf does. */
static void put_decimal(struct text *t, int digits, sqlite3_value *v) {
	const int longest = 320; /* of the largest number before the point, with quotes and sign */
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

/* plain is how many of the first of n bytes need no escape; it looks at eight at a time. */
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

/* put_string writes what is not null in quotes, escaped as SQLite's json_quote does. */
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

/* put_as writes what is not null in one of the ways above. */
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

/* write_row appends what the first of n values, the format, makes of the others. */
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

/* finish gives the text to SQLite, which gives it back. */
static void finish(struct text *t, sqlite3_context *c) {
	if (!t->failed && reserve(t, 0)) {
		t->bytes[t->length] = 0;
		sqlite3_result_text64(c, t->bytes, t->length, give_back, SQLITE_UTF8_ZT);
		return;
	}
	if (t->bytes) give_back(t->bytes);
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
