# A session with the client for Ruby, as an application holds it.
require "elasticsearch"
require "json"

client = Elasticsearch::Client.new(
  url: ENV.fetch("SESSION_URL"),
  user: "admin",
  password: ENV.fetch("SESSION_PASSWORD"),
  request_timeout: 20,
)

# Does its block whatever became of the steps before; prints {"step", "error"?}.
def step(name)
  yield
  puts JSON.generate(step: name)
rescue StandardError => e
  puts JSON.generate(step: name, error: "#{e.class}: #{e.message}"[0, 600])
ensure
  $stdout.flush
end

def equal(found, expected)
  raise "#{found.inspect} instead of #{expected.inspect}" unless found == expected
end

def refused(kind)
  yield
rescue kind
  nil
else
  raise "no #{kind}"
end

INDEX = "session-products".freeze
PRODUCTS = [
  { id: "1", name: "Green teapot", text: "A green teapot for tea", price: 25.5, tags: %w[tea kitchen], day: "2026-01-03" },
  { id: "2", name: "Red teapot", text: "A red teapot, dishwasher proof", price: 30, tags: %w[tea], day: "2026-01-15" },
  { id: "3", name: "Coffee mill", text: "Grinds coffee", price: 45.25, tags: %w[coffee kitchen], day: "2026-02-01" },
  { id: "4", name: "Coffee cup", text: "A cup for coffee or tea", price: 8, tags: %w[coffee tea], day: "2026-02-20" },
].freeze
MAPPINGS = {
  properties: {
    name: { type: "text", fields: { raw: { type: "keyword" } } },
    price: { type: "double" },
    tags: { type: "keyword" },
    day: { type: "date" },
  },
}.freeze
EVERYTHING = { query: { match_all: {} } }.freeze
errors = Elasticsearch::Transport::Transport::Errors

step("connect") do
  raise "no number" if client.info["version"]["number"].empty?
  equal(client.ping, true)
end

step("create an index") do
  settings = { number_of_shards: 2, number_of_replicas: 0 }
  equal(client.indices.create(index: INDEX, body: { settings: settings, mappings: MAPPINGS })["acknowledged"], true)
  equal(client.indices.exists(index: INDEX), true)
  equal(client.indices.exists?(index: "session-none"), false)
end

step("typed errors") do
  refused(errors::BadRequest) { client.indices.create(index: INDEX) }
  refused(errors::NotFound) { client.get(index: INDEX, id: "none") }
  refused(errors::NotFound) { client.search(index: "session-none") }
  equal(client.get(index: INDEX, id: "none", ignore: 404)["found"], false)
end

step("one document") do
  equal(client.index(index: INDEX, id: "0", body: { name: "Kettle" }, refresh: true)["result"], "created")
  refused(errors::Conflict) { client.create(index: INDEX, id: "0", body: {}) }
  equal(client.exists(index: INDEX, id: "0"), true)
  equal(client.get_source(index: INDEX, id: "0")["name"], "Kettle")
  equal(client.update(index: INDEX, id: "0", body: { doc: { price: 1 } })["result"], "updated")
  equal(client.mget(index: INDEX, body: { ids: %w[0 none] })["docs"].map { |doc| doc["found"] }, [true, false])
  equal(client.delete(index: INDEX, id: "0", refresh: true)["result"], "deleted")
end

step("bulk") do
  lines = PRODUCTS.map { |product| { index: { _index: INDEX, _id: product[:id], data: product } } }
  answer = client.bulk(body: lines, refresh: true)
  equal(answer["errors"], false)
  equal(client.count(index: INDEX)["count"], PRODUCTS.size)
end

step("search and aggregations") do
  found = client.search(
    index: INDEX,
    body: {
      query: { bool: { filter: [{ range: { price: { lt: 40 } } }] } },
      sort: [{ price: "desc" }],
      aggs: { tags: { terms: { field: "tags" }, aggs: { price: { stats: { field: "price" } } } } },
    },
  )
  equal(found["hits"]["hits"].map { |hit| hit["_id"] }, %w[2 1 4])
  equal(found["aggregations"]["tags"]["buckets"][0]["price"]["count"], 3)
end

step("several searches") do
  found = client.msearch(body: [{ index: INDEX, search: EVERYTHING }, { index: INDEX, search: { size: 0 } }])
  equal(found["responses"].map { |answer| answer["hits"]["hits"].size }, [4, 0])
end

step("highlight and suggest") do
  found = client.search(
    index: INDEX,
    body: {
      query: { match: { text: "dishwasher" } },
      highlight: { fields: { text: {} } },
      suggest: { near: { text: "cofee", term: { field: "text" } } },
    },
  )
  equal(found["hits"]["hits"][0]["highlight"]["text"], ["A red teapot, <em>dishwasher</em> proof"])
  equal(found["suggest"]["near"][0]["options"][0]["text"], "coffee")
end

step("scroll") do
  page = client.search(index: INDEX, scroll: "1m", size: 3, body: { sort: ["_doc"] })
  page = client.scroll(body: { scroll_id: page["_scroll_id"], scroll: "1m" })
  equal(page["hits"]["hits"].size, 1)
  equal(client.clear_scroll(body: { scroll_id: page["_scroll_id"] })["succeeded"], true)
end

step("point in time") do
  id = client.open_point_in_time(index: INDEX, keep_alive: "1m")["id"]
  ask = { size: 3, pit: { id: id, keep_alive: "1m" }, sort: [{ price: "asc" }] }
  last = client.search(body: ask)["hits"]["hits"].last["sort"]
  equal(client.search(body: ask.merge(search_after: last))["hits"]["hits"].size, 1)
  equal(client.close_point_in_time(body: { id: id })["succeeded"], true)
end

step("reindex") do
  body = { source: { index: INDEX }, dest: { index: "session-copy" } }
  equal(client.reindex(body: body, refresh: true)["created"], PRODUCTS.size)
  started = client.reindex(body: body, wait_for_completion: false)
  equal(client.tasks.get(task_id: started["task"], wait_for_completion: true)["completed"], true)
end

step("by query") do
  client.indices.refresh(index: "session-copy")
  script = { lang: "painless", source: "ctx._source.price += params.more", params: { more: 1 } }
  equal(client.update_by_query(index: "session-copy", body: { script: script }, refresh: true)["updated"], 4)
  body = { query: { term: { tags: "tea" } } }
  # The copy's mapping is one that was found: its tags are texts.
  equal(client.delete_by_query(index: "session-copy", body: body, refresh: true)["deleted"], 3)
end

step("templates") do
  client.cluster.put_component_template(name: "session-part", body: { template: { settings: { number_of_shards: 1 } } })
  template = { mappings: { properties: { level: { type: "keyword" } } } }
  whole = { index_patterns: ["session-logs-*"], composed_of: ["session-part"], template: template }
  client.indices.put_index_template(name: "session-logs", body: whole)
  client.index(index: "session-logs-1", body: { level: "warn" }, refresh: true)
  mapping = client.indices.get_mapping(index: "session-logs-1")["session-logs-1"]["mappings"]
  equal(mapping["properties"]["level"]["type"], "keyword")
  client.indices.delete_index_template(name: "session-logs")
  client.cluster.delete_component_template(name: "session-part")
  client.indices.put_template(name: "session-old", body: { index_patterns: ["session-old-*"] })
  equal(client.indices.exists_template(name: "session-old"), true)
  client.indices.delete_template(name: "session-old")
end

step("aliases and rollover") do
  client.indices.create(index: "session-roll-000001", body: { aliases: { "session-roll": { is_write_index: true } } })
  rolled = client.indices.rollover(alias: "session-roll", body: { conditions: { max_age: "1ms" } })
  equal(rolled["new_index"], "session-roll-000002")
  client.indices.update_aliases(body: { actions: [{ add: { index: INDEX, alias: "session-shop" } }] })
  equal(client.indices.exists_alias(name: "session-shop"), true)
end

step("pipeline") do
  client.ingest.put_pipeline(id: "session-seen", body: { processors: [{ set: { field: "seen", value: true } }] })
  client.index(index: INDEX, id: "9", pipeline: "session-seen", body: { price: 3 })
  equal(client.get(index: INDEX, id: "9")["_source"], { "price" => 3, "seen" => true })
  client.ingest.delete_pipeline(id: "session-seen")
end

step("operations") do
  client.cluster.health.fetch("status")
  client.cluster.stats.fetch("indices")
  client.cluster.state.fetch("metadata")
  client.nodes.info.fetch("nodes")
  client.nodes.stats.fetch("nodes")
  client.cat.indices(format: "json").first.fetch("index")
  client.indices.stats(index: INDEX).fetch("_all")
  client.indices.put_settings(index: INDEX, body: { index: { refresh_interval: "2s" } })
  client.indices.forcemerge(index: INDEX, max_num_segments: 1)
  client.indices.close(index: INDEX)
  client.indices.open(index: INDEX)
end

step("delete indices") do
  names = %W[#{INDEX} session-copy session-logs-1 session-roll-000001 session-roll-000002]
  equal(client.indices.delete(index: names)["acknowledged"], true)
end
