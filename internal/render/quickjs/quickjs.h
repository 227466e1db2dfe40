/*
 * The part of QuickJS's interface (quickjs.h of github.com/quickjs-ng/quickjs)
 * that this package uses.
 *
 * It is a copy, because cgo cannot include a header of another module: #cgo lines
 * expand only ${SRCDIR}, the folder of another module depends on the module cache and
 * on vendoring, and folders without Go files are not vendored. CGO_CFLAGS would break
 * a plain `go build`. header_test.go compiles this file against the module's header,
 * and New returns an error for another version of QuickJS.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUICKJS_VERSION "0.15.1" /* the version that this was copied from */

/* With 32-bit pointers, QuickJS represents a value in one 64-bit word. */
_Static_assert(sizeof(void *) == 8, "quickjs.h describes QuickJS on 64-bit processors only");

typedef struct JSRuntime JSRuntime;
typedef struct JSContext JSContext;

typedef struct JSValue {
	union {
		int32_t int32;
		double float64;
		void *ptr;
	} u;
	int64_t tag;
} JSValue;

enum {
	JS_TAG_STRING = -7,
	JS_TAG_STRING_ROPE = -6,
	JS_TAG_NULL = 2,
	JS_TAG_UNDEFINED = 3,
	JS_TAG_EXCEPTION = 6,
	JS_EVAL_FLAG_COMPILE_ONLY = 1 << 5,
	JS_WRITE_OBJ_BYTECODE = 1 << 0,
	JS_READ_OBJ_BYTECODE = 1 << 0
};

typedef struct JSMallocFunctions {
	void *(*js_calloc)(void *opaque, size_t count, size_t size);
	void *(*js_malloc)(void *opaque, size_t size);
	void (*js_free)(void *opaque, void *ptr);
	void *(*js_realloc)(void *opaque, void *ptr, size_t size);
	size_t (*js_malloc_usable_size)(const void *ptr);
} JSMallocFunctions;

/* Functions. */

const char *JS_GetVersion(void);

JSRuntime *JS_NewRuntime2(const JSMallocFunctions *, void *opaque);
void JS_SetMemoryLimit(JSRuntime *, size_t);
void JS_SetMaxStackSize(JSRuntime *, size_t);
void JS_UpdateStackTop(JSRuntime *);
void JS_SetInterruptHandler(JSRuntime *, int (*)(JSRuntime *, void *opaque), void *opaque);
int JS_ExecutePendingJob(JSRuntime *, JSContext **);

JSContext *JS_NewContext(JSRuntime *);
JSValue JS_Eval(JSContext *, const char *input, size_t length, const char *file, int flags);
uint8_t *JS_WriteObject(JSContext *, size_t *size, JSValue, int flags);
JSValue JS_ReadObject(JSContext *, const uint8_t *, size_t, int flags);
JSValue JS_EvalFunction(JSContext *, JSValue);
JSValue JS_Call(JSContext *, JSValue function, JSValue that, int count, JSValue *arguments);
JSValue JS_GetGlobalObject(JSContext *);
JSValue JS_GetPropertyStr(JSContext *, JSValue, const char *);
JSValue JS_GetException(JSContext *);
bool JS_IsError(JSValue);
JSValue JS_NewStringLen(JSContext *, const char *, size_t);
const char *JS_ToCStringLen2(JSContext *, size_t *length, JSValue, bool cesu8);
void JS_FreeCString(JSContext *, const char *);
void JS_FreeValue(JSContext *, JSValue);
