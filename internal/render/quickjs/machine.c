/*
 * Virtual machines of QuickJS that end when their time or memory does, and
 * whose memory is given back whatever went on in them.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "machine.h"
#include "quickjs.h"

/*
 * A machine's memory: small pieces are cut from chunks and kept for others of
 * their size when they are given back, large ones are the system's. No lock is
 * taken and nothing is merged, which is a sixth of the time of a page. All of it
 * is freed with the machine: QuickJS itself ends the process if an object is left
 * over, as one may be after memory ran out.
 *
 * The word before a piece is how many bytes it has room for; pieces begin at
 * multiples of 16.
 */
enum {
	STEP = 16,
	SIZES = 32, /* the largest of the small has SIZES * STEP bytes with its word */
	CHUNK = 64 * 1024
};

struct block { /* of the system; what is in it follows */
	struct block *next, *before;
	size_t unused, room;
};

struct memory {
	struct block blocks; /* a ring that begins and ends here */
	void *spare[SIZES + 1]; /* by size in steps; each begins with the next */
	char *at, *end; /* what is left of the last chunk */
};

static size_t *room(const void *piece) {
	return (size_t *)piece - 1;
}

static void *take_large(struct memory *m, struct block *former, size_t n) {
	if (n > SIZE_MAX - sizeof(struct block)) return 0;
	struct block *b = realloc(former, sizeof *b + n);
	if (!b) return 0;
	b->next = former ? b->next : &m->blocks;
	b->before = former ? b->before : m->blocks.before;
	b->before->next = b->next->before = b;
	b->room = n;
	return b + 1;
}

static void *take(void *memory, size_t n) {
	struct memory *m = memory;
	if (n > SIZES * STEP - sizeof n) return take_large(m, 0, n);
	size_t steps = (n + sizeof n + STEP - 1) / STEP;
	void *piece = m->spare[steps];
	if (piece) {
		m->spare[steps] = *(void **)piece;
		return piece;
	}
	if ((size_t)(m->end - m->at) < steps * STEP) {
		char *chunk = take_large(m, 0, CHUNK);
		if (!chunk) return 0;
		m->at = chunk + STEP - sizeof n; /* the first word; its piece begins at a step */
		m->end = chunk + CHUNK;
	}
	piece = m->at + sizeof n;
	m->at += steps * STEP;
	*room(piece) = steps * STEP - sizeof n;
	return piece;
}

static void give(void *memory, void *piece) {
	struct memory *m = memory;
	if (!piece) return;
	size_t n = *room(piece);
	if (n > SIZES * STEP - sizeof n) {
		struct block *b = (struct block *)piece - 1;
		b->before->next = b->next;
		b->next->before = b->before;
		free(b);
		return;
	}
	void **spare = &m->spare[(n + sizeof n) / STEP];
	*(void **)piece = *spare;
	*spare = piece;
}

static void *take_cleared(void *m, size_t count, size_t size) {
	if (size && count > SIZE_MAX / size) return 0;
	void *piece = take(m, count * size);
	return piece ? memset(piece, 0, count * size) : 0;
}

static void *change(void *m, void *piece, size_t n) {
	if (!piece) return take(m, n);
	if (!n) return give(m, piece), (void *)0;
	size_t had = *room(piece), large = SIZES * STEP - sizeof n;
	if (had > large && n > large) return take_large(m, (struct block *)piece - 1, n);
	if (had <= large && n <= had) return piece;
	void *other = take(m, n);
	if (!other) return 0;
	memcpy(other, piece, n < had ? n : had);
	give(m, piece);
	return other;
}

static size_t usable(const void *piece) {
	return piece ? *room(piece) : 0;
}

struct machine {
	struct memory memory;
	JSRuntime *runtime;
	JSContext *context;
	int64_t patience, deadline; /* ns */
	const int32_t *stop;
	int interrupted;
};

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int interrupt(JSRuntime *runtime, void *machine) {
	struct machine *m = machine;
	(void)runtime;
	m->interrupted |= (m->stop && __atomic_load_n(m->stop, __ATOMIC_RELAXED)) || now() > m->deadline;
	return m->interrupted;
}

/* begin readies a machine for this thread. */
static void begin(struct machine *m, const int32_t *stop) {
	JS_UpdateStackTop(m->runtime);
	m->stop = stop;
	m->interrupted = 0;
	m->deadline = now() + m->patience;
}

struct machine *machine_new(size_t memory, size_t stack, int64_t nanoseconds) {
	static const JSMallocFunctions functions = {take_cleared, take, give, change, usable};
	struct machine *m = calloc(1, sizeof *m);
	if (!m) return 0;
	m->memory.blocks.next = m->memory.blocks.before = &m->memory.blocks;
	m->patience = nanoseconds;
	m->runtime = JS_NewRuntime2(&functions, &m->memory);
	if (m->runtime) {
		JS_SetMemoryLimit(m->runtime, memory);
		JS_SetMaxStackSize(m->runtime, stack);
		JS_SetInterruptHandler(m->runtime, interrupt, m);
		m->context = JS_NewContext(m->runtime);
	}
	if (m->context) return m;
	machine_free(m);
	return 0;
}

void machine_free(struct machine *m) {
	for (struct block *b = m->memory.blocks.next, *next; b != &m->memory.blocks; b = next) {
		next = b->next;
		free(b);
	}
	free(m);
}

/* copy writes what fits of a value as text, with the zero that ends it. */
static void copy(JSContext *c, char *to, size_t room, JSValue v) {
	size_t n = 0;
	const char *text = JS_ToCStringLen2(c, &n, v, false);
	if (!text) {
		JS_FreeValue(c, JS_GetException(c)); /* of making it a text */
		return;
	}
	if (n >= room) n = room - 1;
	memcpy(to, text, n);
	to[n] = 0;
	JS_FreeCString(c, text);
}

static void copy_property(JSContext *c, char *to, size_t room, JSValue object, const char *name) {
	JSValue v = JS_GetPropertyStr(c, object, name);
	if (v.tag == JS_TAG_EXCEPTION) JS_FreeValue(c, JS_GetException(c));
	else if (v.tag != JS_TAG_UNDEFINED) copy(c, to, room, v);
	JS_FreeValue(c, v);
}

static int no_memory(struct thrown *t) {
	memset(t, 0, sizeof *t);
	strcpy(t->name, "InternalError");
	strcpy(t->message, "out of memory");
	return 1;
}

/* failed tells what was thrown, and returns 1. */
static int failed(struct machine *m, struct thrown *t) {
	JSContext *c = m->context;
	JSValue e = JS_GetException(c);
	if (e.tag == JS_TAG_NULL && !m->interrupted) return no_memory(t); /* not even for the error */
	memset(t, 0, sizeof *t);
	t->interrupted = m->interrupted;
	if (JS_IsError(e)) {
		copy_property(c, t->name, sizeof t->name, e, "name");
		copy_property(c, t->message, sizeof t->message, e, "message");
		copy_property(c, t->stack, sizeof t->stack, e, "stack");
	} else {
		copy(c, t->message, sizeof t->message, e);
	}
	JS_FreeValue(c, e);
	return 1;
}

static int own(const void *bytes, size_t n, char **to, size_t *size) {
	*to = malloc(n + 1);
	if (!*to) return 0;
	memcpy(*to, bytes, n);
	*size = n;
	return 1;
}

int machine_compile(struct machine *m, const char *source, size_t length, char **code, size_t *size, struct thrown *t) {
	begin(m, 0);
	JSValue script = JS_Eval(m->context, source, length, "bundle.js", JS_EVAL_FLAG_COMPILE_ONLY);
	if (script.tag == JS_TAG_EXCEPTION) return failed(m, t);
	size_t n = 0;
	const uint8_t *bytes = JS_WriteObject(m->context, &n, script, JS_WRITE_OBJ_BYTECODE); /* freed with the machine */
	if (!bytes) return failed(m, t);
	return own(bytes, n, code, size) ? 0 : no_memory(t);
}

int machine_load(struct machine *m, const char *code, size_t size, struct thrown *t) {
	begin(m, 0);
	JSValue script = JS_ReadObject(m->context, (const uint8_t *)code, size, JS_READ_OBJ_BYTECODE);
	if (script.tag == JS_TAG_EXCEPTION) return failed(m, t);
	JSValue v = JS_EvalFunction(m->context, script);
	if (v.tag == JS_TAG_EXCEPTION) return failed(m, t);
	JS_FreeValue(m->context, v);
	return 0;
}

int machine_call(struct machine *m, const char *object, const char *method, const char *argument, size_t length,
	const int32_t *stop, char **text, size_t *size, struct thrown *t) {
	JSContext *c = m->context;
	begin(m, stop);
	*text = 0;
	JSValue global = JS_GetGlobalObject(c);
	JSValue that = JS_GetPropertyStr(c, global, object);
	JSValue function = JS_GetPropertyStr(c, that, method);
	JSValue input = JS_NewStringLen(c, argument, length);
	JSValue output = input; /* what was thrown, if there was no room for it */
	if (input.tag != JS_TAG_EXCEPTION) output = JS_Call(c, function, that, 1, &input);
	int thrown = 0;
	if (output.tag == JS_TAG_EXCEPTION) {
		thrown = failed(m, t);
	} else if (output.tag == JS_TAG_STRING || output.tag == JS_TAG_STRING_ROPE) {
		size_t n = 0;
		const char *bytes = JS_ToCStringLen2(c, &n, output, false);
		if (!bytes) thrown = failed(m, t);
		else if (!own(bytes, n, text, size)) thrown = no_memory(t);
		if (bytes) JS_FreeCString(c, bytes);
	}
	JS_FreeValue(c, output);
	JS_FreeValue(c, input);
	JS_FreeValue(c, function);
	JS_FreeValue(c, that);
	JS_FreeValue(c, global);
	m->stop = 0;
	return thrown;
}

int machine_jobs(struct machine *m, struct thrown *t) {
	begin(m, 0);
	for (int ran = 1; ran;) {
		JSContext *c;
		ran = JS_ExecutePendingJob(m->runtime, &c);
		if (ran > 0 && now() > m->deadline) m->interrupted = 1;
		if (ran < 0 || m->interrupted) return failed(m, t);
	}
	return 0;
}
