import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.core5.http.HttpHost;
import org.opensearch.client.json.JsonData;
import org.opensearch.client.json.jackson.JacksonJsonpMapper;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.opensearch._types.FieldValue;
import org.opensearch.client.opensearch._types.OpenSearchException;
import org.opensearch.client.opensearch._types.Conflicts;
import org.opensearch.client.opensearch._types.OpType;
import org.opensearch.client.opensearch._types.Refresh;
import org.opensearch.client.opensearch._types.Result;
import org.opensearch.client.opensearch._types.SortOrder;
import org.opensearch.client.opensearch._types.Time;
import org.opensearch.client.opensearch._types.aggregations.CalendarInterval;
import org.opensearch.client.opensearch.core.BulkResponse;
import org.opensearch.client.opensearch.core.bulk.BulkOperation;
import org.opensearch.client.opensearch.core.search.Hit;
import org.opensearch.client.opensearch.core.search.Pit;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/** A session as an application holds it with opensearch-java. */
public final class OpenSearchSession {
    private static final String INDEX = "session-java";
    private final OpenSearchClient client;

    private OpenSearchSession() throws Exception {
        HttpHost host = HttpHost.create(Steps.URL);
        BasicCredentialsProvider account = new BasicCredentialsProvider();
        account.setCredentials(new AuthScope(host), new UsernamePasswordCredentials("admin",
            Steps.PASSWORD.toCharArray()));
        client = new OpenSearchClient(ApacheHttpClient5TransportBuilder.builder(host)
            .setMapper(new JacksonJsonpMapper())
            .setHttpClientConfigCallback(builder -> builder.setDefaultCredentialsProvider(account))
            .build());
    }

    public static void main(String[] arguments) throws Exception {
        OpenSearchSession session = new OpenSearchSession();
        session.documents();
        session.searches();
        session.work();
        session.definitions();
        session.operations();
        System.exit(0);
    }

    private void refused(int status, Steps.Work work) throws Exception {
        try {
            work.run();
        } catch (OpenSearchException error) {
            Steps.check(error.status(), status);
            Steps.check(error.error().type() != null, true);
            return;
        }
        throw new AssertionError("nothing was thrown");
    }

    private static List<String> ids(List<? extends Hit<?>> hits) {
        return hits.stream().map(Hit::id).toList();
    }

    private void documents() {
        Steps.step("connect", () -> {
            Steps.check(client.info().version().number() != null, true);
            Steps.check(client.ping().value(), true);
        });
        Steps.step("create an index", () -> {
            client.indices().create(c -> c.index(INDEX)
                .settings(s -> s.numberOfShards(2).numberOfReplicas(0))
                .mappings(m -> m
                    .properties("name", p -> p.text(t -> t.fields("raw", f -> f.keyword(k -> k))))
                    .properties("text", p -> p.text(t -> t))
                    .properties("price", p -> p.double_(d -> d))
                    .properties("tags", p -> p.keyword(k -> k))
                    .properties("day", p -> p.date(d -> d))));
            Steps.check(client.indices().exists(e -> e.index(INDEX)).value(), true);
            Steps.check(client.indices().exists(e -> e.index("session-none")).value(), false);
        });
        Steps.step("typed errors", () -> {
            refused(400, () -> client.indices().create(c -> c.index(INDEX)));
            refused(404, () -> client.search(s -> s.index("session-none"), Steps.Product.class));
            client.create(c -> c.index(INDEX).id("0").document(Map.of("name", "x")));
            Steps.check(client.get(g -> g.index(INDEX).id("none"), Steps.Product.class).found(), false);
        });
        Steps.step("bulk", () -> {
            List<BulkOperation> operations = new ArrayList<>();
            for (int i = 0; i < Steps.PRODUCTS.size(); i++) {
                Steps.Product product = Steps.PRODUCTS.get(i);
                String id = String.valueOf(i + 1);
                operations.add(BulkOperation.of(o -> o.index(x -> x.id(id).document(product))));
            }
            operations.add(BulkOperation.of(o -> o.delete(x -> x.id("0"))));
            BulkResponse done = client.bulk(b -> b.index(INDEX).operations(operations).refresh(Refresh.True));
            Steps.check(done.errors(), false);
            Steps.check(client.count(c -> c.index(INDEX)).count(), 4L);
        });
        Steps.step("one document", () -> {
            Steps.check(client.index(i -> i.index(INDEX).id("0").document(Map.of("name", "Kettle"))
                .refresh(Refresh.True)).result(), Result.Created);
            Steps.check(client.update(u -> u.index(INDEX).id("0").doc(Map.of("price", 1)),
                Steps.Product.class).result(), Result.Updated);
            Steps.check(client.mget(m -> m.index(INDEX).ids("0", "none"), Steps.Product.class).docs()
                .size(), 2);
            Steps.check(client.getSource(g -> g.index(INDEX).id("0"), Steps.Product.class).valueBody()
                .price, 1.0);
            Steps.check(client.delete(d -> d.index(INDEX).id("0").refresh(Refresh.True)).result(),
                Result.Deleted);
        });
    }

    private void searches() {
        Steps.step("search and aggregations", () -> {
            var found = client.search(s -> s.index(INDEX)
                .query(q -> q.bool(b -> b.filter(f -> f.range(r -> r.field("price").lt(JsonData.of(40))))))
                .sort(o -> o.field(f -> f.field("price").order(SortOrder.Desc)))
                .aggregations("tags", a -> a.terms(t -> t.field("tags")))
                .aggregations("price", a -> a.stats(t -> t.field("price")))
                .aggregations("months", a -> a.dateHistogram(d -> d.field("day")
                    .calendarInterval(CalendarInterval.Month)))
                .aggregations("shares", a -> a.percentiles(p -> p.field("price"))), Steps.Product.class);
            Steps.check(ids(found.hits().hits()), List.of("2", "1", "4"));
            Steps.check(found.aggregations().get("tags").sterms().buckets().array().get(0).docCount(), 3L);
            Steps.check(found.aggregations().get("price").stats().count(), 3L);
            Steps.check(found.aggregations().get("months").dateHistogram().buckets().array().size(), 2);
            Steps.check(found.aggregations().get("shares").tdigestPercentiles().values() != null, true);
        });
        Steps.step("several searches", () -> {
            var found = client.msearch(m -> m
                .searches(s -> s.header(h -> h.index(INDEX)).body(b -> b.query(q -> q.matchAll(a -> a))))
                .searches(s -> s.header(h -> h.index("session-none"))
                    .body(b -> b.query(q -> q.matchAll(a -> a)))), Steps.Product.class);
            Steps.check(found.responses().get(0).result().hits().hits().size(), 4);
            Steps.check(found.responses().get(1).isFailure(), true);
        });
        Steps.step("scroll", () -> {
            var page = client.search(s -> s.index(INDEX).size(3).scroll(Time.of(t -> t.time("1m"))),
                Steps.Product.class);
            String id = page.scrollId();
            Steps.check(client.scroll(s -> s.scrollId(id).scroll(Time.of(t -> t.time("1m"))),
                Steps.Product.class).hits().hits().size(), 1);
            Steps.check(client.clearScroll(c -> c.scrollId(id)).succeeded(), true);
        });
        Steps.step("point in time", () -> {
            String pit = client.createPit(c -> c.index(INDEX).keepAlive(Time.of(t -> t.time("1m")))).pitId();
            var page = client.search(s -> s.size(3).pit(new Pit.Builder().id(pit).keepAlive("1m").build())
                .sort(o -> o.field(f -> f.field("price"))), Steps.Product.class);
            List<FieldValue> last = page.hits().hits().get(2).sort();
            var next = client.search(s -> s.size(3).pit(new Pit.Builder().id(pit).keepAlive("1m").build())
                .sort(o -> o.field(f -> f.field("price"))).searchAfter(last), Steps.Product.class);
            Steps.check(next.hits().hits().size(), 1);
            client.deletePit(d -> d.pitId(pit));
        });
        Steps.step("highlight and suggest", () -> {
            var found = client.search(s -> s.index(INDEX)
                .query(q -> q.match(m -> m.field("text").query(FieldValue.of("dishwasher"))))
                .highlight(h -> h.fields("text", f -> f))
                .suggest(u -> u.suggesters("near", n -> n.text("cofee").term(t -> t.field("text")))),
                    Steps.Product.class);
            Steps.check(found.hits().hits().get(0).highlight().get("text"),
                List.of("A red teapot, <em>dishwasher</em> proof"));
            Steps.check(found.suggest().get("near").get(0).term().options().get(0).text(), "coffee");
        });
        Steps.step("search template", () -> {
            client.putScript(p -> p.id("session-java").script(s -> s.lang(l -> l.custom("mustache"))
                .source("{\"query\":{\"term\":{\"tags\":\"{{tag}}\"}}}")));
            var found = client.searchTemplate(t -> t.index(INDEX).id("session-java").params("tag",
                JsonData.of("kitchen")), Steps.Product.class);
            Steps.check(found.hits().hits().size(), 2);
            client.deleteScript(d -> d.id("session-java"));
        });
        Steps.step("explain and validate", () -> {
            Steps.check(client.explain(e -> e.index(INDEX).id("1").query(q -> q.match(m -> m.field("text")
                .query(FieldValue.of("tea")))), Steps.Product.class).matched(), true);
            Steps.check(client.indices().validateQuery(v -> v.index(INDEX).query(q -> q.matchAll(a -> a)))
                .valid(), true);
        });
    }

    private void work() {
        Steps.step("reindex", () -> {
            var done = client.reindex(r -> r.source(s -> s.index(INDEX))
                .dest(d -> d.index("session-java-copy")).refresh(Refresh.True));
            Steps.check(done.created(), 4L);
            var started = client.reindex(r -> r.source(s -> s.index(INDEX))
                .dest(d -> d.index("session-java-copy")).waitForCompletion(false));
            Steps.check(client.tasks().get(t -> t.taskId(started.task()).waitForCompletion(true))
                .completed(), true);
            client.indices().refresh(r -> r.index("session-java-copy"));
        });
        Steps.step("by query", () -> {
            Steps.check(client.updateByQuery(u -> u.index("session-java-copy").refresh(Refresh.True)
                .conflicts(Conflicts.Proceed)).updated(), 4L);
            Steps.check(client.deleteByQuery(d -> d.index("session-java-copy").refresh(Refresh.True)
                .query(q -> q.term(t -> t.field("tags").value(FieldValue.of("tea"))))).deleted(), 3L);
        });
        Steps.step("scripted update", () -> {
            client.update(u -> u.index(INDEX).id("4").script(s -> s.inline(i -> i
                .source("ctx._source.tags.add(params.tag)").params("tag", JsonData.of("new")))),
                    Steps.Product.class);
            Steps.check(client.get(g -> g.index(INDEX).id("4"), Steps.Product.class).source().tags,
                List.of("coffee", "tea", "new"));
        });
        Steps.step("pipeline", () -> {
            client.ingest().putPipeline(p -> p.id("session-java")
                .processors(o -> o.lowercase(l -> l.field("name"))));
            client.index(i -> i.index(INDEX).id("9").document(Map.of("name", "LOUD"))
                .pipeline("session-java"));
            Steps.check(client.get(g -> g.index(INDEX).id("9"), Steps.Product.class).source().name, "loud");
            Steps.check(client.ingest().getPipeline(g -> g.id("session-java")).toJsonString()
                .contains("lowercase"), true);
            client.ingest().deletePipeline(d -> d.id("session-java"));
        });
    }

    private void definitions() {
        Steps.step("templates", () -> {
            client.cluster().putComponentTemplate(p -> p.name("session-java-part")
                .template(t -> t.mappings(m -> m.properties("level", x -> x.keyword(k -> k)))));
            client.indices().putIndexTemplate(p -> p.name("session-java-logs")
                .indexPatterns("session-java-logs-*").composedOf("session-java-part"));
            client.index(i -> i.index("session-java-logs-1").document(Map.of("level", "warn")));
            Steps.check(client.indices().getMapping(g -> g.index("session-java-logs-1"))
                .get("session-java-logs-1")
                .mappings().properties().get("level").isKeyword(), true);
            Steps.check(client.indices().getIndexTemplate(g -> g.name("session-java-logs")).indexTemplates()
                .size(), 1);
            client.indices().deleteIndexTemplate(d -> d.name("session-java-logs"));
            client.cluster().deleteComponentTemplate(d -> d.name("session-java-part"));
        });
        Steps.step("data stream", () -> {
            client.indices().putIndexTemplate(p -> p.name("session-java-stream")
                .indexPatterns("session-java-stream*").dataStream(d -> d));
            client.indices().createDataStream(c -> c.name("session-java-stream"));
            client.index(i -> i.index("session-java-stream").opType(OpType.Create).refresh(Refresh.True)
                .document(Map.of("@timestamp", "2026-01-01T00:00:00Z")));
            Steps.check(client.indices().getDataStream(g -> g.name("session-java-stream")).dataStreams()
                .size(), 1);
            client.indices().deleteDataStream(d -> d.name("session-java-stream"));
            client.indices().deleteIndexTemplate(d -> d.name("session-java-stream"));
        });
        Steps.step("aliases and rollover", () -> {
            client.indices().create(c -> c.index("session-java-roll-000001").aliases("session-java-roll",
                a -> a.isWriteIndex(true)));
            var rolled = client.indices().rollover(r -> r.alias("session-java-roll")
                .conditions(c -> c.maxAge(Time.of(t -> t.time("1ms")))));
            Steps.check(rolled.newIndex(), "session-java-roll-000002");
            client.indices().updateAliases(u -> u.actions(a -> a.add(x -> x.index(INDEX)
                .alias("session-java-alias"))));
            Steps.check(client.indices().existsAlias(e -> e.name("session-java-alias")).value(), true);
            Steps.check(client.indices().getAlias(g -> g.index(INDEX)).get(INDEX).aliases().size(), 1);
        });
    }

    private void operations() {
        Steps.step("operations", () -> {
            client.cluster().health(h -> h.index(INDEX));
            client.nodes().stats(s -> s);
            client.nodes().info(i -> i);
            client.cat().indices();
            client.cat().nodes();
            client.cat().shards();
            client.indices().stats(s -> s.index(INDEX));
            client.tasks().list(l -> l);
            client.indices().getSettings(g -> g.index(INDEX));
            client.indices().putSettings(p -> p.index(INDEX)
                .settings(s -> s.refreshInterval(Time.of(t -> t.time("2s")))));
            client.indices().forcemerge(f -> f.index(INDEX).maxNumSegments(1L));
            client.indices().analyze(a -> a.analyzer("standard").text("some words"));
            client.indices().close(c -> c.index(INDEX));
            client.indices().open(o -> o.index(INDEX));
        });
        Steps.step("delete indices", () -> client.indices().delete(d -> d.ignoreUnavailable(true)
            .index(INDEX, "session-java-copy", "session-java-logs-1", "session-java-roll-000001",
                "session-java-roll-000002")));
    }
}
