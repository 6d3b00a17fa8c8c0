"""A small checker for the parts of JSON schema that the printed schemas use; it refuses all others."""

import re

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
}
NOTES = {"$schema", "$defs", "title", "description", "default"}


def accepts(schema, value, root=None):
    root = schema if root is None else root
    return all(_accepts(word, schema[word], schema, value, root) for word in schema if word not in NOTES)


def _accepts(word, argument, schema, value, root):
    match word:
        case "$ref":
            return accepts(root["$defs"][argument.removeprefix("#/$defs/")], value, root)
        case "type":
            return TYPES[argument](value)
        case "enum":
            return any(type(option) is type(value) and option == value for option in argument)
        case "const":
            return type(argument) is type(value) and argument == value
        case "anyOf":
            return any(accepts(option, value, root) for option in argument)
        case "oneOf":
            return sum(accepts(option, value, root) for option in argument) == 1
        case "pattern":
            return not isinstance(value, str) or re.search(argument, value) is not None
        case "minimum":
            return not TYPES["integer"](value) or value >= argument
        case "maximum":
            return not TYPES["integer"](value) or value <= argument
        case "items":
            return not isinstance(value, list) or all(accepts(argument, item, root) for item in value)
        case "minItems":
            return not isinstance(value, list) or len(value) >= argument
        case "uniqueItems":
            return not isinstance(value, list) or len(set(map(repr, value))) == len(value)
        case "required":
            return not isinstance(value, dict) or all(name in value for name in argument)
        case "minProperties":
            return not isinstance(value, dict) or len(value) >= argument
        case "maxProperties":
            return not isinstance(value, dict) or len(value) <= argument
        case "propertyNames":
            return not isinstance(value, dict) or all(accepts(argument, name, root) for name in value)
        case "properties":
            return not isinstance(value, dict) or all(
                accepts(argument[name], item, root) for name, item in value.items() if name in argument
            )
        case "additionalProperties":
            known = schema.get("properties", {})
            rest = (
                [item for name, item in value.items() if name not in known] if isinstance(value, dict) else []
            )
            return not rest if argument is False else all(accepts(argument, item, root) for item in rest)
        case _:
            raise AssertionError(f"the schema uses {word}, which is not checked here")
