// A session with the functions of go-elasticsearch and of the libraries that came of it. They answer with the response as it is.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"

	api "github.com/elastic/go-elasticsearch/v8/esapi"
	util "github.com/elastic/go-elasticsearch/v8/esutil"
)

// answer is the body of a call that went well.
func answer(response *api.Response, err error) any {
	must(err)
	defer response.Body.Close()
	ensure(!response.IsError(), response.String())
	var body any
	must(json.NewDecoder(response.Body).Decode(&body))
	return body
}

// status is that of a call, whose body does not matter.
func status(response *api.Response, err error) int {
	must(err)
	response.Body.Close()
	return response.StatusCode
}

// refused expects an error of that status and type.
func refused(response *api.Response, err error, expected int, kind string) {
	must(err)
	defer response.Body.Close()
	equal(response.StatusCode, expected)
	var body struct{ Error struct{ Type string } }
	must(json.NewDecoder(response.Body).Decode(&body))
	equal(body.Error.Type, kind)
}

// at is what a body has at a path of keys and positions.
func at(value any, path ...any) any {
	for _, key := range path {
		switch key := key.(type) {
		case string:
			found, ok := value.(map[string]any)[key]
			ensure(ok, fmt.Sprintf("no %s in %v", key, value))
			value = found
		case int:
			value = value.([]any)[key]
		}
	}
	return value
}

func length(value any) int { return len(value.([]any)) }

func text(of string) *strings.Reader { return strings.NewReader(of) }

func main() {
	step("connect", func() {
		ensure(at(answer(client.Info()), "version", "number") != "", "no number")
		equal(status(client.Ping()), 200)
	})
	step("create an index", func() {
		made := answer(client.Indices.Create(index, client.Indices.Create.WithBody(text(newIndex))))
		equal(at(made, "acknowledged"), true)
		equal(status(client.Indices.Exists([]string{index})), 200)
		equal(status(client.Indices.Exists([]string{"session-none"})), 404)
	})
	step("errors", func() {
		again, err := client.Indices.Create(index)
		refused(again, err, 400, "resource_already_exists_exception")
		none, err := client.Search(client.Search.WithIndex("session-none"))
		refused(none, err, 404, "index_not_found_exception")
		wrong, err := client.Search(client.Search.WithIndex(index), client.Search.WithBody(text(`{"query": {"none": {}}}`)))
		refused(wrong, err, 400, "parsing_exception")
		equal(status(client.Get(index, "none")), 404)
	})
	step("one document", oneDocument)
	step("bulk indexer", bulkIndexer)
	step("search", func() {
		found := answer(client.Search(client.Search.WithIndex(index), client.Search.WithBody(text(someSearch)), client.Search.WithPretty()))
		equal(at(found, "hits", "total", "value"), 2.0)
		equal(at(found, "hits", "hits", 0, "_id"), "4")
		equal(at(found, "hits", "hits", 1, "_source"), map[string]any{"name": "Green teapot", "price": 25.5})
	})
	step("several searches", func() {
		lines := "{\"index\":\"" + index + "\"}\n{\"size\":1}\n{}\n{\"size\":0}\n"
		found := answer(client.Msearch(text(lines), client.Msearch.WithIndex(index)))
		equal(length(at(found, "responses", 0, "hits", "hits")), 1)
		equal(length(at(found, "responses", 1, "hits", "hits")), 0)
	})
	step("aggregations", func() {
		found := answer(client.Search(client.Search.WithIndex(index), client.Search.WithBody(text(someAggregations))))
		equal(at(found, "aggregations", "tags", "buckets", 0, "key"), "tea")
		equal(length(at(found, "aggregations", "months", "buckets")), 2)
		equal(at(found, "aggregations", "middle", "values", "50.0"), 30.0)
	})
	step("scroll", scrollThrough)
	step("point in time", pointInTime)
	step("reindex", reindex)
	step("by query", byQuery)
	step("scripted update", func() {
		script := `{"script": {"lang": "painless", "source": "ctx._source.price += params.more", "params": {"more": 1}}}`
		answer(client.Update(index, "4", text(script), client.Update.WithRefresh("true")))
		equal(at(answer(client.Get(index, "4")), "_source", "price"), 9.0)
	})
	step("templates", templates)
	step("aliases and rollover", aliases)
	step("pipeline", pipeline)
	step("operations", operations)
	moreSteps()
	step("delete indices", func() {
		names := []string{index, "session-copy", "session-logs-1", "session-roll-000001", "session-roll-000002"}
		gone := client.Indices.Delete.WithIgnoreUnavailable(true)
		equal(at(answer(client.Indices.Delete(names, gone)), "acknowledged"), true)
	})
}

func oneDocument() {
	made := answer(client.Index(index, text(`{"name": "Kettle", "price": 20}`), client.Index.WithDocumentID("0"), client.Index.WithRefresh("true")))
	equal(at(made, "result"), "created")
	again, err := client.Create(index, "0", text(`{}`))
	refused(again, err, 409, "version_conflict_engine_exception")
	equal(status(client.Exists(index, "0")), 200)
	equal(at(answer(client.GetSource(index, "0")), "name"), "Kettle")
	equal(at(answer(client.Update(index, "0", text(`{"doc": {"price": 21}}`))), "result"), "updated")
	several := answer(client.Mget(text(`{"ids": ["0", "none"]}`), client.Mget.WithIndex(index)))
	equal(at(several, "docs", 0, "found"), true)
	equal(at(several, "docs", 1, "found"), false)
	equal(at(answer(client.Delete(index, "0", client.Delete.WithRefresh("true"))), "result"), "deleted")
}

func bulkIndexer() {
	indexer := got(util.NewBulkIndexer(util.BulkIndexerConfig{Client: client, Index: index, NumWorkers: 2, FlushBytes: 200, Refresh: "true"}))
	var done, failed atomic.Int64
	for _, product := range products {
		body := got(json.Marshal(product))
		must(indexer.Add(context.Background(), util.BulkIndexerItem{
			Action: "index", DocumentID: product.ID, Body: bytes.NewReader(body),
			OnSuccess: func(_ context.Context, _ util.BulkIndexerItem, item util.BulkIndexerResponseItem) {
				if item.Status == 201 {
					done.Add(1)
				}
			},
			OnFailure: func(context.Context, util.BulkIndexerItem, util.BulkIndexerResponseItem, error) { failed.Add(1) },
		}))
	}
	must(indexer.Close(context.Background()))
	equal(failed.Load(), int64(0))
	equal(done.Load(), int64(len(products)))
	equal(indexer.Stats().NumIndexed, uint64(len(products)))
	equal(at(answer(client.Count(client.Count.WithIndex(index))), "count"), 4.0)
}

func scrollThrough() {
	first := answer(client.Search(client.Search.WithIndex(index), client.Search.WithSize(3), client.Search.WithSort("_doc"), client.Search.WithScroll(minute)))
	id := at(first, "_scroll_id").(string)
	next := answer(client.Scroll(client.Scroll.WithScrollID(id), client.Scroll.WithScroll(minute)))
	equal(length(at(next, "hits", "hits")), 1)
	id = at(next, "_scroll_id").(string)
	equal(at(answer(client.ClearScroll(client.ClearScroll.WithScrollID(id))), "succeeded"), true)
}

func pointInTime() {
	id := openPointInTime()
	ask := fmt.Sprintf(`{"size": 3, "pit": {"id": %q, "keep_alive": "1m"}, "sort": [{"price": "asc"}]`, id)
	first := answer(client.Search(client.Search.WithBody(text(ask + "}"))))
	equal(length(at(first, "hits", "hits")), 3)
	after := got(json.Marshal(at(first, "hits", "hits", 2, "sort")))
	next := answer(client.Search(client.Search.WithBody(text(fmt.Sprintf(`%s, "search_after": %s}`, ask, after)))))
	equal(length(at(next, "hits", "hits")), 1)
	closePointInTime(id)
}

func reindex() {
	body := `{"source": {"index": "` + index + `", "query": {"term": {"tags": "tea"}}}, "dest": {"index": "session-copy"}}`
	equal(at(answer(client.Reindex(text(body), client.Reindex.WithRefresh(true))), "created"), 3.0)
	whole := `{"source": {"index": "` + index + `"}, "dest": {"index": "session-copy"}}`
	started := answer(client.Reindex(text(whole), client.Reindex.WithWaitForCompletion(false)))
	ended := answer(client.Tasks.Get(at(started, "task").(string), client.Tasks.Get.WithWaitForCompletion(true)))
	equal(at(ended, "completed"), true)
	equal(at(ended, "response", "total"), 4.0)
}

func byQuery() {
	answer(client.Indices.Refresh(client.Indices.Refresh.WithIndex("session-copy")))
	update := client.UpdateByQuery
	updated := answer(update([]string{"session-copy"}, update.WithRefresh(true), update.WithConflicts("proceed")))
	equal(at(updated, "updated"), 4.0)
	remove := client.DeleteByQuery
	equal(at(answer(remove([]string{"session-copy"}, text(teaAlone), remove.WithRefresh(true))), "deleted"), 3.0)
}

func templates() {
	answer(client.Cluster.PutComponentTemplate("session-part", text(partTemplate)))
	answer(client.Indices.PutIndexTemplate("session-logs", text(logsTemplate)))
	answer(client.Index("session-logs-1", text(`{"level": "warn"}`), client.Index.WithRefresh("true")))
	mapping := answer(client.Indices.GetMapping(client.Indices.GetMapping.WithIndex("session-logs-1")))
	equal(at(mapping, "session-logs-1", "mappings", "properties", "level", "type"), "keyword")
	answer(client.Indices.DeleteIndexTemplate("session-logs"))
	answer(client.Cluster.DeleteComponentTemplate("session-part"))
	answer(client.Indices.PutTemplate("session-old", text(oldTemplate)))
	equal(status(client.Indices.ExistsTemplate([]string{"session-old"})), 200)
	answer(client.Indices.DeleteTemplate("session-old"))
}

func aliases() {
	body := text(`{"aliases": {"session-roll": {"is_write_index": true}}}`)
	answer(client.Indices.Create("session-roll-000001", client.Indices.Create.WithBody(body)))
	conditions := text(`{"conditions": {"max_age": "1ms"}}`)
	rolled := answer(client.Indices.Rollover("session-roll", client.Indices.Rollover.WithBody(conditions)))
	equal(at(rolled, "new_index"), "session-roll-000002")
	equal(status(client.Indices.ExistsAlias([]string{"session-roll"})), 200)
	actions := `{"actions": [{"add": {"index": "` + index + `", "alias": "session-shop"}}]}`
	answer(client.Indices.UpdateAliases(text(actions)))
	equal(at(answer(client.Count(client.Count.WithIndex("session-shop"))), "count"), 4.0)
}

func pipeline() {
	answer(client.Ingest.PutPipeline("session-seen", text(`{"processors": [{"set": {"field": "seen", "value": true}}]}`)))
	answer(client.Index(index, text(`{"price": 3}`), client.Index.WithDocumentID("9"), client.Index.WithPipeline("session-seen")))
	equal(at(answer(client.Get(index, "9")), "_source", "seen"), true)
	answer(client.Ingest.DeletePipeline("session-seen"))
}

func operations() {
	ensure(at(answer(client.Cluster.Health()), "status") != "", "no status")
	answer(client.Cluster.Stats())
	answer(client.Cluster.State())
	answer(client.Nodes.Info())
	answer(client.Nodes.Stats())
	answer(client.Indices.Stats(client.Indices.Stats.WithIndex(index)))
	ensure(length(answer(client.Cat.Indices(client.Cat.Indices.WithFormat("json")))) > 0, "no indices")
	settings := text(`{"index": {"refresh_interval": "2s"}}`)
	answer(client.Indices.PutSettings(settings, client.Indices.PutSettings.WithIndex(index)))
	answer(client.Indices.Forcemerge(client.Indices.Forcemerge.WithIndex(index), client.Indices.Forcemerge.WithMaxNumSegments(1)))
	answer(client.Indices.Close([]string{index}))
	answer(client.Indices.Open([]string{index}))
}
