"""A session as an application holds it with a library in Python."""

from connect import client, helpers, is_opensearch, library, real, step

index = "session-products"
everything = {"query": {"match_all": {}}}
products = [
    {"id": "1", "name": "Green teapot", "text": "A green teapot for tea", "price": 25.5, "tags": ["tea", "kitchen"]},
    {"id": "2", "name": "Red teapot", "text": "A red teapot, dishwasher proof", "price": 30, "tags": ["tea"]},
    {"id": "3", "name": "Coffee mill", "text": "Grinds coffee", "price": 45.25, "tags": ["coffee", "kitchen"]},
    {"id": "4", "name": "Coffee cup", "text": "A cup for coffee or tea", "price": 8, "tags": ["coffee", "tea"]},
]
mappings = {
    "properties": {
        "name": {"type": "text", "fields": {"raw": {"type": "keyword"}}},
        "price": {"type": "double"},
        "tags": {"type": "keyword"},
    }
}


def refused(work, kind):
    """`work` throws the library's error of that kind."""
    try:
        work()
    except kind:
        return
    raise AssertionError(f"no {kind.__name__}")


@step("connect")
def _():
    assert real.info()["version"]["number"]
    assert real.ping()


@step("create an index")
def _():
    body = {"settings": {"number_of_shards": 2, "number_of_replicas": 0}, "mappings": mappings}
    assert client.indices.create(index=index, body=body)["acknowledged"]
    assert client.indices.exists(index=index)
    assert not client.indices.exists(index="session-none")


@step("typed errors")
def _():
    refused(lambda: client.indices.create(index=index, body={"settings": {}}), getattr(library, "BadRequestError", library.exceptions.RequestError))
    refused(lambda: client.get(index=index, id="none"), library.NotFoundError)
    refused(lambda: client.search(index="session-none"), library.NotFoundError)
    refused(lambda: client.create(index=index, id="1", body={}) and client.create(index=index, id="1", body={}), library.ConflictError)


@step("bulk helpers")
def _():
    actions = [{"_index": index, "_id": product["id"], "_source": product} for product in products]
    assert helpers.bulk(real, actions, refresh=True)[0] == len(products)
    assert all(ok for ok, _ in helpers.streaming_bulk(real, actions, chunk_size=2))
    assert all(ok for ok, _ in helpers.parallel_bulk(real, actions, thread_count=2, chunk_size=2))
    client.indices.refresh(index=index)
    assert client.count(index=index)["count"] == len(products)


@step("one document")
def _():
    assert client.index(index=index, id="0", body={"name": "Kettle"}, refresh=True)["result"] == "created"
    assert client.update(index=index, id="0", body={"doc": {"price": 1}})["result"] == "updated"
    assert client.mget(index=index, body={"ids": ["0", "none"]})["docs"][1]["found"] is False
    assert client.get_source(index=index, id="0")["price"] == 1
    assert client.delete(index=index, id="0", refresh=True)["result"] == "deleted"


@step("search and aggregations")
def _():
    body = {
        "query": {"bool": {"filter": [{"range": {"price": {"lt": 40}}}]}},
        "sort": [{"price": "desc"}],
        "aggs": {"tags": {"terms": {"field": "tags"}, "aggs": {"price": {"stats": {"field": "price"}}}}},
    }
    found = client.search(index=index, body=body)
    assert [hit["_id"] for hit in found["hits"]["hits"]] == ["2", "1", "4"]
    assert found["aggregations"]["tags"]["buckets"][0]["price"]["count"] == 3


@step("several searches")
def _():
    found = client.msearch(body=[{"index": index}, everything, {"index": index}, {"size": 0}])
    assert [len(answer["hits"]["hits"]) for answer in found["responses"]] == [4, 0]


@step("scan helper")
def _():
    found = {hit["_id"] for hit in helpers.scan(real, index=index, query=everything, size=2)}
    assert len(found) == len(products)


@step("point in time")
def _():
    opened = client.create_pit(index=index, keep_alive="1m") if is_opensearch else client.open_point_in_time(index=index, keep_alive="1m")
    pit = opened["pit_id"] if is_opensearch else opened["id"]
    body = {"size": 3, "pit": {"id": pit, "keep_alive": "1m"}, "sort": [{"price": "asc"}]}
    last = client.search(body=body)["hits"]["hits"][-1]["sort"]
    assert len(client.search(body={**body, "search_after": last})["hits"]["hits"]) == 1
    if is_opensearch:
        client.delete_pit(body={"pit_id": [pit]})
    else:
        client.close_point_in_time(body={"id": pit})


@step("reindex helper and reindex")
def _():
    assert helpers.reindex(real, index, "session-copied")[0] == len(products)
    body = {"source": {"index": index}, "dest": {"index": "session-copy"}}
    assert client.reindex(body=body, refresh=True)["created"] == len(products)
    started = client.reindex(body=body, wait_for_completion=False)
    assert client.tasks.get(task_id=started["task"], wait_for_completion=True)["completed"]
    client.indices.refresh(index="session-copy")


@step("by query")
def _():
    assert client.update_by_query(index="session-copy", refresh=True, conflicts="proceed")["updated"] == 4
    assert client.delete_by_query(index="session-copy", body={"query": {"term": {"tags": "tea"}}}, refresh=True)["deleted"] == 3


@step("scripted update")
def _():
    script = {"source": "ctx._source.tags.add(params.tag)", "lang": "painless", "params": {"tag": "new"}}
    client.update(index=index, id="4", body={"script": script})
    assert client.get(index=index, id="4")["_source"]["tags"] == ["coffee", "tea", "new"]


@step("templates")
def _():
    template = {"settings": {"number_of_shards": 1}, "mappings": {"properties": {"level": {"type": "keyword"}}}}
    client.cluster.put_component_template(name="session-part", body={"template": template})
    whole = {"index_patterns": ["session-logs-*"], "composed_of": ["session-part"]}
    client.indices.put_index_template(name="session-logs", body=whole)
    client.index(index="session-logs-1", body={"level": "warn"})
    mapping = client.indices.get_mapping(index="session-logs-1")["session-logs-1"]["mappings"]
    assert mapping["properties"]["level"]["type"] == "keyword"
    client.indices.delete_index_template(name="session-logs")
    client.cluster.delete_component_template(name="session-part")
    client.indices.put_template(name="session-old", body={"index_patterns": ["session-old-*"]})
    assert client.indices.exists_template(name="session-old")
    client.indices.delete_template(name="session-old")


@step("data stream")
def _():
    client.indices.put_index_template(name="session-stream", body={"index_patterns": ["session-stream*"], "data_stream": {}})
    client.indices.create_data_stream(name="session-stream")
    body = {"@timestamp": "2026-01-01T00:00:00Z", "level": "info"}
    client.index(index="session-stream", body=body, op_type="create", refresh=True)
    assert client.count(index="session-stream")["count"] == 1
    client.indices.delete_data_stream(name="session-stream")
    client.indices.delete_index_template(name="session-stream")


@step("aliases and rollover")
def _():
    client.indices.create(index="session-roll-000001", body={"aliases": {"session-roll": {"is_write_index": True}}})
    rolled = client.indices.rollover(alias="session-roll", body={"conditions": {"max_age": "1ms"}})
    assert rolled["new_index"] == "session-roll-000002"
    assert client.indices.exists_alias(name="session-roll")


@step("pipeline")
def _():
    processors = [{"set": {"field": "seen", "value": True}}, {"lowercase": {"field": "name"}}]
    client.ingest.put_pipeline(id="session-seen", body={"processors": processors})
    client.index(index=index, id="9", body={"name": "LOUD"}, pipeline="session-seen", refresh=True)
    assert client.get(index=index, id="9")["_source"] == {"name": "loud", "seen": True}


@step("highlight and suggest")
def _():
    body = {
        "query": {"match": {"text": "dishwasher"}},
        "highlight": {"fields": {"text": {}}},
        "suggest": {"near": {"text": "cofee", "term": {"field": "text"}}},
    }
    found = client.search(index=index, body=body)
    assert found["hits"]["hits"][0]["highlight"]["text"] == ["A red teapot, <em>dishwasher</em> proof"]
    assert found["suggest"]["near"][0]["options"][0]["text"] == "coffee"


@step("operations")
def _():
    assert client.cluster.health()["status"]
    assert client.cluster.state()["metadata"]
    assert client.nodes.stats()["nodes"]
    assert client.cat.indices(format="json")
    assert client.cat.shards(format="json")
    assert client.indices.stats(index=index)["_all"]
    assert client.tasks.list()["nodes"]
    client.indices.put_settings(index=index, body={"index": {"refresh_interval": "2s"}})
    client.indices.forcemerge(index=index, max_num_segments=1)
    client.indices.close(index=index)
    client.indices.open(index=index)


@step("delete indices")
def _():
    names = "session-products,session-copy,session-copied,session-logs-1,session-roll-000001,session-roll-000002"
    assert client.indices.delete(index=names, ignore_unavailable=True)["acknowledged"]
