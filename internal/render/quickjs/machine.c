/*
 * machine.c wraps QuickJS runtimes with limits on time and memory. Freeing a
 * machine frees all of its memory, whatever state JavaScript left it in.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "machine.h"
#include "quickjs.h"

/*
 * The allocator of a machine. Small allocations are cut from chunks and reused
 * through one free list per size class; large ones are malloc's. It takes no lock
 * and merges nothing, which saves a sixth of the time of a page.
 *
 * machine_free frees all blocks and does not call JS_FreeRuntime, which aborts the
 * process if an object is still referenced, as after an out-of-memory error.
 * QuickJS allocates through this allocator alone, so that nothing leaks.
 *
 * The word before an allocation is its capacity in bytes. Allocations are aligned
 * to 16 bytes.
 */
enum {
	STEP = 16, /* bytes between two size classes */
	CLASSES = 32, /* the largest small allocation takes CLASSES * STEP bytes, its capacity word included */
	CHUNK = 64 * 1024
};

struct block { /* header of a block from malloc; its content follows */
	struct block *next, *previous;
	size_t padding, capacity; /* padding aligns the content to 16 bytes */
};

struct memory {
	struct block blocks; /* sentinel of a circular list */
	void *free_lists[CLASSES + 1]; /* by size in steps; a free allocation begins with the pointer to the next */
	char *at, *end; /* the unused rest of the last chunk */
};

static size_t *capacity_of(const void *p) {
	return (size_t *)p - 1;
}

static void *allocate_large(struct memory *m, struct block *former, size_t n) {
	if (n > SIZE_MAX - sizeof(struct block)) return 0;
	struct block *b = realloc(former, sizeof *b + n);
	if (!b) return 0;
	b->next = former ? b->next : &m->blocks;
	b->previous = former ? b->previous : m->blocks.previous;
	b->previous->next = b->next->previous = b;
	b->capacity = n;
	return b + 1;
}

static void *allocate(void *memory, size_t n) {
	struct memory *m = memory;
	if (n > CLASSES * STEP - sizeof n) return allocate_large(m, 0, n);
	size_t steps = (n + sizeof n + STEP - 1) / STEP;
	void *p = m->free_lists[steps];
	if (p) {
		m->free_lists[steps] = *(void **)p;
		return p;
	}
	if ((size_t)(m->end - m->at) < steps * STEP) {
		char *chunk = allocate_large(m, 0, CHUNK);
		if (!chunk) return 0;
		m->at = chunk + STEP - sizeof n; /* the capacity word; the allocation after it is aligned */
		m->end = chunk + CHUNK;
	}
	p = m->at + sizeof n;
	m->at += steps * STEP;
	*capacity_of(p) = steps * STEP - sizeof n;
	return p;
}

static void release(void *memory, void *p) {
	struct memory *m = memory;
	if (!p) return;
	size_t n = *capacity_of(p);
	if (n > CLASSES * STEP - sizeof n) {
		struct block *b = (struct block *)p - 1;
		b->previous->next = b->next;
		b->next->previous = b->previous;
		free(b);
		return;
	}
	void **list = &m->free_lists[(n + sizeof n) / STEP];
	*(void **)p = *list;
	*list = p;
}

static void *allocate_cleared(void *m, size_t count, size_t size) {
	if (size && count > SIZE_MAX / size) return 0;
	void *p = allocate(m, count * size);
	return p ? memset(p, 0, count * size) : 0;
}

static void *reallocate(void *m, void *p, size_t n) {
	if (!p) return allocate(m, n);
	if (!n) return release(m, p), (void *)0;
	size_t capacity = *capacity_of(p), small = CLASSES * STEP - sizeof n;
	if (capacity > small && n > small) return allocate_large(m, (struct block *)p - 1, n);
	if (capacity <= small && n <= capacity) return p;
	void *other = allocate(m, n);
	if (!other) return 0;
	memcpy(other, p, n < capacity ? n : capacity);
	release(m, p);
	return other;
}

static size_t usable(const void *p) {
	return p ? *capacity_of(p) : 0;
}

struct machine {
	struct memory memory;
	JSRuntime *runtime;
	JSContext *context;
	int64_t timeout, deadline; /* ns */
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

/* begin prepares a machine for a call on this thread. */
static void begin(struct machine *m, const int32_t *stop) {
	JS_UpdateStackTop(m->runtime);
	m->stop = stop;
	m->interrupted = 0;
	m->deadline = now() + m->timeout;
}

struct machine *machine_new(size_t memory, size_t stack, int64_t nanoseconds) {
	static const JSMallocFunctions functions = {allocate_cleared, allocate, release, reallocate, usable};
	struct machine *m = calloc(1, sizeof *m);
	if (!m) return 0;
	m->memory.blocks.next = m->memory.blocks.previous = &m->memory.blocks;
	m->timeout = nanoseconds;
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

/* copy writes a value as a string, truncated to size - 1 bytes and terminated. */
static void copy(JSContext *c, char *to, size_t size, JSValue v) {
	size_t n = 0;
	const char *text = JS_ToCStringLen2(c, &n, v, false);
	if (!text) {
		JS_FreeValue(c, JS_GetException(c)); /* thrown by the conversion */
		return;
	}
	if (n >= size) n = size - 1;
	memcpy(to, text, n);
	to[n] = 0;
	JS_FreeCString(c, text);
}

static void copy_property(JSContext *c, char *to, size_t size, JSValue object, const char *name) {
	JSValue v = JS_GetPropertyStr(c, object, name);
	if (v.tag == JS_TAG_EXCEPTION) JS_FreeValue(c, JS_GetException(c));
	else if (v.tag != JS_TAG_UNDEFINED) copy(c, to, size, v);
	JS_FreeValue(c, v);
}

static int no_memory(struct thrown *t) {
	memset(t, 0, sizeof *t);
	strcpy(t->name, "InternalError");
	strcpy(t->message, "out of memory");
	return 1;
}

/* failed writes the pending exception to t, and returns 1. */
static int failed(struct machine *m, struct thrown *t) {
	JSContext *c = m->context;
	JSValue e = JS_GetException(c);
	if (e.tag == JS_TAG_NULL && !m->interrupted) return no_memory(t); /* not even the error could be allocated */
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

/* own copies bytes to memory of malloc, which outlives the machine. */
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
	JSValue output = input; /* the exception, if the argument could not be allocated */
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
