"""Holds the plugin's sources to what can be said of them without a Dart SDK and a Swift compiler.

    python3 check.py            parse everything; in Dart each name is declared here, or is Flutter's,
                                each file imports what it uses of the others, and what is declared
                                here is called with arguments that it has
    python3 check.py --names    print the names that are neither declared here nor Flutter's

It wants tree-sitter-language-pack. What it does not see, `flutter analyze` does: types.
"""
import pathlib, sys

from tree_sitter_language_pack import get_parser

here = pathlib.Path(__file__).parent
languages = {".dart": "dart", ".swift": "swift"}  # Kotlin is compiled, by a test of package ffi


def nodes(node):
    yield node
    for child in node.children:
        yield from nodes(child)


def broken(tree):
    return [n for n in nodes(tree.root_node) if n.is_error or n.is_missing]


# Where an identifier stands that declares something.
declaring = {
    "class_definition", "mixin_declaration", "enum_declaration", "enum_constant", "type_alias", "function_signature",
    "getter_signature", "setter_signature", "constructor_signature", "constant_constructor_signature",
    "factory_constructor_signature", "redirecting_factory_constructor_signature", "formal_parameter",
    "constructor_param", "initialized_identifier", "initialized_variable_definition", "static_final_declaration",
    "declared_identifier", "type_parameter", "catch_parameters", "variable_pattern", "pattern_variable_declaration",
    "for_loop_parts", "identifier_list", "record_type_named_field", "local_variable_declaration", "record_field",
    "typed_identifier", "super_formal_parameter", "field_formal_parameter", "named_record_type_field",
}


naming = {"type_parameter", "type_alias"}


def identifiers(tree):
    """Each name of a file, and whether it is declared where it stands."""
    for n in nodes(tree.root_node):
        if n.type in ("identifier", "type_identifier", "identifier_dollar_escaped"):
            name = n.text.decode()
            yield name, declares(n), n.start_point


def declares(n):
    """Whether a name is declared where it stands, and not only used."""
    parent, before = n.parent, n.prev_sibling
    after = before.type if before is not None else ""
    if n.type == "type_identifier":
        return parent.type in naming and after != "="
    if after in ("=", "label"):  # what comes of it, or its value
        return False
    if after in ("final_builtin", "inferred_type"):
        return True
    return parent.type in declaring or parent.type == "label" and "record" in parent.parent.type


signing = {
    "function_signature", "constructor_signature", "constant_constructor_signature",
    "factory_constructor_signature", "redirecting_factory_constructor_signature",
}


def named(n, *types):
    return [c for c in n.children if c.type in types]


def last_name(n):
    """The last identifier in a node, which is the one that a parameter or a constructor has."""
    return [i.text.decode() for i in nodes(n) if i.type == "identifier"][-1]


def signatures(tree):
    """What is declared that can be called: its name, the least and the most arguments without a name, those with one."""
    for n in nodes(tree.root_node):
        lists = named(n, "formal_parameter_list") if n.type in signing else []
        for parameters in lists:
            least, most, optional, required = len(named(parameters, "formal_parameter")), 0, set(), set()
            most = least
            for group in named(parameters, "optional_formal_parameters"):
                before = ""
                for c in group.children:
                    if c.type == "formal_parameter" and group.text.startswith(b"["):
                        most += 1
                    elif c.type == "formal_parameter":
                        (required if before == "required" else optional).add(last_name(c))
                    before = c.text.decode()
            yield named(n, "identifier")[-1].text.decode(), (least, most, optional, required)


def calls(tree):
    """What is called by a name, with how many arguments without a name and which with one."""
    for n in nodes(tree.root_node):
        if n.type != "arguments":
            continue
        at = n.parent.parent if n.parent.type == "argument_part" else n
        before = at.prev_named_sibling
        names = [i for i in nodes(before) if i.type in ("identifier", "type_identifier")] if before is not None else []
        if names and before.type in ("identifier", "type_identifier", "selector", "unconditional_assignable_selector", "conditional_assignable_selector"):
            labels = {last_name(label) for argument in named(n, "named_argument") for label in named(argument, "label")}
            yield names[-1].text.decode(), len(named(n, "argument")), labels, n.start_point


def fits(signature, count, labels):
    least, most, optional, required = signature
    return least <= count <= most and required <= labels <= required | optional


def types(tree):
    return {named(n, "identifier")[0].text.decode() for n in tree.root_node.children if n.type in ("class_definition", "enum_declaration")}


def imported(path, trees, exporting=False):
    """The files of ours whose names a file has: those that it imports, and what these export."""
    found = set()
    for n in nodes(trees[path].root_node):
        if n.type == "library_export" or n.type == "library_import" and not exporting:
            uri = next(u for u in nodes(n) if u.type == "uri").text.decode().strip("'")
            to = here / "lib" / uri.removeprefix("package:narratoria/") if uri.startswith("package:narratoria/") else path.parent / uri
            if to in trees:
                found |= {to} | imported(to, trees, exporting=True)
    return found


def wrong_in(trees, flutter):
    """What is wrong with files of Dart that all parse."""
    known = {}
    for tree in trees.values():
        for name, signature in signatures(tree):
            known.setdefault(name, []).append(signature)
    for path, tree in trees.items():
        at = path.relative_to(here)
        own = types(tree).union(*(types(trees[other]) for other in imported(path, trees)))
        others = set().union(*(types(other) for other in trees.values())) - own
        seen = set()
        for name, _, start in identifiers(tree):
            if name in others - seen:
                seen.add(name)
                yield f"{at}:{start[0] + 1}:{start[1] + 1}: {name} is declared in a file that this does not import"
        for name, count, labels, start in calls(tree):
            if name in known and name not in flutter and not any(fits(s, count, labels) for s in known[name]):
                yield f"{at}:{start[0] + 1}:{start[1] + 1}: {name} has other arguments than these"


def main():
    failed = 0
    declared, used, trees = set(), {}, {}
    for path in sorted(here.rglob("*")):
        if path.suffix not in languages or any(part in ("build", ".dart_tool") for part in path.parts):
            continue
        tree = get_parser(languages[path.suffix]).parse(path.read_bytes())
        for node in broken(tree):
            failed += 1
            print(f"{path.relative_to(here)}:{node.start_point[0] + 1}:{node.start_point[1] + 1}: this is not {languages[path.suffix]}: {node.text.decode()[:80]!r}")
        if path.suffix == ".dart":
            trees[path] = tree
            for name, declares_it, at in identifiers(tree):
                if declares_it:
                    declared.add(name)
                used.setdefault(name, f"{path.relative_to(here)}:{at[0] + 1}:{at[1] + 1}")
    flutter = set((here / "flutter-names.txt").read_text().split())
    unknown = sorted(name for name in used if name not in declared and name not in flutter)
    if "--names" in sys.argv:
        print("\n".join(unknown))
        return 0
    for name in unknown:
        failed += 1
        print(f"{used[name]}: {name} is declared nowhere, and is none of Flutter's names in flutter-names.txt")
    for fault in wrong_in(trees, flutter) if not failed else ():
        failed += 1
        print(fault)
    for name in sorted(flutter - set(used)):
        failed += 1
        print(f"flutter-names.txt: {name} is used nowhere")
    print(f"{len(used)} names in Dart; {failed} things wrong")
    return 1 if failed else 0


sys.exit(main())
