"""Holds the plugin's sources to what can be said of them without a Dart SDK and a Swift compiler.

    python3 check.py            parse everything; every name in Dart is declared here, or is Flutter's
    python3 check.py --names    print the names that are not

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


def main():
    failed = 0
    declared, used = set(), {}
    for path in sorted(here.rglob("*")):
        if path.suffix not in languages or any(part in ("build", ".dart_tool") for part in path.parts):
            continue
        tree = get_parser(languages[path.suffix]).parse(path.read_bytes())
        for node in broken(tree):
            failed += 1
            print(f"{path.relative_to(here)}:{node.start_point[0] + 1}:{node.start_point[1] + 1}: this is not {languages[path.suffix]}: {node.text.decode()[:80]!r}")
        if path.suffix == ".dart":
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
    for name in sorted(flutter - set(used)):
        failed += 1
        print(f"flutter-names.txt: {name} is used nowhere")
    print(f"{len(used)} names in Dart; {failed} things wrong")
    return 1 if failed else 0


sys.exit(main())
