#include <stddef.h>
#include <stdint.h>

/* thrown is a JavaScript exception; longer strings are truncated. */
struct thrown {
	char name[64];
	char message[1024];
	char stack[2048];
	int interrupted; /* the time limit was reached or *stop was set */
};

struct machine;

/*
 * The functions that take a thrown return 0, or 1 after an exception. The caller
 * frees the code and text that they return. A machine belongs to one thread at a
 * time. A value of *stop other than 0 interrupts JavaScript. machine_new returns a
 * null pointer if memory runs out.
 */
struct machine *machine_new(size_t memory, size_t stack, int64_t nanoseconds);
void machine_free(struct machine *);
int machine_compile(struct machine *, const char *source, size_t length, char **code, size_t *size, struct thrown *);
int machine_load(struct machine *, const char *code, size_t size, struct thrown *);
int machine_call(struct machine *, const char *object, const char *method, const char *argument, size_t length,
	const int32_t *stop, char **text, size_t *size, struct thrown *);
int machine_jobs(struct machine *, struct thrown *);
