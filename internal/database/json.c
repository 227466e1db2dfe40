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
 *   %b  true for 1, false for 0, null for all else
 *   %{  what follows until %}, unless the argument is null; null for null
 *   %[  the same; nothing for null
 *   %%  a percent sign
 */
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

/* What was written so far. */
struct text {
	char *bytes;
	size_t length, room;
	const char *failed; /* why it cannot be completed */
};

static const char no_memory[] = "out of memory";

/* reserve makes room for n more bytes and the one that ends a text. */
static int reserve(struct text *t, size_t n) {
	if (t->failed) return 0;
	if (t->length + n < t->room) return 1;
	size_t room = 2 * t->room + n + 256;
	char *bytes = realloc(t->bytes, room);
	if (!bytes) {
		t->failed = no_memory;
		return 0;
	}
	t->bytes = bytes;
	t->room = room;
	return 1;
}

static void put(struct text *t, const char *bytes, size_t n) {
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

/* put_string writes what is not null in quotes, escaped as SQLite's json_quote does. */
static void put_string(struct text *t, sqlite3_value *v) {
	const char *bytes = (const char *)sqlite3_value_text(v);
	if (!bytes) {
		t->failed = no_memory;
		return;
	}
	size_t n = (size_t)sqlite3_value_bytes(v), done = 0;
	put(t, "\"", 1);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c >= ' ' && c != '"' && c != '\\') continue;
		put(t, bytes + done, i - done);
		done = i + 1;
		static const char controls[] = "btn?fr"; /* from 8 on; 11 has no letter */
		char escape[6] = {'\\', (char)c, '0', '0', (char)('0' + (c >> 4)), "0123456789abcdef"[c & 15]};
		if (c >= ' ') put(t, escape, 2);
		else if (c >= 8 && c <= 13 && c != 11) escape[1] = controls[c - 8], put(t, escape, 2);
		else escape[1] = 'u', put(t, escape, 6);
	}
	put(t, bytes + done, n - done);
	put(t, "\"", 1);
}

/* put_as writes what is not null in one of the ways above. */
static void put_as(struct text *t, char how, sqlite3_value *v) {
	long long truth;
	switch (how) {
	case 'v':
	case 'n':
		put_value(t, v);
		return;
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
		t->failed = "ferrule_json: the format has a verb that is not known";
	}
}

/* write_row appends what the first of n values, the format, makes of the others. */
static void write_row(struct text *t, int n, sqlite3_value **values) {
	const char *format = n > 0 ? (const char *)sqlite3_value_text(values[0]) : 0;
	if (!format) {
		t->failed = "ferrule_json: there is no format";
		return;
	}
	int next = 1, skipped = 0; /* how deep in what is left out */
	for (const char *verb; (verb = strchr(format, '%')); format = verb + 2) {
		if (!skipped) put(t, format, (size_t)(verb - format));
		switch (verb[1]) {
		case '%':
			if (!skipped) put(t, "%", 1);
			continue;
		case '}':
			if (skipped) skipped--;
			continue;
		}
		if (next == n || !verb[1]) {
			t->failed = "ferrule_json: the format wants more arguments";
			return;
		}
		sqlite3_value *v = values[next++];
		int opens = verb[1] == '{' || verb[1] == '[';
		if (skipped) {
			skipped += opens;
		} else if (sqlite3_value_type(v) == SQLITE_NULL) {
			skipped = opens;
			if (verb[1] != 'v' && verb[1] != '[') put(t, "null", 4);
		} else if (!opens) {
			put_as(t, verb[1], v);
		}
	}
	if (!skipped) put(t, format, strlen(format));
}

/* finish gives the text to SQLite, which frees it. */
static void finish(struct text *t, sqlite3_context *c) {
	if (reserve(t, 0)) {
		t->bytes[t->length] = 0;
		sqlite3_result_text64(c, t->bytes, t->length, free, SQLITE_UTF8_ZT);
		return;
	}
	free(t->bytes);
	if (t->failed == no_memory) sqlite3_result_error_nomem(c);
	else sqlite3_result_error(c, t->failed, -1);
}

static void json(sqlite3_context *c, int n, sqlite3_value **values) {
	struct text t = {0};
	write_row(&t, n, values);
	finish(&t, c);
}

static void array_step(sqlite3_context *c, int n, sqlite3_value **values) {
	struct text *t = sqlite3_aggregate_context(c, sizeof *t);
	if (!t) {
		sqlite3_result_error_nomem(c);
		return;
	}
	put(t, t->length ? "," : "[", 1);
	write_row(t, n, values);
}

static void array_final(sqlite3_context *c) {
	struct text none = {0}, *t = sqlite3_aggregate_context(c, 0);
	if (!t) {
		t = &none;
		put(t, "[", 1);
	}
	put(t, "]", 1);
	finish(t, c);
}

int ferrule_json_functions(sqlite3 *db) {
	const int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
	int failed = sqlite3_create_function_v2(db, "ferrule_json", -1, how, 0, json, 0, 0, 0);
	if (failed) return failed;
	return sqlite3_create_function_v2(db, "ferrule_json_array", -1, how, 0, 0, array_step, array_final, 0);
}
