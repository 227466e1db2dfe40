/* The part of SQLite's interface (sqlite.org/c3ref) that is used here. The driver compiles SQLite but does not export its header. */
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_value sqlite3_value;

enum {
	SQLITE_INTEGER = 1,
	SQLITE_NULL = 5,
	SQLITE_NOMEM = 7,
	SQLITE_UTF8 = 1,
	SQLITE_UTF8_ZT = 16,
	SQLITE_DETERMINISTIC = 0x000800,
	SQLITE_INNOCUOUS = 0x200000,
	SQLITE_CONFIG_MEMSTATUS = 9,
	SQLITE_DBCONFIG_ENABLE_QPSG = 1007,
	SQLITE_DBCONFIG_DQS_DML = 1013,
	SQLITE_DBCONFIG_DQS_DDL = 1014
};

int sqlite3_config(int option, ...);
int sqlite3_db_config(sqlite3 *db, int option, ...);
int sqlite3_auto_extension(void (*each)(void));
int sqlite3_create_function_v2(sqlite3 *db, const char *name, int arguments, int flags, void *data,
	void (*function)(sqlite3_context *, int, sqlite3_value **), void (*step)(sqlite3_context *, int, sqlite3_value **),
	void (*final)(sqlite3_context *), void (*destroy)(void *));
int sqlite3_value_type(sqlite3_value *);
int sqlite3_value_bytes(sqlite3_value *);
long long sqlite3_value_int64(sqlite3_value *);
double sqlite3_value_double(sqlite3_value *);
const unsigned char *sqlite3_value_text(sqlite3_value *);
char *sqlite3_snprintf(int room, char *text, const char *format, ...);
void *sqlite3_user_data(sqlite3_context *);
void *sqlite3_aggregate_context(sqlite3_context *, int bytes);
void sqlite3_result_text64(sqlite3_context *, const char *, unsigned long long bytes, void (*destroy)(void *), unsigned char encoding);
void sqlite3_result_error(sqlite3_context *, const char *, int);
void sqlite3_result_error_nomem(sqlite3_context *);
