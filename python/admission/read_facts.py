"""Reports facts about a contestant's file, without running or importing any of it.

It reports facts only: imports, names, calls, texts, tables, and the place of each. The program that reads the report
decides what is allowed. The file is parsed by the Python that will run it, because no other parser agrees with it about
every byte.

Inside a sandbox this file is the agent and the contestant's file is its problem, in base64. Elsewhere the file is read
from standard input and parsed by a child process that can only compute, so that a bug in Python's parser gives the file
nothing more.

For the modules named in `resolve`, which an agent may use, imports are looked up where they would be found. Only these
modules are imported; they belong to Python and the kit. Looking up needs files, so it is done by name outside the
child.
"""

import ast
import gc
import sys
import warnings

MAX_SOURCE = 1_000_000
# Beyond these limits the report says that it is incomplete. No hand-written file comes near them.
MOST = {
    "imports": 2_000,
    "names": 20_000,
    "attributes": 20_000,
    "lookups": 20_000,
    "calls": 30_000,
    "texts": 40_000,
    "tables": 4_000,
    "conditions": 20_000,
    "assignments": 20_000,
    "disguised": 200,
    "series": 2_000,
}
MOST_ENTRIES = 40_000
MOST_CHARACTERS = 1_500_000
MOST_ASSEMBLED_CHARACTERS = 500_000
# Limit on texts assembled from parts; each step of a chain makes another copy.
LONGEST_ASSEMBLED = 10_000
LONGEST_NAME = 200
LONGEST_ARGUMENT = 200
# Limit on the nodes examined to see what an expression depends on.
NODES_OF_AN_EXPRESSION = 48
# Columns in longer lines are counted in bytes: counting characters would read the line again for every node.
LONGEST_COUNTED_LINE = 2_000
SMALLEST_NUMBER = 100_000
SHORTEST_SERIES = 32
MOST_UNRESOLVED = 100
# Exit code for a Python version that agents are not run with.
TOO_OLD = 3
# Exit code if the system call filter could not be installed.
NOT_CONFINED = 4
MOST_REPORT = 16 << 20


def agent_main(problem):
    import binascii

    return [facts_of(binascii.a2b_base64(problem["query"]), problem.get("resolve", []))]


def facts_of(source, resolve=()):
    return with_unresolved(parsed_facts(source, resolve), resolve)


def parsed_facts(source, resolve):
    """All facts that follow from the bytes alone; `imported` lists the imports still to be looked up."""
    warnings.simplefilter("ignore")
    # All objects live until the end, so collecting garbage would only cost time.
    gc.disable()
    report = {"python": sys.version.split()[0], "flaw": None, "complete": True}
    stage = "compile"
    try:
        # A file may pass one and fail the other: `return` outside a function can be parsed, but not compiled.
        compile(source, "agent.py", "exec", dont_inherit=True)
        stage = "parse"
        tree = ast.parse(source, "agent.py")
        stage = "walk"
        report.update(Reader(source, tree).facts())
        report["imported"] = list(imports_to_resolve(tree, resolve))
    except SyntaxError as error:
        report["flaw"] = flaw("syntax", stage, error.msg, error.lineno, error.offset)
    except RecursionError:
        report["flaw"] = flaw("depth", stage, "it is nested too deeply")
    except MemoryError:
        report["flaw"] = flaw("memory", stage, "it takes too much memory")
    except Exception as error:
        report["flaw"] = flaw("other", stage, type(error).__name__ + ": " + str(error))
    return report


def flaw(kind, stage, message, line=None, column=None):
    return {
        "kind": kind,
        "stage": stage,
        "message": str(message)[:300],
        "line": max(line, 1) if isinstance(line, int) else 1,
        "column": max(column, 1) if isinstance(column, int) else 1,
    }


NOTHING = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SEQUENCES = (ast.List, ast.Tuple, ast.Set)


class Reader:
    def __init__(self, source, tree):
        self.lines = source.split(b"\n")
        self.plain = source.isascii()
        self.tree = tree
        self.found = {kind: [] for kind in MOST}
        self.grouped = {}
        self.complete = True
        self.characters = 0
        self.assembled_characters = 0
        self.entries = 0
        self.bound = {}
        self.values = {}

    def facts(self):
        order = self.in_order()
        self.once = self.bound_once(order)
        for node in reversed(order):
            value = self.fold(node)
            if value is not None:
                self.values[node] = value
        for node in order:
            handler = getattr(self, "see_" + type(node).__name__, None)
            if handler is not None:
                handler(node)
        self.see_values()
        return {
            "complete": self.complete,
            "main": self.entry_point(self.tree.body),
            "bound": list(self.bound)[: MOST["names"]],
            **self.found,
        }

    def in_order(self):
        """Lists every node after its parent. A loop, because a tree can be deeper than Python's recursion limit."""
        order = [self.tree]
        self.tree.above = None
        for node in order:
            for child in ast.iter_child_nodes(node):
                if not isinstance(child, NOTHING):
                    child.above = node
                    order.append(child)
        return order

    def place(self, node):
        line = getattr(node, "lineno", 1)
        column = getattr(node, "col_offset", 0)
        if not self.plain and 0 < line <= len(self.lines) and len(self.lines[line - 1]) <= LONGEST_COUNTED_LINE:
            column = len(self.lines[line - 1][:column].decode("utf-8", "replace"))
        return {"line": line, "column": column + 1}

    def is_full(self, group):
        if len(self.found[group]) < MOST[group]:
            return False
        self.complete = False
        return True

    def add(self, group, node, **fact):
        if self.is_full(group):
            return
        self.found[group].append({**fact, **self.place(node)})

    def add_once(self, group, node, identity, **fact):
        """Adds only the first of equal facts; an agent uses the same names hundreds of times."""
        if (group, identity) not in self.grouped:
            self.grouped[group, identity] = True
            self.add(group, node, **fact)

    def path(self, node):
        """The dotted path of an expression such as `a.b.c`, with a question mark for any other expression before it."""
        names = []
        while isinstance(node, ast.Attribute) and len(names) < 8:
            names.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name):
            names.append(node.id)
        elif isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            names.append(last_name(node.func) + "()")
        else:
            names.append("?")
        return ".".join(reversed(names))[-LONGEST_NAME:]

    def bind(self, name):
        self.bound[name] = self.bound.get(name, 0) + 1

    def bound_once(self, order):
        """Names assigned exactly once, to a text: `HALF = "sub"` can be a part of an assembled text."""
        texts = {}
        for node in order:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self.bind(node.id)
            elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                self.bind(node.name)
            elif isinstance(node, ast.arg):
                self.bind(node.arg)
            elif isinstance(node, ast.alias):
                self.bind(node.asname or node.name.split(".")[0])
            elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
                self.bind(node.name)
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                for name in node.names:
                    self.bind(name)
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                if isinstance(node.value, ast.Constant) and isinstance(node.value.value, (str, bytes)):
                    texts[node.targets[0].id] = node.value.value
        return {name: text for name, text in texts.items() if self.bound[name] == 1}

    def see_Name(self, node):
        self.disguise(node, node.id)
        if isinstance(node.ctx, ast.Load):
            called = isinstance(node.above, ast.Call) and node.above.func is node
            self.add_once("names", node, (node.id, called), name=node.id[:LONGEST_NAME], called=called)

    def see_Attribute(self, node):
        path = self.path(node)
        self.add_once("attributes", node, path, path=path)
        value = node.value
        if value.end_lineno == node.end_lineno:
            self.disguise(node, node.attr, value.end_lineno, value.end_col_offset, node.end_col_offset)

    def see_FunctionDef(self, node):
        self.see_definition(node)

    def see_AsyncFunctionDef(self, node):
        self.see_definition(node)

    def see_ClassDef(self, node):
        self.see_definition(node)

    def see_definition(self, node):
        self.disguise(node, node.name, node.lineno, node.col_offset, node.col_offset + 400, "word")

    def see_arg(self, node):
        self.disguise(node, node.arg, node.lineno, node.col_offset, node.col_offset + 400, "word")

    def see_keyword(self, node):
        if node.arg is not None:
            self.disguise(node, node.arg, node.lineno, node.col_offset, node.col_offset + 400, "word")

    def disguise(self, node, name, line=None, start=None, end=None, part="all"):
        """Records names that Python normalises to another spelling, and names with non-ASCII letters."""
        if self.plain:
            return
        line = node.lineno if line is None else line
        start = node.col_offset if start is None else start
        end = node.end_col_offset if end is None else end
        if not 0 < line <= len(self.lines) or self.lines[line - 1].isascii():
            return
        written = self.lines[line - 1][start:end][:800].decode("utf-8", "replace").strip(" .\t")
        if part == "word":
            words = [word for word in words_of(written) if word not in ("def", "class", "async")]
            written = words[0] if words else name
        if written.isascii() and name.isascii():
            return
        self.add_once(
            "disguised", node, (name, written), name=name[:LONGEST_NAME], written=written[:LONGEST_NAME]
        )

    def see_Import(self, node):
        for alias in node.names:
            self.disguise(alias, alias.name, part="word")
            self.add("imports", alias, module=alias.name[:LONGEST_NAME], name=None, alias=alias.asname)

    def see_ImportFrom(self, node):
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            self.disguise(alias, alias.name, part="word")
            self.add("imports", alias, module=module[:LONGEST_NAME], name=alias.name[:LONGEST_NAME], alias=alias.asname)

    def see_Call(self, node):
        if self.is_full("calls"):
            return
        arguments = [self.short_text(argument) for argument in node.args[:4]]
        named = [each for each in node.keywords[:8] if each.arg]
        keywords = [{"name": each.arg[:LONGEST_NAME], "text": self.short_text(each.value)} for each in named]
        first = node.args[0] if node.args else None
        numbers = len(first.elts) if isinstance(first, SEQUENCES) and all(map(is_number, first.elts)) else 0
        lengths = [len(self.text(argument) or "") for argument in node.args[:2]]
        seen = self.looked_at([*node.args, *(each.value for each in node.keywords)])
        assembled = [self.is_assembled(argument) for argument in node.args[:4]]
        shape = {"count": len(node.args), "numbers": numbers, "lengths": lengths, "assembled": assembled}
        callee = self.path(node.func)
        self.add("calls", node, callee=callee, arguments=arguments, keywords=keywords, **shape, **seen)
        if callee == "dict" and node.keywords:
            pairs = [(self.texts_in(each.value), each) for each in node.keywords if each.arg]
            self.add_table("keywords", node, [([each.arg], values, each.value) for values, each in pairs])
        if callee == "zip" and len(node.args) == 2 and all(isinstance(a, SEQUENCES) for a in node.args):
            both = zip(node.args[0].elts, node.args[1].elts)
            self.add_table("zip", node, [(self.texts_in(key), self.texts_in(value), key) for key, value in both])

    def see_Subscript(self, node):
        if isinstance(node.slice, ast.Slice) or is_number(node.slice):
            return
        path, key = self.path(node.value), self.short_text(node.slice)
        self.add_once("lookups", node, (path, key), path=path, key=key)

    def short_text(self, node):
        text = self.text(node)
        return None if text is None else text[:LONGEST_ARGUMENT]

    def is_assembled(self, node):
        return node in self.values and not isinstance(node, (ast.Constant, ast.Name))

    def see_If(self, node):
        self.see_condition(node, node.test)
        self.see_branch(node, node.test, node.body)

    def see_While(self, node):
        self.see_condition(node, node.test)

    def see_IfExp(self, node):
        self.see_condition(node, node.test)
        self.see_branch(node, node.test, [node.body])

    def see_Match(self, node):
        self.see_condition(node, node.subject)

    def see_MatchClass(self, node):
        """`case object(name=found)` reads the attribute `name` of the subject."""
        above = node.above
        while isinstance(above, (ast.MatchAs, ast.MatchOr, ast.match_case)):
            above = above.above
        subject = self.path(above.subject) if isinstance(above, ast.Match) else "?"
        for name in node.kwd_attrs:
            path = f"{subject}.{name}"[-LONGEST_NAME:]
            self.add_once("attributes", node, path, path=path)

    def see_match_case(self, node):
        self.see_branch(node.pattern, node.pattern, node.body)

    def see_condition(self, node, test):
        if not self.is_full("conditions"):
            self.add("conditions", node, **self.looked_at([test]))

    def see_Assign(self, node):
        if self.is_full("assignments"):
            return
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        seen = self.looked_at([node.value])
        if names and seen["names"]:
            self.add("assignments", node, targets=[name[:LONGEST_NAME] for name in names[:4]], **seen)
        for target in node.targets:
            if isinstance(target, ast.Subscript) and self.text(target.slice) is not None:
                key, values = [self.short_text(target.slice)], self.texts_in(node.value)
                self.entry_later(("set", self.path(target.value)), key, values, node)

    def see_NamedExpr(self, node):
        seen = self.looked_at([node.value])
        self.add("assignments", node, targets=[node.target.id[:LONGEST_NAME]], **seen)

    def looked_at(self, nodes):
        calls, reads, names, operators, largest, seen = [], [], [], [], 0, 0
        waiting = list(nodes)
        while waiting and seen < NODES_OF_AN_EXPRESSION:
            node = waiting.pop()
            seen += 1
            if isinstance(node, ast.Call):
                calls.append(self.path(node.func))
            elif isinstance(node, ast.Name):
                names.append(node.id[:LONGEST_NAME])
            elif isinstance(node, ast.BinOp):
                operators.append(type(node.op).__name__)
            elif isinstance(node, (ast.Subscript, ast.Attribute)):
                reads.append(self.path(node.value if isinstance(node, ast.Subscript) else node))
            if is_number(node) and abs(node.value) < 1e15:
                largest = max(largest, abs(int(node.value)))
            waiting.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, NOTHING))
        return {
            "calls": sorted(set(calls)),
            "reads": sorted(set(reads)),
            "names": sorted(set(names)),
            "operators": sorted(set(operators)),
            "largest": largest,
        }

    def see_Dict(self, node):
        entries = [(self.texts_in(key), self.texts_in(value), key) for key, value in zip(node.keys, node.values) if key]
        self.add_table("dict", node, entries)

    def see_List(self, node):
        self.see_pairs(node)

    def see_Tuple(self, node):
        self.see_pairs(node)

    def see_Set(self, node):
        self.see_pairs(node)

    def see_pairs(self, node):
        numbers = sum(map(is_number, node.elts))
        if numbers >= SHORTEST_SERIES:
            self.add("series", node, count=numbers)
        pairs = [each for each in node.elts if isinstance(each, (ast.Tuple, ast.List)) and len(each.elts) in (2, 3)]
        if pairs and len(pairs) == len(node.elts):
            entries = [
                (self.texts_in(pair.elts[0]), [text for each in pair.elts[1:] for text in self.texts_in(each)], pair)
                for pair in pairs
            ]
            self.add_table("pairs", node, entries)

    def see_branch(self, node, test, body):
        keys = self.texts_in(test)
        values = [text for each in body[:8] for text in self.texts_in(each)] if keys else []
        self.entry_later(("branches", ""), keys, values, node)

    def entry_later(self, table, keys, values, node):
        """Adds entries that are written separately but form one table."""
        if not keys or not values:
            return
        if table not in self.grouped:
            self.grouped[table] = {"form": table[0], "entries": [], **self.place(node)}
            if self.is_full("tables"):
                return
            self.found["tables"].append(self.grouped[table])
        self.add_entry(self.grouped[table]["entries"], keys, values, node)

    def add_table(self, form, node, entries):
        told = []
        for keys, values, where in entries:
            if keys and values:
                self.add_entry(told, keys, values, where)
        if told:
            self.add("tables", node, form=form, entries=told)

    def add_entry(self, entries, keys, values, node):
        if self.entries >= MOST_ENTRIES:
            self.complete = False
            return
        self.entries += 1
        entries.append({"keys": keys[:16], "values": values[:16], **self.place(node)})

    def texts_in(self, node):
        texts, waiting = [], [node]
        for seen, node in enumerate(waiting):
            if seen >= NODES_OF_AN_EXPRESSION:
                break
            text = self.text(node)
            if text is not None and not isinstance(node, ast.Name):
                texts.append(text[:LONGEST_ARGUMENT])
            elif is_number(node) and isinstance(node.value, int) and SMALLEST_NUMBER <= abs(node.value) < 10**40:
                texts.append(str(node.value))
            else:
                waiting.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, NOTHING))
        return texts

    def text(self, node):
        value = self.values.get(node)
        if value is None and isinstance(node, ast.Constant):
            value = node.value
        if value is None and isinstance(node, ast.Name):
            value = self.once.get(node.id)
        if isinstance(value, bytes):
            return value.decode("latin-1")
        return value if isinstance(value, str) else None

    def see_Constant(self, node):
        value = node.value
        if isinstance(value, bool):
            return
        if isinstance(value, (str, bytes)):
            self.add_text(node, value, False)
        elif isinstance(value, int) and abs(value) >= SMALLEST_NUMBER:
            self.add_text(node, str(value) if abs(value) < 10**60 else "", False, "number")

    def see_values(self):
        for node, value in self.values.items():
            if isinstance(node, (ast.Constant, ast.Name, ast.FormattedValue)):
                continue
            if isinstance(value, int):
                if abs(value) >= SMALLEST_NUMBER:
                    self.add_text(node, str(value), True, "number")
            else:
                self.add_text(node, value, True)

    def add_text(self, node, value, assembled, kind="text"):
        if assembled:
            self.assembled_characters += len(value)
        else:
            self.characters += len(value)
        if self.characters > MOST_CHARACTERS or self.assembled_characters > MOST_ASSEMBLED_CHARACTERS:
            self.complete = False
            return
        if isinstance(value, bytes):
            kind, value = "bytes", value.decode("latin-1")
        self.add("texts", node, text=value, kind=kind, assembled=assembled)

    def fold(self, node):
        """The constant value of an expression, as far as it can be determined without running anything."""
        if isinstance(node, ast.Constant):
            return None
        parts = None
        if isinstance(node, ast.BinOp):
            parts = (node.left, node.right)
            value = combined(node.op, self.part(node.left), self.part(node.right))
        elif isinstance(node, ast.JoinedStr):
            parts = tuple(each.value if isinstance(each, ast.FormattedValue) else each for each in node.values)
            value = self.joined("", parts) if len(parts) > 1 and all(map(is_plain, node.values)) else None
        elif isinstance(node, ast.Subscript):
            parts = (node.value,)
            value = sliced(self.part(node.value), node.slice)
        elif isinstance(node, ast.Call):
            value, parts = self.fold_call(node)
        else:
            return None
        if value is None or isinstance(value, (str, bytes)) and len(value) > LONGEST_ASSEMBLED:
            return None
        for part in parts:
            self.values.pop(part, None)
        return value

    def fold_call(self, node):
        function, arguments = node.func, node.args
        if node.keywords or len(arguments) > 8:
            return None, ()
        if isinstance(function, ast.Name):
            if function.id == "chr" and len(arguments) == 1 and isinstance(self.part(arguments[0]), int):
                code = self.part(arguments[0])
                return (chr(code) if 0 <= code < 0x110000 else None), arguments
            if function.id in ("str", "reversed") and len(arguments) == 1 and isinstance(self.part(arguments[0]), str):
                text = self.part(arguments[0])
                return (text[::-1] if function.id == "reversed" else text), arguments
            if function.id in ("bytes", "bytearray") and len(arguments) == 1:
                numbers = numbers_in(arguments[0])
                return (bytes(numbers) if numbers and max(numbers) < 256 else None), ()
            return None, ()
        if not isinstance(function, ast.Attribute):
            return None, ()
        whole = self.part(function.value)
        if not isinstance(whole, (str, bytes)):
            return None, ()
        values = [self.part(argument) for argument in arguments]
        used = (function.value, *arguments)
        if function.attr == "join" and len(arguments) == 1:
            codes = codes_in(arguments[0])
            if codes is not None and isinstance(whole, str):
                return whole.join(map(chr, codes)), used
            if isinstance(values[0], str) and isinstance(whole, str):
                return whole.join(values[0]), used
            if isinstance(arguments[0], SEQUENCES) and len(arguments[0].elts) * len(whole) < LONGEST_ASSEMBLED:
                return self.joined(whole, arguments[0].elts), (function.value, *arguments[0].elts)
            return None, ()
        if function.attr == "format" and isinstance(whole, str) and values and all(isinstance(v, str) for v in values):
            return filled(whole, values), used
        if function.attr == "replace" and len(values) == 2 and all(type(value) is type(whole) for value in values):
            small = len(whole) * max(1, len(values[1])) < LONGEST_ASSEMBLED
            return (whole.replace(*values) if small else None), used
        if function.attr in ("encode", "decode") and all(v in ("utf-8", "utf8", "ascii", "latin-1") for v in values):
            return whole, used
        if function.attr in ("lower", "upper", "swapcase", "strip", "casefold", "title", "capitalize") and not values:
            return (getattr(whole, function.attr, whole.lower)(), used)
        return None, ()

    def part(self, node):
        if node in self.values:
            return self.values[node]
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes, int)):
            return None if isinstance(node.value, bool) else node.value
        return self.once.get(node.id) if isinstance(node, ast.Name) else None

    def joined(self, between, nodes):
        parts = [self.part(node) for node in nodes]
        if not parts or not all(type(part) is type(between) for part in parts):
            return None
        return between.join(parts) if sum(map(len, parts)) <= LONGEST_ASSEMBLED else None

    def entry_point(self, body):
        """The last top-level definition of agent_main, including those under a condition."""
        found, waiting = None, body[::-1]
        while waiting:
            node = waiting.pop()
            if isinstance(node, FUNCTIONS) and node.name == "agent_main":
                found = self.signature(node)
            elif isinstance(node, ast.Assign) and any(last_name(target) == "agent_main" for target in node.targets):
                found = {"kind": "value", "required": 1, "most": 1, **self.place(node)}
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                if any((alias.asname or alias.name) == "agent_main" for alias in node.names):
                    found = {"kind": "value", "required": 1, "most": 1, **self.place(node)}
            elif isinstance(node, (ast.If, ast.Try, ast.With)):
                inside = [*node.body, *getattr(node, "orelse", []), *getattr(node, "finalbody", [])]
                waiting.extend(reversed(inside))
        return found

    def signature(self, node):
        arguments = node.args
        plain = len(arguments.posonlyargs) + len(arguments.args)
        required = plain - len(arguments.defaults) + sum(default is None for default in arguments.kw_defaults)
        kind = "async" if isinstance(node, ast.AsyncFunctionDef) else "generator" if yields(node) else "function"
        most = None if arguments.vararg else plain
        only_by_name = any(default is None for default in arguments.kw_defaults)
        return {"kind": kind, "required": 2 if only_by_name else required, "most": most, **self.place(node)}


def yields(function):
    waiting = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))
    return False


def last_name(node):
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else "?"


def is_number(node):
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    ) and node.value == node.value


def is_plain(node):
    """Whether a part of an f-string is used without conversion or format."""
    if isinstance(node, ast.FormattedValue):
        return node.conversion == -1 and node.format_spec is None
    return isinstance(node, ast.Constant)


def combined(operator, left, right):
    if isinstance(left, int) and isinstance(right, int):
        if max(left.bit_length(), right.bit_length()) > 128:
            return None
        if isinstance(operator, ast.Add):
            return left + right
        if isinstance(operator, ast.Sub):
            return left - right
        if isinstance(operator, ast.Mult):
            return left * right
        return left ^ right if isinstance(operator, ast.BitXor) else None
    if isinstance(operator, ast.Add) and isinstance(left, (str, bytes)) and type(left) is type(right):
        return left + right if len(left) + len(right) <= LONGEST_ASSEMBLED else None
    if isinstance(operator, ast.Mult) and isinstance(left, (str, bytes)) and isinstance(right, int):
        return left * right if 0 <= right and len(left) * right <= LONGEST_ASSEMBLED else None
    if isinstance(operator, ast.Mod) and isinstance(left, str) and isinstance(right, str) and left.count("%") == 1:
        return left.replace("%s", right) if "%s" in left else None
    return None


def sliced(whole, index):
    if not isinstance(whole, str):
        return None
    if isinstance(index, ast.Slice):
        bounds = [constant_number(bound) for bound in (index.lower, index.upper, index.step)]
        if "unknown" in bounds or bounds[2] == 0:
            return None
        return whole[slice(*bounds)]
    place = constant_number(index)
    return whole[place] if isinstance(place, int) and -len(whole) <= place < len(whole) else None


def constant_number(node):
    if node is None:
        return None
    negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    inner = node.operand if negative else node
    if isinstance(inner, ast.Constant) and type(inner.value) is int and inner.value.bit_length() < 40:
        return -inner.value if negative else inner.value
    return "unknown"


def numbers_in(node):
    if not isinstance(node, SEQUENCES) or not node.elts or len(node.elts) > LONGEST_ASSEMBLED:
        return None
    values = [each.value for each in node.elts if isinstance(each, ast.Constant) and type(each.value) is int]
    return values if len(values) == len(node.elts) and min(values) >= 0 else None


def codes_in(node):
    """`map(chr, [...])` and `chr(code) for code in [...]`."""
    source = None
    if isinstance(node, ast.Call) and last_name(node.func) == "map" and len(node.args) == 2:
        source = node.args[1] if last_name(node.args[0]) == "chr" else None
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp)) and len(node.generators) == 1:
        element = node.elt
        if isinstance(element, ast.Call) and last_name(element.func) == "chr" and len(element.args) == 1:
            source = node.generators[0].iter if isinstance(element.args[0], ast.Name) else None
    codes = numbers_in(source)
    return codes if codes and max(codes) < 0x110000 else None


def filled(form, values):
    """The result of `"{}{}".format(...)` with plain or numbered placeholders; `None` for any other format."""
    for place, value in enumerate(values):
        form = form.replace("{}", value, 1) if "{}" in form else form.replace("{%d}" % place, value)
        if len(form) > LONGEST_ASSEMBLED:
            return None
    return None if "{" in form else form


def words_of(text):
    word, words = "", []
    for character in text + " ":
        if character.isidentifier() or character.isdigit():
            word += character
        elif word:
            words.append(word)
            word = ""
    return words


IMPORTS = (ast.Import, ast.ImportFrom)
TRIES = tuple(getattr(ast, name) for name in ("Try", "TryStar") if hasattr(ast, name))
CATCHES_IMPORTS = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def imports_to_resolve(tree, resolve):
    """Imports of the listed modules, and of packages (listed with a trailing dot): module, name, line, column."""
    nodes = list(ast.walk(tree))
    guarded = {id(each) for node in nodes if is_guard(node) for part in node.body for each in ast.walk(part)}
    known = {}
    for node in nodes:
        if not isinstance(node, IMPORTS) or id(node) in guarded or getattr(node, "level", 0) != 0:
            continue
        for alias in node.names:
            module, name = (alias.name, None) if isinstance(node, ast.Import) else (node.module, alias.name)
            if is_resolved(module, resolve) and name != "*" and (module, name) not in known:
                known[module, name] = True
                yield module, name, node.lineno, node.col_offset + 1


def is_resolved(module, resolve):
    return module in resolve or module.startswith(tuple(name for name in resolve if name.endswith(".")))


def with_unresolved(report, resolve):
    """Adds the imports that would fail at run time to the report. The report may come from a hostile file."""
    if "imported" not in report:
        return report
    unresolved = []
    for module, name, line, column in report.pop("imported"):
        words = [*module.split("."), *([] if name is None else [name])]
        if not is_resolved(module, resolve) or not all(word.isidentifier() for word in words):
            continue
        missing = look_up(module, name, sorted(resolve))
        if missing is not None and len(unresolved) < MOST_UNRESOLVED:
            missed = None if missing[0] is None else name[:LONGEST_NAME]
            place = {"line": line, "column": column}
            unresolved.append({"module": module[:LONGEST_NAME], "name": missed, "nearest": missing[1], **place})
    return {**report, "unresolved": unresolved}


def is_guard(node):
    """Whether this is a `try` that continues when an import fails."""
    if not isinstance(node, TRIES):
        return False
    caught = [last_name(part) for handler in node.handlers for part in parts_of(handler.type)]
    return any(handler.type is None for handler in node.handlers) or not CATCHES_IMPORTS.isdisjoint(caught)


def parts_of(expression):
    return expression.elts if isinstance(expression, ast.Tuple) else [expression]


def look_up(module, name, modules):
    """The missing name (`None`: the module itself) and similar names, best first; `None` if nothing is missing."""
    from importlib import import_module

    try:
        found = import_module(module)
    except ImportError:
        return None, like(module, [each for each in modules if not each.endswith(".")] + submodules_beside(module))
    except Exception:
        return None
    if name is None or hasattr(found, name):
        return None
    try:
        import_module(f"{module}.{name}")
        return None
    except ImportError:
        return name, like(name, [each for each in dir(found) if not each.startswith("_")])
    except Exception:
        return None


def submodules_beside(module):
    """The modules of the package that would contain a module."""
    from importlib import import_module
    from pkgutil import iter_modules

    package = module.rpartition(".")[0]
    try:
        return [f"{package}.{each.name}" for each in iter_modules(import_module(package).__path__)] if package else []
    except Exception:
        return []


def like(name, names):
    from difflib import get_close_matches

    return get_close_matches(name, names, 3, 0.6)


def limit_this_process(*limits):
    """Skips limits that a system does not support: parsing needs no privileges, and the file is not run."""
    try:
        import resource

        for name, value in limits:
            try:
                resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value + (name == "CPU")))
            except (AttributeError, ValueError, OSError):
                pass
    except ImportError:
        pass


def parsed_by_child(source, resolve, program):
    """Facts about the file from a child process without privileges. If the child dies, this process ends the same way,
    so that the caller has to watch only one process."""
    import ctypes
    import json
    import os
    import signal
    # The parser needs it for non-ASCII names, and the child could not load it.
    import unicodedata  # noqa: F401

    libc = ctypes.CDLL(None, use_errno=True)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            confine(libc, program)
            unsent = json.dumps(parsed_facts(source, resolve)).encode()
            while unsent:
                unsent = unsent[os.write(writing, unsent) :]
            code = 0
        except PermissionError as error:
            os.write(2, f"{error}\n".encode())
            code = NOT_CONFINED
        except BaseException as error:
            os.write(2, f"{type(error).__name__}\n".encode())
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        report = pipe.read(MOST_REPORT)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended < 0:
        signal.signal(-ended, signal.SIG_DFL) if -ended != signal.SIGKILL else None
        os.kill(os.getpid(), -ended)
    if ended != 0:
        sys.exit(ended)
    return json.loads(report)


def confine(libc, program):
    """Irreversibly restricts this process to its memory and its open descriptors."""
    import ctypes
    import struct

    die_with_parent, no_new_privileges, set_seccomp, filter_mode, kill = 1, 38, 22, 2, 9
    limit_this_process(("NPROC", 0))
    instructions = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(instructions))
    steps = (
        (die_with_parent, kill),
        (no_new_privileges, 1),
        (set_seccomp, filter_mode, ctypes.create_string_buffer(header, len(header))),
    )
    for step in steps:
        if libc.prctl(*step, *[0] * (5 - len(step))) != 0:
            raise PermissionError(f"The system call filter cannot be installed (errno {ctypes.get_errno()}).")


def main():
    import json

    if sys.version_info < (3, 10):
        sys.exit(TOO_OLD)
    limit_this_process(("AS", 512 << 20), ("CPU", 5), ("FSIZE", 0), ("CORE", 0))
    # Arguments: the filter as hexadecimal digits (empty if there is none), the folder of the kit, the modules to look
    # up.
    program, kit, *resolve = sys.argv[1:]
    sys.path.insert(0, kit)
    source = sys.stdin.buffer.read(MAX_SOURCE + 1)
    if program:
        report = parsed_by_child(source, resolve, bytes.fromhex(program))
    else:
        limit_this_process(("NPROC", 0))
        report = parsed_facts(source, resolve)
    sys.stdout.write(json.dumps({"answer": [with_unresolved(report, resolve)]}))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
