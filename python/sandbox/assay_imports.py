"""The `import` for the agent's own file: only modules on the list.

Python raises no audit event for a module that is already loaded, and some always are. Of a module that is allowed in
parts, the agent gets only those parts.
"""


def allows(rules):
    """Whether a module may be imported, by its full name."""
    modules, parts, packages = frozenset(rules["modules"]), rules["parts"], tuple(rules["packages"])
    listed = frozenset([*modules, *parts, *rules["internal"]])

    def allowed(name):
        return type(name) is str and (name in listed or name.startswith(packages))

    return allowed


def guarded_import(rules, allowed, audit, original, module_type):
    parts = {name: tuple(names) for name, names in rules["parts"].items()}
    shown = {}

    def parts_of(name):
        """A module that contains only the allowed parts."""
        if name not in shown:
            whole = original(name, None, None, parts[name])
            shown[name] = module_type(name)
            for part in parts[name]:
                if hasattr(whole, part):
                    setattr(shown[name], part, getattr(whole, part))
        return shown[name]

    def guarded(name, globals=None, locals=None, fromlist=(), level=0):
        if level != 0 or not allowed(name):
            audit("assay.import", name)
        audit("assay.imported", name)
        if fromlist and name in parts:
            for item in fromlist:
                if item not in parts[name]:
                    audit("assay.import", f"{name}.{item}")
            return parts_of(name)
        found = original(name, globals, locals, fromlist, level)
        for item in fromlist or ():
            value = getattr(found, item, None)
            # A module that a library merely imports is not a part of that library.
            if type(value) is module_type and not (allowed(f"{name}.{item}") and value.__name__ == f"{name}.{item}"):
                audit("assay.import", f"{name}.{item}")
        # `import os.path` binds `os`.
        root = name.partition(".")[0]
        return found if fromlist or root not in parts else parts_of(root)

    return guarded
