import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.admin.cluster.health.ClusterHealthRequest;
import org.elasticsearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.get.GetAliasesRequest;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.admin.indices.forcemerge.ForceMergeRequest;
import org.elasticsearch.action.admin.indices.open.OpenIndexRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.admin.indices.settings.put.UpdateSettingsRequest;
import org.elasticsearch.action.bulk.BackoffPolicy;
import org.elasticsearch.action.bulk.BulkProcessor;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.explain.ExplainRequest;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.ingest.DeletePipelineRequest;
import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.action.search.ClearScrollRequest;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.SearchScrollRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.RestClient;
import org.elasticsearch.client.RestHighLevelClient;
import org.elasticsearch.client.core.CountRequest;
import org.elasticsearch.client.indices.AnalyzeRequest;
import org.elasticsearch.client.indices.CloseIndexRequest;
import org.elasticsearch.client.indices.CreateDataStreamRequest;
import org.elasticsearch.client.indices.CreateIndexRequest;
import org.elasticsearch.client.indices.DeleteComposableIndexTemplateRequest;
import org.elasticsearch.client.indices.DeleteDataStreamRequest;
import org.elasticsearch.client.indices.GetDataStreamRequest;
import org.elasticsearch.client.indices.GetIndexRequest;
import org.elasticsearch.client.indices.GetMappingsRequest;
import org.elasticsearch.client.indices.PutComposableIndexTemplateRequest;
import org.elasticsearch.client.indices.rollover.RolloverRequest;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate.DataStreamTemplate;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.reindex.DeleteByQueryRequest;
import org.elasticsearch.index.reindex.ReindexRequest;
import org.elasticsearch.index.reindex.UpdateByQueryRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.script.Script;
import org.elasticsearch.script.ScriptType;
import org.elasticsearch.script.mustache.SearchTemplateRequest;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.bucket.histogram.DateHistogramInterval;
import org.elasticsearch.search.aggregations.bucket.histogram.Histogram;
import org.elasticsearch.search.aggregations.bucket.terms.Terms;
import org.elasticsearch.search.aggregations.metrics.Percentiles;
import org.elasticsearch.search.aggregations.metrics.Stats;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.search.suggest.SuggestBuilder;
import org.elasticsearch.search.suggest.SuggestBuilders;
import org.elasticsearch.xcontent.XContentType;

/** A session as an application holds it with the High Level REST Client. */
public final class HighLevelSession {
    private static final String INDEX = "session-high";
    private static final RequestOptions PLAIN = RequestOptions.DEFAULT;
    private final RestHighLevelClient client;

    private HighLevelSession() {
        BasicCredentialsProvider account = new BasicCredentialsProvider();
        account.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("admin", Steps.PASSWORD));
        client = new RestHighLevelClient(RestClient.builder(HttpHost.create(Steps.URL))
            .setHttpClientConfigCallback(builder -> builder.setDefaultCredentialsProvider(account)));
    }

    public static void main(String[] arguments) {
        HighLevelSession session = new HighLevelSession();
        session.documents();
        session.searches();
        session.work();
        session.definitions();
        session.operations();
        System.exit(0);
    }

    private void refused(RestStatus status, Steps.Work work) throws Exception {
        try {
            work.run();
        } catch (ElasticsearchStatusException error) {
            Steps.check(error.status(), status);
            return;
        }
        throw new AssertionError("nothing was thrown");
    }

    private static List<String> ids(SearchResponse found) {
        return Stream.of(found.getHits().getHits()).map(SearchHit::getId).toList();
    }

    private static Map<String, Object> source(Steps.Product product) {
        return Map.of("name", product.name, "text", product.text, "price", product.price, "tags",
            product.tags, "day", product.day);
    }

    private SearchResponse search(SearchSourceBuilder body) throws Exception {
        return client.search(new SearchRequest(INDEX).source(body), PLAIN);
    }

    private void documents() {
        Steps.step("connect", () -> {
            Steps.check(client.info(PLAIN).getVersion().getNumber() != null, true);
            Steps.check(client.ping(PLAIN), true);
        });
        Steps.step("create an index", () -> {
            client.indices().create(new CreateIndexRequest(INDEX)
                .settings(Settings.builder().put("number_of_shards", 2).put("number_of_replicas", 0))
                .mapping("""
                    {"properties":{"name":{"type":"text"},"text":{"type":"text"},"price":{"type":"double"},
                    "tags":{"type":"keyword"},"day":{"type":"date"}}}
                    """, XContentType.JSON), PLAIN);
            Steps.check(client.indices().exists(new GetIndexRequest(INDEX), PLAIN), true);
            Steps.check(client.indices().exists(new GetIndexRequest("session-none"), PLAIN), false);
        });
        Steps.step("typed errors", () -> {
            refused(RestStatus.BAD_REQUEST, () -> client.indices().create(new CreateIndexRequest(INDEX),
                PLAIN));
            refused(RestStatus.NOT_FOUND, () -> client.search(new SearchRequest("session-none"), PLAIN));
            IndexRequest twice = new IndexRequest(INDEX).id("0").create(true).source(Map.of("name", "x"));
            client.index(twice, PLAIN);
            refused(RestStatus.CONFLICT, () -> client.index(twice, PLAIN));
            Steps.check(client.get(new GetRequest(INDEX, "none"), PLAIN).isExists(), false);
        });
        Steps.step("bulk helper", () -> {
            BulkProcessor processor = BulkProcessor.builder(
                    (request, listener) -> client.bulkAsync(request, PLAIN, listener), new Told(), "session")
                .setBulkActions(3).setConcurrentRequests(1)
                .setBackoffPolicy(BackoffPolicy.exponentialBackoff()).build();
            for (int i = 0; i < Steps.PRODUCTS.size(); i++) {
                processor.add(new IndexRequest(INDEX).id(String.valueOf(i + 1))
                    .source(source(Steps.PRODUCTS.get(i))));
            }
            processor.add(new DeleteRequest(INDEX, "0"));
            Steps.check(processor.awaitClose(20, TimeUnit.SECONDS), true);
            Steps.check(Told.problem, "");
            client.indices().refresh(new RefreshRequest(INDEX), PLAIN);
            Steps.check(client.count(new CountRequest(INDEX), PLAIN).getCount(), 4L);
        });
        Steps.step("one document", () -> {
            IndexRequest kettle = new IndexRequest(INDEX).id("0").source(Map.of("name", "Kettle"))
                .setRefreshPolicy(RefreshPolicy.IMMEDIATE);
            Steps.check(client.index(kettle, PLAIN).getResult(), DocWriteResponse.Result.CREATED);
            Steps.check(client.update(new UpdateRequest(INDEX, "0").doc(Map.of("price", 1)), PLAIN)
                .getResult(), DocWriteResponse.Result.UPDATED);
            Steps.check(client.mget(new MultiGetRequest().add(INDEX, "0").add(INDEX, "none"), PLAIN)
                .getResponses().length, 2);
            Steps.check(client.get(new GetRequest(INDEX, "0"), PLAIN).getSource().get("price"), 1);
            DeleteRequest gone = new DeleteRequest(INDEX, "0").setRefreshPolicy(RefreshPolicy.IMMEDIATE);
            Steps.check(client.delete(gone, PLAIN).getResult(), DocWriteResponse.Result.DELETED);
        });
    }

    /** What the bulk helper tells while it works. */
    private static final class Told implements BulkProcessor.Listener {
        static volatile String problem = "";

        @Override
        public void beforeBulk(long id, BulkRequest request) {}

        @Override
        public void afterBulk(long id, BulkRequest request, BulkResponse response) {
            if (response.hasFailures()) problem = response.buildFailureMessage();
        }

        @Override
        public void afterBulk(long id, BulkRequest request, Throwable failure) {
            problem = failure.toString();
        }
    }

    private void searches() {
        Steps.step("search and aggregations", () -> {
            SearchResponse found = search(new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery().filter(QueryBuilders.rangeQuery("price").lt(40)))
                .sort("price", SortOrder.DESC)
                .aggregation(AggregationBuilders.terms("tags").field("tags")
                    .subAggregation(AggregationBuilders.stats("price").field("price")))
                .aggregation(AggregationBuilders.dateHistogram("months").field("day")
                    .calendarInterval(DateHistogramInterval.MONTH))
                .aggregation(AggregationBuilders.percentiles("shares").field("price")));
            Steps.check(ids(found), List.of("2", "1", "4"));
            Terms tags = found.getAggregations().get("tags");
            Stats price = tags.getBuckets().get(0).getAggregations().get("price");
            Steps.check(price.getCount(), 3L);
            Histogram months = found.getAggregations().get("months");
            Steps.check(months.getBuckets().size(), 2);
            Percentiles shares = found.getAggregations().get("shares");
            Steps.check(shares.percentile(50) > 0, true);
        });
        Steps.step("several searches", () -> {
            var found = client.msearch(new MultiSearchRequest().add(new SearchRequest(INDEX))
                .add(new SearchRequest("session-none")), PLAIN);
            Steps.check(found.getResponses()[0].getResponse().getHits().getHits().length, 4);
            Steps.check(found.getResponses()[1].isFailure(), true);
        });
        Steps.step("scroll", () -> {
            TimeValue minute = TimeValue.timeValueMinutes(1);
            SearchResponse page = client.search(new SearchRequest(INDEX).source(new SearchSourceBuilder()
                .size(3)).scroll(minute), PLAIN);
            SearchResponse next = client.scroll(new SearchScrollRequest(page.getScrollId()).scroll(minute),
                PLAIN);
            Steps.check(next.getHits().getHits().length, 1);
            ClearScrollRequest clear = new ClearScrollRequest();
            clear.addScrollId(next.getScrollId());
            Steps.check(client.clearScroll(clear, PLAIN).isSucceeded(), true);
        });
        Steps.step("highlight and suggest", () -> {
            SearchResponse found = search(new SearchSourceBuilder()
                .query(QueryBuilders.matchQuery("text", "dishwasher"))
                .highlighter(new HighlightBuilder().field("text"))
                .suggest(new SuggestBuilder().addSuggestion("near", SuggestBuilders.termSuggestion("text")
                    .text("cofee"))));
            Steps.check(found.getHits().getAt(0).getHighlightFields().get("text").fragments()[0].string(),
                "A red teapot, <em>dishwasher</em> proof");
            Steps.check(found.getSuggest().getSuggestion("near").getEntries().get(0).getOptions().get(0)
                .getText().string(), "coffee");
        });
        Steps.step("search template", () -> {
            SearchTemplateRequest request = new SearchTemplateRequest(new SearchRequest(INDEX));
            request.setScriptType(ScriptType.INLINE);
            request.setScript("{\"query\":{\"term\":{\"tags\":\"{{tag}}\"}}}");
            request.setScriptParams(Map.of("tag", "kitchen"));
            Steps.check(client.searchTemplate(request, PLAIN).getResponse().getHits().getHits().length, 2);
        });
        Steps.step("explain and field capabilities", () -> {
            ExplainRequest explain = new ExplainRequest(INDEX, "1").query(QueryBuilders.matchQuery("text",
                "tea"));
            Steps.check(client.explain(explain, PLAIN).isMatch(), true);
            Steps.check(client.fieldCaps(new FieldCapabilitiesRequest().indices(INDEX).fields("*"), PLAIN)
                .getField("price") != null, true);
        });
    }

    private void work() {
        Steps.step("reindex", () -> {
            ReindexRequest request = new ReindexRequest().setSourceIndices(INDEX)
                .setDestIndex("session-high-copy");
            request.setRefresh(true);
            Steps.check(client.reindex(request, PLAIN).getCreated(), 4L);
            Steps.check(client.submitReindexTask(request, PLAIN).getTask() != null, true);
        });
        Steps.step("by query", () -> {
            ReindexRequest again = new ReindexRequest().setSourceIndices(INDEX)
                .setDestIndex("session-high-two");
            again.setRefresh(true);
            client.reindex(again, PLAIN);
            UpdateByQueryRequest update = new UpdateByQueryRequest("session-high-two");
            update.setRefresh(true);
            update.setConflicts("proceed");
            Steps.check(client.updateByQuery(update, PLAIN).getUpdated(), 4L);
            DeleteByQueryRequest delete = new DeleteByQueryRequest("session-high-two");
            delete.setQuery(QueryBuilders.termQuery("tags", "tea"));
            Steps.check(client.deleteByQuery(delete, PLAIN).getDeleted(), 3L);
        });
        Steps.step("scripted update", () -> {
            Script script = new Script(ScriptType.INLINE, "painless", "ctx._source.tags.add(params.tag)",
                Map.of("tag", "new"));
            client.update(new UpdateRequest(INDEX, "4").script(script), PLAIN);
            Steps.check(client.get(new GetRequest(INDEX, "4"), PLAIN).getSource().get("tags"),
                List.of("coffee", "tea", "new"));
        });
        Steps.step("pipeline", () -> {
            BytesArray body = new BytesArray("{\"processors\":[{\"lowercase\":{\"field\":\"name\"}}]}");
            client.ingest().putPipeline(new PutPipelineRequest("session-high", body, XContentType.JSON),
                PLAIN);
            client.index(new IndexRequest(INDEX).id("9").source(Map.of("name", "LOUD"))
                .setPipeline("session-high"), PLAIN);
            Steps.check(client.get(new GetRequest(INDEX, "9"), PLAIN).getSource().get("name"), "loud");
            client.ingest().deletePipeline(new DeletePipelineRequest("session-high"), PLAIN);
        });
    }

    private void definitions() {
        Steps.step("templates", () -> {
            Template template = new Template(null,
                new CompressedXContent("{\"properties\":{\"level\":{\"type\":\"keyword\"}}}"), null);
            ComposableIndexTemplate whole = new ComposableIndexTemplate(List.of("session-high-logs-*"),
                template, null, null, null, null);
            client.indices().putIndexTemplate(new PutComposableIndexTemplateRequest()
                .name("session-high-logs").indexTemplate(whole), PLAIN);
            client.index(new IndexRequest("session-high-logs-1").source(Map.of("level", "warn")), PLAIN);
            var mapping = client.indices().getMapping(new GetMappingsRequest()
                .indices("session-high-logs-1"), PLAIN);
            Steps.check(mapping.mappings().get("session-high-logs-1").sourceAsMap(), Map.of("properties",
                Map.of("level", Map.of("type", "keyword"))));
            client.indices()
                .deleteIndexTemplate(new DeleteComposableIndexTemplateRequest("session-high-logs"), PLAIN);
        });
        Steps.step("data stream", () -> {
            ComposableIndexTemplate whole = new ComposableIndexTemplate(
                List.of("session-high-stream*"), null, null, null, null, null, new DataStreamTemplate());
            client.indices().putIndexTemplate(new PutComposableIndexTemplateRequest()
                .name("session-high-stream").indexTemplate(whole), PLAIN);
            client.indices().createDataStream(new CreateDataStreamRequest("session-high-stream"), PLAIN);
            Steps.check(client.indices().getDataStream(new GetDataStreamRequest("session-high-stream"),
                PLAIN).getDataStreams().size(), 1);
            client.indices().deleteDataStream(new DeleteDataStreamRequest("session-high-stream"), PLAIN);
            client.indices()
                .deleteIndexTemplate(new DeleteComposableIndexTemplateRequest("session-high-stream"), PLAIN);
        });
        Steps.step("aliases and rollover", () -> {
            client.indices().create(new CreateIndexRequest("session-high-roll-000001")
                .alias(new org.elasticsearch.action.admin.indices.alias.Alias("session-high-roll")
                    .writeIndex(true)), PLAIN);
            RolloverRequest roll = new RolloverRequest("session-high-roll", null)
                .addMaxIndexAgeCondition(TimeValue.timeValueMillis(1));
            Steps.check(client.indices().rollover(roll, PLAIN).getNewIndex(), "session-high-roll-000002");
            IndicesAliasesRequest aliases = new IndicesAliasesRequest()
                .addAliasAction(IndicesAliasesRequest.AliasActions.add().index(INDEX)
                    .alias("session-high-alias"));
            client.indices().updateAliases(aliases, PLAIN);
            Steps.check(client.indices().existsAlias(new GetAliasesRequest("session-high-alias"), PLAIN),
                true);
        });
    }

    private void operations() {
        Steps.step("operations", () -> {
            client.cluster().health(new ClusterHealthRequest(INDEX), PLAIN);
            client.tasks().list(new ListTasksRequest(), PLAIN);
            client.indices().putSettings(new UpdateSettingsRequest(INDEX)
                .settings(Map.of("index.refresh_interval", "2s")), PLAIN);
            client.indices().forcemerge(new ForceMergeRequest(INDEX).maxNumSegments(1), PLAIN);
            client.indices().analyze(AnalyzeRequest.withGlobalAnalyzer("standard", "some words"), PLAIN);
            client.indices().close(new CloseIndexRequest(INDEX), PLAIN);
            client.indices().open(new OpenIndexRequest(INDEX), PLAIN);
        });
        Steps.step("delete indices", () -> client.indices().delete(new DeleteIndexRequest(
            INDEX, "session-high-copy", "session-high-two", "session-high-logs-1",
                "session-high-roll-000001", "session-high-roll-000002")
            .indicesOptions(IndicesOptions.lenientExpandOpen()), PLAIN));
    }
}
