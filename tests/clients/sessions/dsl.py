"""A session with libraries that let an application write mappings, queries and aggregations as Python. They came of one another."""

import importlib
import os
from datetime import datetime

from connect import generation, is_opensearch, step

dsl = importlib.import_module(os.environ["SESSION_MODULE"])
account = ("admin", os.environ["SESSION_PASSWORD"])
argument = {"http_auth": account} if is_opensearch or generation < 8 else {"basic_auth": account}
client = dsl.connections.create_connection(hosts=[os.environ["SESSION_URL"]], **argument)

simple = dsl.analyzer("session_simple", tokenizer="standard", filter=["lowercase", "asciifolding", dsl.token_filter("session_stop", "stop", stopwords=["the"])])


class Part(dsl.InnerDoc):
    name = dsl.Keyword()
    count = dsl.Integer()


class Product(dsl.Document):
    name = dsl.Text(analyzer=simple, fields={"raw": dsl.Keyword(), "near": dsl.Completion()})
    price = dsl.Float()
    tags = dsl.Keyword(multi=True)
    day = dsl.Date()
    place = dsl.GeoPoint()
    parts = dsl.Nested(Part)

    class Index:
        name = "session-dsl"
        settings = {"number_of_shards": 2, "number_of_replicas": 0}


class Shop(dsl.FacetedSearch):
    index = "session-dsl"
    doc_types = [Product]
    fields = ["name"]
    facets = {
        "tags": dsl.TermsFacet(field="tags"),
        "months": dsl.DateHistogramFacet(field="day", calendar_interval="month"),
        "prices": dsl.RangeFacet(field="price", ranges=[("low", (None, 28)), ("high", (28, None))]),
        "parts": dsl.NestedFacet("parts", dsl.TermsFacet(field="parts.name")),
    }


products = [
    {"name": "The Gréen teapot", "price": 25.5, "tags": ["tea", "kitchen"], "day": datetime(2026, 1, 3), "place": {"lat": 48.1, "lon": 11.6}, "parts": [{"name": "lid", "count": 1}]},
    {"name": "The red teapot", "price": 30, "tags": ["tea"], "day": datetime(2026, 1, 15), "place": {"lat": 52.5, "lon": 13.4}, "parts": [{"name": "lid", "count": 2}]},
    {"name": "Coffee mill", "price": 45.25, "tags": ["coffee", "kitchen"], "day": datetime(2026, 2, 1), "parts": [{"name": "crank", "count": 1}]},
]


def names(answer):
    return sorted(hit.name for hit in answer)


@step("make the index of a document class")
def _():
    Product.init()
    assert Product._index.exists()
    mapping = Product._index.get_mapping()["session-dsl"]["mappings"]["properties"]
    assert mapping["name"]["fields"]["near"]["type"] == "completion"
    # A mapping that is there already is compared with, and completed.
    Product.init()


@step("template of an index")
def _():
    template = Product._index.as_template("session-dsl-template", pattern="session-dsl-logs-*")
    template.save()
    client.index(index="session-dsl-logs-1", refresh=True, **({"body": {"name": "x"}} if "http_auth" in argument else {"document": {"name": "x"}}))
    mapping = dsl.Index("session-dsl-logs-1").get_mapping()["session-dsl-logs-1"]["mappings"]["properties"]
    assert mapping["price"]["type"] == "float"
    client.indices.delete_template(name="session-dsl-template")
    dsl.Index("session-dsl-logs-1").delete()


@step("save, get, update, delete a document")
def _():
    kettle = Product(meta={"id": "kettle"}, name="Kettle", price=20)
    assert kettle.save(refresh=True) == "created"
    kettle = Product.get(id="kettle")
    kettle.update(price=21, refresh=True)
    assert Product.get(id="kettle").price == 21
    kettle.update(script="ctx._source.price += params.more", more=2, refresh=True)
    assert Product.get(id="kettle").price == 23
    assert Product.exists(id="kettle")
    assert [found and found.name for found in Product.mget(["kettle", "none"], missing="none")] == ["Kettle", None]
    kettle.delete(refresh=True)
    assert Product.get(id="kettle", ignore=404) is None if generation < 8 else not Product.exists(id="kettle")


@step("bulk of documents")
def _():
    for at, product in enumerate(products):
        Product(meta={"id": str(at + 1)}, **product).save()
    Product._index.refresh()
    assert Product.search().count() == len(products)


@step("queries")
def _():
    search = Product.search().query("match", name="green TEAPOT").filter("range", price={"lt": 28}).exclude("term", tags="none")
    assert names(search.execute()) == ["The Gréen teapot"]
    either = dsl.Q("match", name="red") | dsl.Q("term", tags="coffee")
    assert names(Product.search().query(either)) == ["Coffee mill", "The red teapot"]
    nested = dsl.Q("nested", path="parts", query=dsl.Q("term", parts__name="lid") & dsl.Q("range", parts__count={"gte": 2}))
    assert names(Product.search().query(nested)) == ["The red teapot"]
    near = dsl.Q("geo_distance", distance="100km", place={"lat": 48.2, "lon": 11.5})
    assert names(Product.search().filter(near)) == ["The Gréen teapot"]
    assert Product.search().query("match", name="the").count() == 0


@step("sort, page, source, highlight, suggest")
def _():
    search = Product.search().sort("-price", {"name.raw": {"order": "asc"}})[1:3].source(["name"])
    assert [hit.name for hit in search] == ["The red teapot", "The Gréen teapot"]
    marked = Product.search().query("match", name="mill").highlight("name", fragment_size=50).execute()
    assert list(marked.hits[0].meta.highlight.name) == ["Coffee <em>mill</em>"]
    near = Product.search().suggest("near", "cof", completion={"field": "name.near"}).execute()
    assert near.suggest.near[0].options[0].text == "Coffee mill"


@step("aggregations")
def _():
    search = Product.search()[:0]
    search.aggs.bucket("tags", "terms", field="tags").metric("price", "avg", field="price").bucket("months", "date_histogram", field="day", calendar_interval="month")
    search.aggs.metric("stats", "extended_stats", field="price")
    search.aggs.bucket("parts", "nested", path="parts").bucket("names", "terms", field="parts.name")
    search.aggs.pipeline("dearest", "max_bucket", buckets_path="tags>price")
    found = search.execute().aggregations
    assert [bucket.key for bucket in found.tags.buckets] == ["kitchen", "tea", "coffee"]
    assert found.tags.buckets[2].price.value == 45.25
    assert found.stats.count == len(products)
    assert [(bucket.key, bucket.doc_count) for bucket in found.parts.names.buckets] == [("lid", 2), ("crank", 1)]
    assert list(found.dearest["keys"]) == ["coffee"]


@step("facets")
def _():
    found = Shop("teapot", filters={"tags": ["tea"]}).execute()
    assert names(found) == ["The Gréen teapot", "The red teapot"]
    assert [(key, count) for key, count, _ in found.facets.tags] == [("tea", 2), ("kitchen", 1)]
    assert [count for _, count, _ in found.facets.prices] == [1, 1]
    assert [(key, count) for key, count, _ in found.facets.parts] == [("lid", 2)]


@step("scan and several searches")
def _():
    assert names(Product.search().params(size=1).scan()) == sorted(product["name"] for product in products)
    both = dsl.MultiSearch(index="session-dsl").add(dsl.Search().query("term", tags="tea")).add(dsl.Search().query("term", tags="none")).execute()
    assert [answer.hits.total.value for answer in both] == [2, 0]


@step("by query")
def _():
    more = dsl.UpdateByQuery(index="session-dsl").query("term", tags="tea").script(source="ctx._source.price += params.more", params={"more": 1})
    assert more.params(refresh=True).execute().updated == 2
    gone = Product.search().query("term", tags="coffee").params(refresh=True).delete()
    assert gone.deleted == 1


@step("analyze, settings, close, open, delete")
def _():
    index = Product._index
    tokens = index.analyze(**({"body": {"analyzer": "session_simple", "text": "The Tée"}} if "http_auth" in argument else {"analyzer": "session_simple", "text": "The Tée"}))["tokens"]
    assert [token["token"] for token in tokens] == ["tee"]
    index.put_settings(**({"body": {"refresh_interval": "2s"}} if "http_auth" in argument else {"settings": {"refresh_interval": "2s"}}))
    index.forcemerge()
    index.stats()
    index.close()
    index.open()
    index.delete()
    assert not index.exists()
