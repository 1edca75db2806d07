"""One way of calling for all libraries in Python: as those of generation 7 are called, with `body`. From generation 8 on what was in
`body` are arguments of their own; the library itself is as it comes."""

import importlib
import json
import os
import traceback

product = os.environ["SESSION_PRODUCT"]
generation = int(os.environ["SESSION_GENERATION"])
library = importlib.import_module(product if product != "opensearch" else "opensearchpy")
helpers = importlib.import_module(library.__name__ + ".helpers")
is_opensearch = product == "opensearch"
has_body = is_opensearch or generation < 8

# Where a body is one value, it has a name of its own.
NAME_OF_BODY = {"index": "document", "create": "document", "msearch": "searches", "put_settings": "settings"}


def connect():
    """The library's own client."""
    account = ("admin", os.environ["SESSION_PASSWORD"])
    argument = {"http_auth": account} if has_body else {"basic_auth": account}
    made = library.OpenSearch if is_opensearch else library.Elasticsearch
    return made([os.environ["SESSION_URL"]], max_retries=0, **argument)


class Caller:
    """A client, or one of its name spaces, called with `body`."""

    def __init__(self, real):
        self.real = real

    def __getattr__(self, name):
        value = getattr(self.real, name)
        if not callable(value) or hasattr(value, "transport"):
            return Caller(value)
        return lambda **arguments: value(**_adapted(name, arguments))


def _adapted(name, arguments):
    body = arguments.pop("body", None)
    if body is None:
        return arguments
    if has_body:
        return {**arguments, "body": body}
    single = NAME_OF_BODY.get(name)
    if single is None or (name == "create" and "id" not in arguments):
        return {**arguments, **body}
    return {**arguments, single: body}


def step(name):
    """Does what it decorates at once, whatever became of the steps before; prints `{step, error?}`."""

    def run(work):
        try:
            work()
            print(json.dumps({"step": name}), flush=True)
        except Exception as error:  # noqa: BLE001 - all that a library may throw is told
            told = getattr(error, "info", None) or getattr(error, "body", None) or traceback.format_exc()
            print(json.dumps({"step": name, "error": str(told)[-600:]}), flush=True)

    return run


real = connect()
client = Caller(real)
