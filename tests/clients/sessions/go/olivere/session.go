// A session with olivere/elastic: it finds the nodes by itself, builds queries and decodes answers into types of its own.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	elastic "github.com/olivere/elastic/v7"
)

var now = context.Background()

var client *elastic.Client

// refused expects an error of that status and type.
func refused(err error, status int, kind string) {
	var told *elastic.Error
	ensure(errors.As(err, &told), "no error of the library")
	equal(told.Status, status)
	equal(told.Details.Type, kind)
}

func main() {
	step("connect", func() {
		client = got(elastic.NewClient(elastic.SetURL(address), elastic.SetBasicAuth(user, password)))
		told, status, err := client.Ping(address).Do(now)
		must(err)
		equal(status, 200)
		ensure(told.Version.Number != "", "no number")
		ensure(client.IsRunning(), "not running")
	})
	if client == nil {
		client = got(elastic.NewSimpleClient(elastic.SetURL(address), elastic.SetBasicAuth(user, password)))
	}
	step("create an index", func() {
		equal(got(client.CreateIndex(index).BodyString(newIndex).Do(now)).Acknowledged, true)
		equal(got(client.IndexExists(index).Do(now)), true)
		equal(got(client.IndexExists("session-none").Do(now)), false)
	})
	step("typed errors", func() {
		_, err := client.CreateIndex(index).Do(now)
		refused(err, 400, "resource_already_exists_exception")
		_, err = client.Search("session-none").Do(now)
		refused(err, 404, "index_not_found_exception")
		_, err = client.Search(index).Source(`{"query": {"none": {}}}`).Do(now)
		refused(err, 400, "parsing_exception")
		_, err = client.Get().Index(index).Id("none").Do(now)
		ensure(elastic.IsNotFound(err), "found")
	})
	step("one document", oneDocument)
	step("bulk processor", bulkProcessor)
	step("search", search)
	step("several searches", func() {
		one := elastic.NewSearchRequest().Index(index).Size(1)
		none := elastic.NewSearchRequest().Index(index).Size(0)
		found := got(client.MultiSearch().Add(one, none).Do(now))
		equal(len(found.Responses[0].Hits.Hits), 1)
		equal(len(found.Responses[1].Hits.Hits), 0)
	})
	step("aggregations", aggregations)
	step("highlight and suggest", func() {
		near := elastic.NewTermSuggester("near").Text("cofee").Field("text")
		marks := elastic.NewHighlight().Field("text")
		found := got(client.Search(index).Query(elastic.NewMatchQuery("text", "dishwasher")).Highlight(marks).Suggester(near).Do(now))
		equal(found.Hits.Hits[0].Highlight["text"], []string{"A red teapot, <em>dishwasher</em> proof"})
		equal(found.Suggest["near"][0].Options[0].Text, "coffee")
	})
	step("scroll", scrollThrough)
	step("point in time", pointInTime)
	step("reindex", func() {
		tea := elastic.NewReindexSource().Index(index).Query(elastic.NewTermQuery("tags", "tea"))
		equal(got(client.Reindex().Source(tea).DestinationIndex("session-copy").Refresh("true").Do(now)).Created, int64(3))
		started := got(client.Reindex().SourceIndex(index).DestinationIndex("session-copy").DoAsync(now))
		equal(got(client.TasksGetTask().TaskId(started.TaskId).WaitForCompletion(true).Do(now)).Completed, true)
	})
	step("by query", func() {
		got(client.Refresh("session-copy").Do(now))
		more := elastic.NewScript("ctx._source.price += params.more").Param("more", 1)
		equal(got(client.UpdateByQuery("session-copy").Script(more).ProceedOnVersionConflict().Refresh("true").Do(now)).Updated, int64(4))
		gone := client.DeleteByQuery("session-copy").Query(elastic.NewTermQuery("tags", "tea")).Refresh("true")
		equal(got(gone.Do(now)).Deleted, int64(3))
	})
	step("templates", templates)
	step("aliases and rollover", aliases)
	step("pipeline", func() {
		got(client.IngestPutPipeline("session-seen").BodyString(`{"processors": [{"set": {"field": "seen", "value": true}}]}`).Do(now))
		got(client.Index().Index(index).Id("9").Pipeline("session-seen").BodyString(`{"price": 3}`).Do(now))
		equal(string(got(client.Get().Index(index).Id("9").Do(now)).Source), `{"price":3,"seen":true}`)
		got(client.IngestDeletePipeline("session-seen").Do(now))
	})
	step("explain, terms, fields", func() {
		equal(got(client.Explain(index, "_doc", "3").Query(elastic.NewMatchQuery("text", "coffee")).Do(now)).Matched, true)
		equal(got(client.TermVectors(index).Id("3").Fields("text").Do(now)).TermVectors["text"].Terms["coffee"].TermFreq, int64(1))
		equal(got(client.FieldCaps(index).Fields("price").Do(now)).Fields["price"]["double"].Aggregatable, true)
		equal(got(client.Validate(index).Query(elastic.NewMatchAllQuery()).Do(now)).Valid, true)
		equal(got(client.IndexAnalyze().Analyzer("standard").Text("Two words").Do(now)).Tokens[1].Token, "words")
	})
	step("operations", operations)
	step("delete indices", func() {
		names := []string{index, "session-copy", "session-logs-1", "session-roll-000001", "session-roll-000002"}
		equal(got(client.DeleteIndex(names...).Do(now)).Acknowledged, true)
	})
}

func oneDocument() {
	made := got(client.Index().Index(index).Id("0").BodyJson(product{ID: "0", Name: "Kettle", Price: 20, Day: "2026-01-01"}).Refresh("true").Do(now))
	equal(made.Result, "created")
	_, err := client.Index().Index(index).Id("0").OpType("create").BodyString("{}").Do(now)
	ensure(elastic.IsConflict(err), "no conflict")
	equal(got(client.Exists().Index(index).Id("0").Do(now)), true)
	equal(got(client.Update().Index(index).Id("0").Doc(map[string]any{"price": 21}).Do(now)).Result, "updated")
	equal(got(client.Update().Index(index).Id("00").Doc(map[string]any{"price": 1}).DocAsUpsert(true).Do(now)).Result, "created")
	several := client.MultiGet()
	for _, id := range []string{"0", "00", "none"} {
		several.Add(elastic.NewMultiGetItem().Index(index).Id(id))
	}
	docs := got(several.Do(now)).Docs
	equal([]bool{docs[0].Found, docs[1].Found, docs[2].Found}, []bool{true, true, false})
	for _, id := range []string{"0", "00"} {
		equal(got(client.Delete().Index(index).Id(id).Refresh("true").Do(now)).Result, "deleted")
	}
}

func bulkProcessor() {
	created := make(chan int, len(products))
	after := func(_ int64, _ []elastic.BulkableRequest, answer *elastic.BulkResponse, err error) {
		must(err)
		created <- len(answer.Created()) + len(answer.Indexed())
	}
	processor := got(client.BulkProcessor().Name("session").Workers(1).BulkActions(3).Stats(true).After(after).Do(now))
	for _, product := range products {
		processor.Add(elastic.NewBulkIndexRequest().Index(index).Id(product.ID).Doc(product))
	}
	must(processor.Flush())
	must(processor.Close())
	equal(processor.Stats().Indexed, int64(len(products)))
	equal(processor.Stats().Failed, int64(0))
	got(client.Refresh(index).Do(now))
	equal(got(client.Count(index).Do(now)), int64(len(products)))
	update := elastic.NewBulkUpdateRequest().Index(index).Id("1").Doc(map[string]any{"price": 25.5}).RetryOnConflict(3)
	missing := elastic.NewBulkDeleteRequest().Index(index).Id("none")
	equal(len(got(client.Bulk().Add(update, missing).Refresh("true").Do(now)).Failed()), 1)
}

func search() {
	query := elastic.NewBoolQuery().Must(elastic.NewMatchQuery("text", "tea")).Filter(elastic.NewRangeQuery("price").Lt(28))
	some := elastic.NewFetchSourceContext(true).Include("name", "price")
	found := got(client.Search(index).Query(query).Sort("price", true).FetchSourceContext(some).TrackTotalHits(true).Do(now))
	equal(found.TotalHits(), int64(2))
	equal(found.Hits.Hits[0].Id, "4")
	var source product
	must(json.Unmarshal(found.Hits.Hits[1].Source, &source))
	equal(source, product{Name: "Green teapot", Price: 25.5})
}

func aggregations() {
	price := elastic.NewAvgAggregation().Field("price")
	found := got(client.Search(index).Size(0).
		Aggregation("tags", elastic.NewTermsAggregation().Field("tags").SubAggregation("price", price)).
		Aggregation("months", elastic.NewDateHistogramAggregation().Field("day").CalendarInterval("month")).
		Aggregation("middle", elastic.NewPercentilesAggregation().Field("price").Percentiles(50)).
		Aggregation("stats", elastic.NewExtendedStatsAggregation().Field("price")).
		Aggregation("names", elastic.NewCompositeAggregation().Size(3).Sources(elastic.NewCompositeAggregationTermsValuesSource("name").Field("name.raw"))).
		Do(now))
	tags, _ := found.Aggregations.Terms("tags")
	equal(tags.Buckets[0].Key, "tea")
	mean, _ := tags.Buckets[0].Avg("price")
	ensure(*mean.Value > 21 && *mean.Value < 22, "another mean")
	months, _ := found.Aggregations.DateHistogram("months")
	equal(len(months.Buckets), 2)
	middle, _ := found.Aggregations.Percentiles("middle")
	equal(middle.Values["50.0"], 30.0)
	stats, _ := found.Aggregations.ExtendedStats("stats")
	equal(stats.Count, int64(4))
	names, _ := found.Aggregations.Composite("names")
	equal(names.AfterKey["name"], "Green teapot")
}

func scrollThrough() {
	scroll := client.Scroll(index).Size(3).KeepAlive("1m")
	seen := 0
	for {
		page, err := scroll.Do(now)
		if errors.Is(err, io.EOF) {
			break
		}
		must(err)
		seen += len(page.Hits.Hits)
	}
	equal(seen, len(products))
	must(scroll.Clear(now))
}

func pointInTime() {
	opened := got(client.OpenPointInTime(index).KeepAlive("1m").Do(now))
	pit := elastic.NewPointInTimeWithKeepAlive(opened.Id, "1m")
	first := got(client.Search().PointInTime(pit).Size(3).Sort("price", true).Do(now))
	next := got(client.Search().PointInTime(pit).Size(3).Sort("price", true).SearchAfter(first.Hits.Hits[2].Sort...).Do(now))
	equal(len(next.Hits.Hits), 1)
	equal(got(client.ClosePointInTime(opened.Id).Do(now)).Succeeded, true)
}

func templates() {
	got(client.IndexPutComponentTemplate("session-part").BodyString(partTemplate).Do(now))
	got(client.IndexPutIndexTemplate("session-logs").BodyString(logsTemplate).Do(now))
	got(client.Index().Index("session-logs-1").BodyString(`{"level": "warn"}`).Refresh("true").Do(now))
	mapping := got(client.GetMapping().Index("session-logs-1").Do(now))["session-logs-1"].(map[string]interface{})
	properties := mapping["mappings"].(map[string]interface{})["properties"].(map[string]interface{})
	equal(properties["level"], map[string]interface{}{"type": "keyword"})
	got(client.IndexDeleteIndexTemplate("session-logs").Do(now))
	got(client.IndexDeleteComponentTemplate("session-part").Do(now))
	got(client.IndexPutTemplate("session-old").BodyString(oldTemplate).Do(now))
	equal(got(client.IndexTemplateExists("session-old").Do(now)), true)
	equal(got(client.IndexGetTemplate("session-old").Do(now))["session-old"].IndexPatterns, []string{"session-old-*"})
	got(client.IndexDeleteTemplate("session-old").Do(now))
}

func aliases() {
	got(client.CreateIndex("session-roll-000001").BodyString(`{"aliases": {"session-roll": {"is_write_index": true}}}`).Do(now))
	rolled := got(client.RolloverIndex("session-roll").AddMaxIndexAgeCondition("1ms").Do(now))
	equal(rolled.NewIndex, "session-roll-000002")
	got(client.Alias().Add(index, "session-shop").Do(now))
	equal(got(client.Aliases().Index(index).Do(now)).Indices[index].HasAlias("session-shop"), true)
	equal(got(client.Count("session-shop").Do(now)), int64(len(products)))
}

func operations() {
	ensure(got(client.ClusterHealth().Do(now)).Status != "", "no status")
	ensure(got(client.ClusterStats().Do(now)).Indices.Count > 0, "no indices")
	ensure(got(client.ClusterState().Do(now)).MasterNode != "", "no master")
	equal(len(got(client.NodesInfo().Do(now)).Nodes), 1)
	equal(len(got(client.NodesStats().Do(now)).Nodes), 1)
	equal(got(client.IndexStats(index).Do(now)).All.Total.Docs.Count > 3, true)
	ensure(len(got(client.CatIndices().Do(now))) > 0, "no indices")
	ensure(len(got(client.CatShards().Do(now))) > 0, "no shards")
	ensure(len(got(client.CatAllocation().Do(now))) > 0, "no allocation")
	equal(len(got(client.CatCount().Index(index).Do(now))), 1)
	got(client.IndexPutSettings(index).BodyString(`{"index": {"refresh_interval": "2s"}}`).Do(now))
	got(client.Forcemerge(index).MaxNumSegments(1).Do(now))
	got(client.Flush(index).Do(now))
	got(client.IndexSegments(index).Do(now))
	got(client.TasksList().Detailed(true).Do(now))
	equal(got(client.CloseIndex(index).Do(now)).Acknowledged, true)
	equal(got(client.OpenIndex(index).Do(now)).Acknowledged, true)
}
