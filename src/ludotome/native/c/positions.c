/* positions.c: states of any game as Python objects, for code that plays decision by decision.

   One extension module serves all games: a `Positions` is made from the addresses of a game's functions (`entry.h`)
   and works on `Position` objects, each an immutable whole state. `native/run/positions.py` does the same in Python;
   the tests compare the two.

   Equal decisions are returned as the same Python object, so that a returned one is recognized by its identity.

   The C code here runs with Python's lock held, which suits the microseconds that nearly every call takes. So no call
   gets a stop flag: a call that would take long is stopped by the game itself (`c/states.h`) and repeated by
   `long_calls`, in Python, without the lock and so that it can be interrupted. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define LT_ALWAYS_INLINE static inline __attribute__((always_inline))

typedef int32_t (*new_function)(void *state, uint64_t seed, const int32_t *stop);
typedef int64_t (*legal_function)(const void *state, int32_t *numbers, int64_t capacity, void *room,
                                  const int32_t *stop);
typedef int32_t (*follow_function)(const void *from, int32_t number, void *to, const int32_t *stop);
typedef int32_t (*apply_function)(const void *from, const int32_t *decision, void *to, const int32_t *stop);
typedef void (*decision_function)(int32_t number, int32_t *decision);
typedef int64_t (*number_function)(const int32_t *decision);
typedef int32_t (*tensor_function)(const void *state, int32_t looking, void *out);

enum { TERMINAL_PLAYER = -4 };

/* A cache of decisions by number: each decision has one place, and a later one for the same place replaces it. A game
   with fewer numbers than places never loses one. */
typedef struct {
    PyObject **decisions; /* NULL: a free place */
    int32_t *numbers;
    size_t size; /* a power of two */
} Known;

typedef struct {
    PyObject_HEAD
    new_function new_state;
    legal_function legal;
    follow_function follow;
    apply_function apply;
    decision_function decision_of;
    number_function number_of;
    tensor_function tensor;
    Py_ssize_t state_bytes, key_bytes, width, tensor_bytes; /* bytes of a state, and bytes of each recorded position */
    Py_ssize_t outcome_at, active_at, records_at; /* indexes of 32-bit numbers in a state */
    Py_ssize_t most_records;
    void *own; /* a copy of a state with room for that many recorded positions */
    Py_ssize_t own_records;
    int32_t stopped; /* the fault of a call that would take long */
    int64_t many;    /* the maximum number of decisions of a position */
    uint64_t game;   /* identifies the positions of this game */
    PyObject *decode;     /* bytes of a row -> decision */
    PyObject *long_calls; /* has the methods below on bytes, for calls that take long or fail */
    PyObject *copy;       /* the name of the method that copies an array */
    PyTypeObject *position_type;
    int32_t *scratch; /* numbers, before their count is known; room for as many decisions */
    int64_t room;
    Known known;
} Positions;

/* The state follows; 64-bit fields first, so that it is aligned. */
typedef struct {
    PyObject_VAR_HEAD
    uint64_t game;       /* the game it is a state of */
    PyObject *decisions; /* tuple; NULL until requested */
    int32_t *numbers;    /* the same as numbers; NULL until requested */
    int64_t count;       /* how many numbers */
    int64_t state[];
} Position;

static PyTypeObject *position_type_of_module;
static uint64_t games; /* the number made so far */

/* ---- positions ---- */

/* A game keeps its positions, and frees all of them when it ends. Their memory is kept for the next game of the same
   size: returned to the system, it would come back page by page, which costs more than the decisions. */
enum { SPARE_BYTES = 4 << 20 };
static Position *spare; /* the pointer to the next is stored in place of its decisions */
static Py_ssize_t spare_words, spare_room = SPARE_BYTES;

static Position *take_spare(void) {
    Position *taken = spare;
    spare = (Position *)taken->decisions;
    spare_room += spare_words * (Py_ssize_t)sizeof(int64_t);
    return taken;
}

/* Memory for a position of *words* words, with its header initialized; NULL without memory. */
static Position *position_memory(PyTypeObject *type, Py_ssize_t words) {
    if (!spare || words != spare_words) return PyObject_NewVar(Position, type, words);
    return (Position *)PyObject_InitVar((PyVarObject *)take_spare(), type, words);
}

static void keep_spare(Position *position) {
    Py_ssize_t words = Py_SIZE(position), bytes = words * (Py_ssize_t)sizeof(int64_t);
    while (spare && words != spare_words) PyObject_Free(take_spare());
    if (bytes > spare_room) {
        PyObject_Free(position);
        return;
    }
    spare_words = words;
    spare_room -= bytes;
    position->decisions = (PyObject *)spare;
    spare = position;
}

static void position_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((Position *)self)->decisions);
    PyMem_Free(((Position *)self)->numbers);
    keep_spare((Position *)self);
    Py_DECREF(type);
}

/* Includes its lists of decisions, whose length depends on the document. */
static PyObject *position_sizeof(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = (const Position *)self;
    Py_ssize_t bytes = (Py_ssize_t)sizeof(Position) + Py_SIZE(self) * (Py_ssize_t)sizeof(int64_t);
    if (position->numbers) bytes += (Py_ssize_t)position->count * (Py_ssize_t)sizeof(int32_t);
    if (position->decisions) bytes += PyTuple_GET_SIZE(position->decisions) * (Py_ssize_t)sizeof(PyObject *);
    return PyLong_FromSsize_t(bytes);
}

static PyMethodDef position_methods[] = {
    {"__sizeof__", position_sizeof, METH_NOARGS, "Return how many bytes it takes, its decisions as places alone."},
    {0},
};

static PyType_Slot position_slots[] = {
    {Py_tp_dealloc, position_dealloc},
    {Py_tp_methods, position_methods},
    {Py_tp_doc, "A whole state of a game, which nobody changes."},
    {0, NULL},
};

static PyType_Spec position_spec = {
    "ludotome_positions.Position", sizeof(Position), sizeof(int64_t),
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, position_slots,
};

/* Most positions of a game have the same size, so that they can reuse each other's memory: there is room for a short
   history from the start, and a long one grows by this many recorded positions at a time. */
enum { SHORT_PAST = 1024, RECORDS_AT_ONCE = 64 };

static int32_t number(const Position *position, Py_ssize_t at) { return ((const int32_t *)position->state)[at]; }

static Py_ssize_t records(const Positions *self, const Position *position) {
    return self->key_bytes ? number(position, self->records_at) : 0;
}

/* A position with room for *records* recorded positions. */
static Position *fresh(Positions *self, Py_ssize_t records) {
    Py_ssize_t room = (records + RECORDS_AT_ONCE - 1) / RECORDS_AT_ONCE * RECORDS_AT_ONCE;
    if (self->most_records * self->key_bytes <= SHORT_PAST) room = self->most_records;
    Py_ssize_t bytes = self->state_bytes + room * self->key_bytes;
    Position *made = position_memory(self->position_type, bytes / (Py_ssize_t)sizeof(int64_t));
    if (made) {
        made->game = self->game;
        made->decisions = NULL;
        made->numbers = NULL;
    }
    return made;
}

/* Whether *given* is a position of this game. */
static Position *checked(Positions *self, PyObject *given) {
    if (Py_TYPE(given) == self->position_type && ((Position *)given)->game == self->game) return (Position *)given;
    PyErr_SetString(PyExc_TypeError, "this is not a position of this game");
    return NULL;
}

/* ---- bytes ---- */

static PyObject *bytes_of(Positions *self, const Position *position) {
    Py_ssize_t size = self->state_bytes + records(self, position) * self->key_bytes;
    return PyBytes_FromStringAndSize((const char *)position->state, size);
}

/* The position of a state given as bytes, including its recorded positions; NULL and an error if the bytes are not
   one. */
static PyObject *of_bytes(Positions *self, PyObject *given) {
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(given, &bytes, &size) < 0) return NULL;
    int32_t count = 0;
    if (self->key_bytes && size >= self->state_bytes) memcpy(&count, bytes + self->records_at * 4, sizeof count);
    Py_ssize_t wanted = self->state_bytes + (count < 0 ? 0 : count) * self->key_bytes;
    if (size < wanted) return PyErr_Format(PyExc_ValueError, "a state has %zd bytes, not %zd", wanted, size);
    Position *made = fresh(self, count < 0 ? 0 : count);
    if (made) memcpy(made->state, bytes, (size_t)wanted);
    return (PyObject *)made;
}

/* The result of a long call (the reference to *found* is taken): the position of the bytes, or None. */
static PyObject *arrived_at(Positions *self, PyObject *found) {
    if (!found || found == Py_None) return found;
    PyObject *made = of_bytes(self, found);
    Py_DECREF(found);
    return made;
}

/* ---- decisions ---- */

static PyObject *learn(Positions *self, int32_t number) {
    Known *known = &self->known;
    size_t at = (size_t)number & (known->size - 1);
    int32_t row[self->width];
    self->decision_of(number, row);
    PyObject *decision = PyObject_CallFunction(self->decode, "y#", (const char *)row, (Py_ssize_t)sizeof row);
    if (!decision) return NULL;
    PyObject *before = known->decisions[at];
    known->numbers[at] = number;
    known->decisions[at] = Py_NewRef(decision);
    Py_XDECREF(before);
    return decision;
}

LT_ALWAYS_INLINE PyObject *decision_of(Positions *self, int32_t number) {
    const Known *known = &self->known;
    size_t at = (size_t)number & (known->size - 1);
    /* A free place has a number that no decision has. */
    return known->numbers[at] == number ? Py_NewRef(known->decisions[at]) : learn(self, number);
}

static int make_known(Known *known, Py_ssize_t size) {
    known->size = (size_t)size;
    known->decisions = PyMem_Calloc((size_t)size, sizeof *known->decisions);
    known->numbers = PyMem_Malloc((size_t)size * sizeof *known->numbers);
    if (!known->decisions || !known->numbers) return 0;
    for (Py_ssize_t at = 0; at < size; at++) known->numbers[at] = -1;
    return 1;
}

static void forget_known(Known *known) {
    for (size_t at = 0; known->decisions && at < known->size; at++) Py_XDECREF(known->decisions[at]);
    PyMem_Free(known->decisions);
    PyMem_Free(known->numbers);
}

/* Write the numbers of the legal decisions to the scratch list, if there is room. Returns how many, or a negative number. */
static int64_t list_quickly(Positions *self, const Position *position) {
    if (!self->own || records(self, position) > self->own_records) {
        Py_ssize_t room = 2 * records(self, position) + RECORDS_AT_ONCE;
        void *bigger = PyMem_Realloc(self->own, (size_t)(self->state_bytes + room * self->key_bytes));
        if (!bigger) return -1;
        self->own = bigger;
        self->own_records = room;
    }
    return self->legal(position->state, self->scratch, self->room, self->own, NULL);
}

/* Keep *count* numbers in memory owned by the position, unless they were added meanwhile. Returns 0 and sets an error
   without memory. */
static int keep_numbers(Position *position, const void *numbers, int64_t count) {
    size_t bytes = (size_t)count * sizeof(int32_t);
    if (position->numbers) return 1;
    position->numbers = PyMem_Malloc(bytes ? bytes : 1);
    if (!position->numbers) {
        PyErr_NoMemory();
        return 0;
    }
    memcpy(position->numbers, numbers, bytes);
    position->count = count;
    return 1;
}

/* The same as below by a long call, which raises the errors. */
static int list_long(Positions *self, Position *position) {
    PyObject *state = bytes_of(self, position);
    PyObject *found = state ? PyObject_CallMethod(self->long_calls, "legal", "N", state) : NULL;
    char *bytes;
    Py_ssize_t size;
    int kept = found && PyBytes_AsStringAndSize(found, &bytes, &size) == 0 &&
               keep_numbers(position, bytes, size / (Py_ssize_t)sizeof(int32_t));
    Py_XDECREF(found);
    return kept;
}

/* Ensure that a position has the numbers of its legal decisions. Returns 0 and sets an error if that fails. */
static int list_numbers(Positions *self, Position *position) {
    while (!position->numbers) {
        int64_t count = list_quickly(self, position);
        if (count < 0 || count > self->many) return list_long(self, position);
        if (count <= self->room) return keep_numbers(position, self->scratch, count);
        int32_t *bigger = PyMem_Realloc(self->scratch, (size_t)(2 * count * self->width) * sizeof(int32_t));
        if (!bigger) {
            PyErr_NoMemory();
            return 0;
        }
        self->scratch = bigger;
        self->room = 2 * count;
    }
    return 1;
}

static PyObject *decisions_of(Positions *self, Position *position) {
    if (position->decisions) return position->decisions;
    PyObject *found = list_numbers(self, position) ? PyTuple_New((Py_ssize_t)position->count) : NULL;
    for (int64_t i = 0; found && i < position->count; i++) {
        PyObject *decision = decision_of(self, position->numbers[i]);
        if (decision) PyTuple_SET_ITEM(found, (Py_ssize_t)i, decision);
        else Py_CLEAR(found);
    }
    if (found && !position->decisions) {
        /* Decisions hold only texts and numbers, so the garbage collector need not track them. */
        PyObject_GC_UnTrack(found);
        position->decisions = found;
        return found;
    }
    /* An error; or the decoder, which runs Python, asked for the same. */
    if (!found) return NULL;
    Py_DECREF(found);
    return position->decisions;
}

/* ---- what Python calls ---- */

static PyObject *positions_new_state(PyObject *object, PyObject *given) {
    Positions *self = (Positions *)object;
    unsigned long long seed = PyLong_AsUnsignedLongLong(given);
    if (seed == (unsigned long long)-1 && PyErr_Occurred()) return NULL;
    Position *made = fresh(self, 1);
    int32_t fault = made ? self->new_state(made->state, seed, NULL) : 0;
    if (!fault) return (PyObject *)made;
    Py_DECREF(made);
    if (fault != self->stopped) Py_RETURN_NONE;
    return arrived_at(self, PyObject_CallMethod(self->long_calls, "new", "K", seed));
}

static PyObject *positions_of_bytes(PyObject *object, PyObject *given) { return of_bytes((Positions *)object, given); }

static PyObject *positions_to_bytes(PyObject *object, PyObject *given) {
    Position *position = checked((Positions *)object, given);
    if (!position) return NULL;
    return bytes_of((Positions *)object, position);
}

static PyObject *positions_decisions(PyObject *object, PyObject *given) {
    Position *position = checked((Positions *)object, given);
    PyObject *found = position ? decisions_of((Positions *)object, position) : NULL;
    return Py_XNewRef(found);
}

static PyObject *after_number(Positions *self, const Position *position, int32_t number) {
    Position *made = fresh(self, records(self, position) + 1);
    int32_t fault = made ? self->follow(position->state, number, made->state, NULL) : 0;
    if (!fault) return (PyObject *)made;
    Py_DECREF(made);
    if (fault != self->stopped) Py_RETURN_NONE;
    PyObject *state = bytes_of(self, position);
    return state ? arrived_at(self, PyObject_CallMethod(self->long_calls, "follow", "Ni", state, (int)number)) : NULL;
}

/* Follow a decision of a position whose decisions are not listed. They are numbered but no objects are made: a
   decision that was never returned cannot be the given one, and in a game with millions of decisions each object would
   take time. If there is no room, `apply` does it. */
static PyObject *follow_unlisted(Positions *self, const Position *position, const PyObject *decision) {
    const Known *known = &self->known;
    int64_t count = list_quickly(self, position);
    for (int64_t i = 0; i < count && count <= self->room; i++) {
        size_t at = (size_t)self->scratch[i] & (known->size - 1);
        if (known->decisions[at] == decision && known->numbers[at] == self->scratch[i])
            return after_number(self, position, self->scratch[i]);
    }
    Py_RETURN_NONE;
}

static PyObject *positions_follow(PyObject *object, PyObject *const *arguments, Py_ssize_t count) {
    Positions *self = (Positions *)object;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "follow takes a position and a decision");
    Position *position = checked(self, arguments[0]);
    if (!position) return NULL;
    const PyObject *legal = position->decisions;
    if (!legal) return follow_unlisted(self, position, arguments[1]);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(legal); i++)
        if (PyTuple_GET_ITEM(legal, i) == arguments[1]) return after_number(self, position, position->numbers[i]);
    Py_RETURN_NONE;
}

static PyObject *positions_ids(PyObject *object, PyObject *given) {
    Position *position = checked((Positions *)object, given);
    if (!position || !list_numbers((Positions *)object, position)) return NULL;
    PyObject *found = PyTuple_New((Py_ssize_t)position->count);
    for (int64_t i = 0; found && i < position->count; i++) {
        PyObject *number = PyLong_FromLong(position->numbers[i]);
        if (number) PyTuple_SET_ITEM(found, (Py_ssize_t)i, number);
        else Py_CLEAR(found);
    }
    return found;
}

static PyObject *positions_follow_id(PyObject *object, PyObject *const *arguments, Py_ssize_t count) {
    Positions *self = (Positions *)object;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "follow_id takes a position and an id");
    Position *position = checked(self, arguments[0]);
    if (!position || !list_numbers(self, position)) return NULL;
    long long wanted = PyLong_AsLongLong(arguments[1]);
    if (wanted == -1 && PyErr_Occurred()) return NULL;
    for (int64_t i = 0; i < position->count; i++)
        if (position->numbers[i] == wanted) return after_number(self, position, position->numbers[i]);
    Py_RETURN_NONE;
}

/* Open a caller's buffer to write *size* bytes to it. */
static int open_buffer(PyObject *given, Py_buffer *buffer, Py_ssize_t size) {
    if (PyObject_GetBuffer(given, buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) < 0) return 0;
    if (size < 0 || buffer->len == size) return 1;
    PyErr_Format(PyExc_ValueError, "there are %zd bytes to write, and room for %zd", size, buffer->len);
    PyBuffer_Release(buffer);
    return 0;
}

static PyObject *positions_mask(PyObject *object, PyObject *const *arguments, Py_ssize_t count) {
    Positions *self = (Positions *)object;
    Py_buffer buffer;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "mask takes a position and an array of bytes");
    Position *position = checked(self, arguments[0]);
    if (!position || !list_numbers(self, position) || !open_buffer(arguments[1], &buffer, -1)) return NULL;
    /* Ids of chance outcomes come after all ids of players. */
    for (int64_t i = 0; i < position->count; i++)
        if (position->numbers[i] < buffer.len) ((char *)buffer.buf)[position->numbers[i]] = 1;
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

static PyObject *positions_tensor(PyObject *object, PyObject *const *arguments, Py_ssize_t count) {
    Positions *self = (Positions *)object;
    Py_buffer buffer;
    if (count != 3) return PyErr_Format(PyExc_TypeError, "tensor takes a position, a seat and an array");
    Position *position = checked(self, arguments[0]);
    long looking = position ? PyLong_AsLong(arguments[1]) : 0;
    if (!position || (looking == -1 && PyErr_Occurred())) return NULL;
    if (!open_buffer(arguments[2], &buffer, self->tensor_bytes)) return NULL;
    int32_t fault = self->tensor(position->state, (int32_t)looking, buffer.buf);
    PyBuffer_Release(&buffer);
    if (fault) return PyErr_NoMemory(); /* nothing else can go wrong */
    Py_RETURN_NONE;
}

/* Both in one call, into copies of arrays of zeros: environments ask for nothing else in each step. */
static PyObject *positions_seen(PyObject *object, PyObject *const *arguments, Py_ssize_t count) {
    Positions *self = (Positions *)object;
    if (count != 4) return PyErr_Format(PyExc_TypeError, "seen takes a tensor, a mask, a position and a seat");
    Position *position = checked(self, arguments[2]);
    long looking = position ? PyLong_AsLong(arguments[3]) : 0;
    if (!position || (looking == -1 && PyErr_Occurred())) return NULL;
    PyObject *tensor = PyObject_CallMethodNoArgs(arguments[0], self->copy);
    PyObject *mask = tensor ? PyObject_CallMethodNoArgs(arguments[1], self->copy) : NULL;
    PyObject *tensor_arguments[] = {arguments[2], arguments[3], tensor}, *mask_arguments[] = {arguments[2], mask};
    int decides = !number(position, self->outcome_at) && number(position, self->active_at) == looking;
    PyObject *done = mask ? positions_tensor(object, tensor_arguments, 3) : NULL;
    if (done && decides) {
        Py_DECREF(done);
        done = positions_mask(object, mask_arguments, 2);
    }
    PyObject *both = done ? PyTuple_Pack(2, tensor, mask) : NULL;
    Py_XDECREF(done);
    Py_XDECREF(tensor);
    Py_XDECREF(mask);
    return both;
}

static PyObject *positions_apply(PyObject *object, PyObject *const *arguments, Py_ssize_t count) {
    Positions *self = (Positions *)object;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "apply takes a position and the bytes of a decision");
    Position *position = checked(self, arguments[0]);
    char *row;
    Py_ssize_t size;
    if (!position || PyBytes_AsStringAndSize(arguments[1], &row, &size) < 0) return NULL;
    if (size != self->width * (Py_ssize_t)sizeof(int32_t))
        return PyErr_Format(PyExc_ValueError, "a decision of this game has %zd numbers", self->width);
    int32_t aligned[self->width];
    memcpy(aligned, row, (size_t)size);
    Position *made = fresh(self, records(self, position) + 1);
    int32_t fault = made ? self->apply(position->state, aligned, made->state, NULL) : 0;
    if (!fault) return (PyObject *)made;
    Py_DECREF(made);
    if (fault != self->stopped) Py_RETURN_NONE;
    PyObject *state = bytes_of(self, position);
    return state ? arrived_at(self, PyObject_CallMethod(self->long_calls, "apply", "NO", state, arguments[1])) : NULL;
}

static PyObject *positions_player(PyObject *object, PyObject *given) {
    Positions *self = (Positions *)object;
    Position *position = checked(self, given);
    if (!position) return NULL;
    return PyLong_FromLong(number(position, self->outcome_at) ? TERMINAL_PLAYER : number(position, self->active_at));
}

static PyObject *positions_is_over(PyObject *object, PyObject *given) {
    Position *position = checked((Positions *)object, given);
    return position ? PyBool_FromLong(number(position, ((Positions *)object)->outcome_at)) : NULL;
}

static PyObject *positions_decision(PyObject *object, PyObject *given) {
    Positions *self = (Positions *)object;
    char *row;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(given, &row, &size) < 0) return NULL;
    if (size != self->width * (Py_ssize_t)sizeof(int32_t))
        return PyErr_Format(PyExc_ValueError, "a decision of this game has %zd numbers", self->width);
    int32_t aligned[self->width];
    memcpy(aligned, row, (size_t)size);
    int64_t number = self->number_of(aligned);
    /* A decision that can never be legal has no number and no shared object. */
    if (number < 0) return PyObject_CallFunction(self->decode, "y#", (const char *)aligned, size);
    return decision_of(self, (int32_t)number);
}

/* ---- creation and destruction ---- */

static PyObject *positions_make(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"new", "legal_numbers", "follow_number", "apply", "decision_of_number", "number_of_decision",
                            "tensor", "state_bytes", "width", "outcome_at", "active_at", "key_bytes", "records_at",
                            "most_records", "stopped", "many", "tensor_bytes", "room", "places", "decode", "long_calls", NULL};
    unsigned long long functions[7];
    Py_ssize_t sizes[8], places;
    int stopped;
    long long room, many;
    PyObject *decode, *long_calls;
    if (!PyArg_ParseTupleAndKeywords(
            arguments, keywords, "KKKKKKKnnnnnnniLnLnOO", names, &functions[0], &functions[1], &functions[2], &functions[3],
            &functions[4], &functions[5], &functions[6], &sizes[0], &sizes[1], &sizes[2], &sizes[3], &sizes[4], &sizes[5],
            &sizes[6], &stopped, &many, &sizes[7], &room, &places, &decode, &long_calls))
        return NULL;
    if (sizes[4] < 0 || sizes[4] % (Py_ssize_t)sizeof(int64_t) || sizes[0] <= 0 || sizes[0] % (Py_ssize_t)sizeof(int64_t) || sizes[1] <= 0 || room <= 0 ||
        places <= 0 || places & (places - 1))
        return PyErr_Format(PyExc_ValueError, "a state of %zd bytes, a decision of %zd numbers", sizes[0], sizes[1]);
    Positions *self = (Positions *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->new_state = (new_function)(uintptr_t)functions[0];
    self->legal = (legal_function)(uintptr_t)functions[1];
    self->follow = (follow_function)(uintptr_t)functions[2];
    self->apply = (apply_function)(uintptr_t)functions[3];
    self->decision_of = (decision_function)(uintptr_t)functions[4];
    self->number_of = (number_function)(uintptr_t)functions[5];
    self->tensor = (tensor_function)(uintptr_t)functions[6];
    self->state_bytes = sizes[0];
    self->width = sizes[1];
    self->outcome_at = sizes[2];
    self->active_at = sizes[3];
    self->key_bytes = sizes[4];
    self->records_at = sizes[5];
    self->most_records = sizes[6];
    self->stopped = stopped;
    self->many = many;
    self->game = ++games;
    self->tensor_bytes = sizes[7];
    self->decode = Py_NewRef(decode);
    self->long_calls = Py_NewRef(long_calls);
    self->copy = PyUnicode_InternFromString("copy");
    self->position_type = (PyTypeObject *)Py_NewRef((PyObject *)position_type_of_module);
    self->room = room;
    self->scratch = PyMem_Malloc((size_t)(room * sizes[1]) * sizeof(int32_t));
    if (!self->copy || !self->scratch || !make_known(&self->known, places)) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static int positions_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(((Positions *)object)->decode);
    Py_VISIT(((Positions *)object)->long_calls);
    Py_VISIT(Py_TYPE(object));
    return 0;
}

static int positions_clear(PyObject *object) {
    Py_CLEAR(((Positions *)object)->decode);
    Py_CLEAR(((Positions *)object)->long_calls);
    Py_CLEAR(((Positions *)object)->copy);
    return 0;
}

static void positions_dealloc(PyObject *object) {
    Positions *self = (Positions *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    positions_clear(object);
    forget_known(&self->known);
    PyMem_Free(self->scratch);
    PyMem_Free(self->own);
    Py_XDECREF(self->position_type);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyMethodDef positions_methods[] = {
    {"new", positions_new_state, METH_O, "new(seed): the position at the first decision; None on a fault."},
    {"of_bytes", positions_of_bytes, METH_O, "of_bytes(state): the position of a state."},
    {"to_bytes", positions_to_bytes, METH_O, "to_bytes(position): its state."},
    {"decisions", positions_decisions, METH_O, "decisions(position): the legal decisions in definition order."},
    {"decision", positions_decision, METH_O, "decision(row): the one object that stands for a decision."},
    {"follow", (PyCFunction)(void (*)(void))positions_follow, METH_FASTCALL,
     "follow(position, decision): the position after one of its own `decisions`; None for any other, or on a fault, and\n"
     "perhaps where nobody has listed them."},
    {"ids", positions_ids, METH_O, "ids(position): the ids of the legal decisions, in the same order."},
    {"follow_id", (PyCFunction)(void (*)(void))positions_follow_id, METH_FASTCALL,
     "follow_id(position, id): the position after a legal decision; None when it is not legal, or on a fault."},
    {"mask", (PyCFunction)(void (*)(void))positions_mask, METH_FASTCALL,
     "mask(position, bytes): write 1 at the id of each legal decision."},
    {"tensor", (PyCFunction)(void (*)(void))positions_tensor, METH_FASTCALL,
     "tensor(position, seat, array): write what the seat may see."},
    {"seen", (PyCFunction)(void (*)(void))positions_seen, METH_FASTCALL,
     "seen(tensor, mask, position, seat): copies of both with what the seat may see and which ids it may take."},
    {"apply", (PyCFunction)(void (*)(void))positions_apply, METH_FASTCALL,
     "apply(position, row): the position after a decision as bytes; None when it is not legal, or on a fault."},
    {"player", positions_player, METH_O, "player(position): the seat that decides, -4 when the game is over."},
    {"is_over", positions_is_over, METH_O, "is_over(position): whether the game is over."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot positions_slots[] = {
    {Py_tp_new, positions_make},
    {Py_tp_dealloc, positions_dealloc},
    {Py_tp_traverse, positions_traverse},
    {Py_tp_clear, positions_clear},
    {Py_tp_methods, positions_methods},
    {Py_tp_doc, "The positions of one compiled game."},
    {0, NULL},
};

static PyType_Spec positions_spec = {
    "ludotome_positions.Positions", sizeof(Positions), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, positions_slots,
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "ludotome_positions", "States of compiled games as Python objects.", -1,
    NULL, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_ludotome_positions(void) {
    PyObject *made = PyModule_Create(&module);
    PyObject *position = made ? PyType_FromSpec(&position_spec) : NULL;
    PyObject *positions = position ? PyType_FromSpec(&positions_spec) : NULL;
    if (!positions || PyModule_AddObjectRef(made, "Position", position) < 0 ||
        PyModule_AddObjectRef(made, "Positions", positions) < 0) {
        Py_XDECREF(position);
        Py_XDECREF(positions);
        Py_XDECREF(made);
        return NULL;
    }
    position_type_of_module = (PyTypeObject *)position;
    Py_DECREF(positions);
    return made;
}
