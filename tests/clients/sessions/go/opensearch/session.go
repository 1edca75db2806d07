// A session with opensearch-go 4, whose answers are types of its own and whose errors are values.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/opensearch-project/opensearch-go/v4"
	api "github.com/opensearch-project/opensearch-go/v4/opensearchapi"
	util "github.com/opensearch-project/opensearch-go/v4/opensearchutil"
)

var now = context.Background()

var client = got(api.NewClient(api.Config{Client: opensearch.Config{Addresses: []string{address}, Username: user, Password: password, DisableRetry: true}}))

var yes = true

// refused expects an error of that status and type.
func refused(err error, status int, kind string) {
	var told *opensearch.StructError
	ensure(errors.As(err, &told), fmt.Sprintf("no error of the library: %v", err))
	equal(told.Status, status)
	equal(told.Err.Type, kind)
}

func text(of string) *strings.Reader { return strings.NewReader(of) }

// decoded is JSON of an answer, such as a document, as a value of its own type.
func decoded[T any](raw json.RawMessage) T {
	var value T
	must(json.Unmarshal(raw, &value))
	return value
}

func main() {
	step("connect", func() {
		told := got(client.Info(now, nil))
		equal(told.Version.Distribution, "opensearch")
		ensure(told.Version.Number != "", "no number")
		equal(got(client.Ping(now, nil)).StatusCode, 200)
	})
	step("create an index", func() {
		equal(got(client.Indices.Create(now, api.IndicesCreateReq{Index: index, Body: text(newIndex)})).Acknowledged, true)
		equal(got(client.Indices.Exists(now, api.IndicesExistsReq{Indices: []string{index}})).StatusCode, 200)
		none, err := client.Indices.Exists(now, api.IndicesExistsReq{Indices: []string{"session-none"}})
		ensure(err != nil && none.StatusCode == 404, "it is there")
	})
	step("typed errors", func() {
		_, err := client.Indices.Create(now, api.IndicesCreateReq{Index: index})
		refused(err, 400, "resource_already_exists_exception")
		_, err = client.Search(now, &api.SearchReq{Indices: []string{"session-none"}})
		refused(err, 404, "index_not_found_exception")
		_, err = client.Search(now, &api.SearchReq{Indices: []string{index}, Body: text(`{"query": {"none": {}}}`)})
		refused(err, 400, "parsing_exception")
		_, err = client.Document.Create(now, api.DocumentCreateReq{Index: index, DocumentID: "0", Body: text(`{"price": "x"}`)})
		refused(err, 400, "mapper_parsing_exception")
	})
	step("one document", oneDocument)
	step("bulk indexer", bulkIndexer)
	step("search", func() {
		found := got(client.Search(now, &api.SearchReq{Indices: []string{index}, Body: text(someSearch)}))
		equal(found.Hits.Total.Value, 2)
		equal(found.Hits.Hits[0].ID, "4")
		equal(decoded[map[string]any](found.Hits.Hits[1].Source), map[string]any{"name": "Green teapot", "price": 25.5})
	})
	step("several searches", func() {
		lines := "{\"index\":\"" + index + "\"}\n{\"size\":1}\n{\"index\":\"" + index + "\"}\n{\"size\":0}\n"
		found := got(client.MSearch(now, api.MSearchReq{Body: text(lines)}))
		equal(len(found.Responses[0].Hits.Hits), 1)
		equal(len(found.Responses[1].Hits.Hits), 0)
	})
	step("aggregations", aggregations)
	step("scroll", func() {
		first := got(client.Search(now, &api.SearchReq{Indices: []string{index}, Params: api.SearchParams{Scroll: time.Minute, Size: api.ToPointer(3), Sort: []string{"_doc"}}}))
		next := got(client.Scroll.Get(now, api.ScrollGetReq{ScrollID: *first.ScrollID, Params: api.ScrollGetParams{Scroll: time.Minute}}))
		equal(len(next.Hits.Hits), 1)
		equal(got(client.Scroll.Delete(now, api.ScrollDeleteReq{ScrollIDs: []string{*next.ScrollID}})).Succeeded, true)
	})
	step("point in time", pointInTime)
	step("reindex", func() {
		body := `{"source": {"index": "` + index + `", "query": {"term": {"tags": "tea"}}}, "dest": {"index": "session-copy"}}`
		equal(got(client.Reindex(now, api.ReindexReq{Body: text(body), Params: api.ReindexParams{Refresh: &yes}})).Created, 3)
		no := false
		whole := `{"source": {"index": "` + index + `"}, "dest": {"index": "session-copy"}}`
		started := got(client.Reindex(now, api.ReindexReq{Body: text(whole), Params: api.ReindexParams{WaitForCompletion: &no}}))
		ended := got(client.Tasks.Get(now, api.TasksGetReq{TaskID: started.Task, Params: api.TasksGetParams{WaitForCompletion: &yes}}))
		equal(ended.Completed, true)
	})
	step("by query", func() {
		got(client.Indices.Refresh(now, &api.IndicesRefreshReq{Index: []string{"session-copy"}}))
		update := api.UpdateByQueryReq{Indices: []string{"session-copy"}, Params: api.UpdateByQueryParams{Refresh: &yes, Conflicts: "proceed"}}
		equal(got(client.UpdateByQuery(now, update)).Updated, 4)
		remove := api.DocumentDeleteByQueryReq{Indices: []string{"session-copy"}, Body: text(teaAlone), Params: api.DocumentDeleteByQueryParams{Refresh: &yes}}
		equal(got(client.Document.DeleteByQuery(now, remove)).Deleted, 3)
	})
	step("templates", templates)
	step("aliases and rollover", aliases)
	step("data stream", dataStream)
	step("pipeline", func() {
		body := `{"processors": [{"set": {"field": "seen", "value": true}}]}`
		equal(got(client.Ingest.Create(now, api.IngestCreateReq{PipelineID: "session-seen", Body: text(body)})).Acknowledged, true)
		got(client.Index(now, api.IndexReq{Index: index, DocumentID: "9", Body: text(`{"price": 3}`), Params: api.IndexParams{Pipeline: "session-seen"}}))
		equal(string(got(client.Document.Get(now, api.DocumentGetReq{Index: index, DocumentID: "9"})).Source), `{"price":3,"seen":true}`)
		got(client.Ingest.Delete(now, api.IngestDeleteReq{PipelineID: "session-seen"}))
	})
	step("operations", operations)
	step("cat", cat)
	step("delete indices", func() {
		names := []string{index, "session-copy", "session-logs-1", "session-roll-000001", "session-roll-000002"}
		equal(got(client.Indices.Delete(now, api.IndicesDeleteReq{Indices: names})).Acknowledged, true)
	})
}

func oneDocument() {
	made := got(client.Index(now, api.IndexReq{Index: index, DocumentID: "0", Body: text(`{"name": "Kettle", "price": 20}`), Params: api.IndexParams{Refresh: "true"}}))
	equal(made.Result, "created")
	_, err := client.Document.Create(now, api.DocumentCreateReq{Index: index, DocumentID: "0", Body: text("{}")})
	refused(err, 409, "version_conflict_engine_exception")
	equal(got(client.Document.Exists(now, api.DocumentExistsReq{Index: index, DocumentID: "0"})).StatusCode, 200)
	source := got(client.Document.Source(now, api.DocumentSourceReq{Index: index, DocumentID: "0"}))
	equal(decoded[map[string]any](source.Source)["name"], "Kettle")
	equal(got(client.Update(now, api.UpdateReq{Index: index, DocumentID: "0", Body: text(`{"doc": {"price": 21}}`)})).Result, "updated")
	script := `{"script": {"lang": "painless", "source": "ctx._source.price += params.more", "params": {"more": 1}}}`
	equal(got(client.Update(now, api.UpdateReq{Index: index, DocumentID: "0", Body: text(script)})).Version, 3)
	several := got(client.MGet(now, api.MGetReq{Index: index, Body: text(`{"ids": ["0", "none"]}`)}))
	equal([]bool{several.Docs[0].Found, several.Docs[1].Found}, []bool{true, false})
	gone := got(client.Document.Delete(now, api.DocumentDeleteReq{Index: index, DocumentID: "0", Params: api.DocumentDeleteParams{Refresh: "true"}}))
	equal(gone.Result, "deleted")
}

func bulkIndexer() {
	indexer := got(util.NewBulkIndexer(util.BulkIndexerConfig{Client: client, Index: index, NumWorkers: 2, FlushBytes: 200, Refresh: "true"}))
	var done, failed atomic.Int64
	for _, product := range products {
		must(indexer.Add(now, util.BulkIndexerItem{
			Action: "index", DocumentID: product.ID, Body: bytes.NewReader(got(json.Marshal(product))),
			OnSuccess: func(context.Context, util.BulkIndexerItem, api.BulkRespItem) { done.Add(1) },
			OnFailure: func(context.Context, util.BulkIndexerItem, api.BulkRespItem, error) { failed.Add(1) },
		}))
	}
	must(indexer.Close(now))
	equal([]int64{done.Load(), failed.Load()}, []int64{int64(len(products)), 0})
	equal(got(client.Indices.Count(now, &api.IndicesCountReq{Indices: []string{index}})).Count, len(products))
}

func aggregations() {
	found := got(client.Search(now, &api.SearchReq{Indices: []string{index}, Body: text(someAggregations)}))
	all := decoded[map[string]struct {
		Buckets []struct {
			Key   any
			Count int `json:"doc_count"`
		}
		Values map[string]float64
	}](found.Aggregations)
	equal(all["tags"].Buckets[0].Key, "tea")
	equal(len(all["months"].Buckets), 2)
	equal(all["middle"].Values["50.0"], 30.0)
}

func pointInTime() {
	made := got(client.PointInTime.Create(now, api.PointInTimeCreateReq{Indices: []string{index}, Params: api.PointInTimeCreateParams{KeepAlive: time.Minute}}))
	ask := fmt.Sprintf(`{"size": 3, "pit": {"id": %q, "keep_alive": "1m"}, "sort": [{"price": "asc"}]`, made.PitID)
	first := got(client.Search(now, &api.SearchReq{Body: text(ask + "}")}))
	after := got(json.Marshal(first.Hits.Hits[2].Sort))
	next := got(client.Search(now, &api.SearchReq{Body: text(fmt.Sprintf(`%s, "search_after": %s}`, ask, after))}))
	equal(len(next.Hits.Hits), 1)
	equal(len(got(client.PointInTime.Get(now, nil)).Pits), 1)
	gone := got(client.PointInTime.Delete(now, api.PointInTimeDeleteReq{PitID: []string{made.PitID}}))
	equal(gone.Pits[0].Successful, true)
}

func templates() {
	got(client.ComponentTemplate.Create(now, api.ComponentTemplateCreateReq{ComponentTemplate: "session-part", Body: text(partTemplate)}))
	got(client.IndexTemplate.Create(now, api.IndexTemplateCreateReq{IndexTemplate: "session-logs", Body: text(logsTemplate)}))
	got(client.Index(now, api.IndexReq{Index: "session-logs-1", Body: text(`{"level": "warn"}`), Params: api.IndexParams{Refresh: "true"}}))
	mapping := got(client.Indices.Mapping.Get(now, &api.MappingGetReq{Indices: []string{"session-logs-1"}})).GetIndices()["session-logs-1"].Mappings
	equal(string(mapping), `{"properties":{"level":{"type":"keyword"}}}`)
	told := got(client.IndexTemplate.Get(now, &api.IndexTemplateGetReq{IndexTemplates: "session-logs"}))
	equal(told.IndexTemplates[0].IndexTemplate.ComposedOf, []string{"session-part"})
	got(client.IndexTemplate.Delete(now, api.IndexTemplateDeleteReq{IndexTemplate: "session-logs"}))
	got(client.ComponentTemplate.Delete(now, api.ComponentTemplateDeleteReq{ComponentTemplate: "session-part"}))
	got(client.Template.Create(now, api.TemplateCreateReq{Template: "session-old", Body: text(oldTemplate)}))
	equal(got(client.Template.Exists(now, api.TemplateExistsReq{Template: "session-old"})).StatusCode, 200)
	got(client.Template.Delete(now, api.TemplateDeleteReq{Template: "session-old"}))
}

func aliases() {
	body := `{"aliases": {"session-roll": {"is_write_index": true}}}`
	got(client.Indices.Create(now, api.IndicesCreateReq{Index: "session-roll-000001", Body: text(body)}))
	rolled := got(client.Indices.Rollover(now, api.IndicesRolloverReq{Alias: "session-roll", Body: text(`{"conditions": {"max_age": "1ms"}}`)}))
	equal(rolled.NewIndex, "session-roll-000002")
	actions := `{"actions": [{"add": {"index": "` + index + `", "alias": "session-shop"}}]}`
	equal(got(client.Aliases(now, api.AliasesReq{Body: text(actions)})).Acknowledged, true)
	equal(got(client.Indices.Count(now, &api.IndicesCountReq{Indices: []string{"session-shop"}})).Count, len(products))
}

func dataStream() {
	body := `{"index_patterns": ["session-stream*"], "data_stream": {}}`
	got(client.IndexTemplate.Create(now, api.IndexTemplateCreateReq{IndexTemplate: "session-stream", Body: text(body)}))
	got(client.DataStream.Create(now, api.DataStreamCreateReq{DataStream: "session-stream"}))
	event := `{"@timestamp": "2026-01-01T00:00:00Z"}`
	got(client.Index(now, api.IndexReq{Index: "session-stream", Body: text(event), Params: api.IndexParams{OpType: "create", Refresh: "true"}}))
	told := got(client.DataStream.Get(now, &api.DataStreamGetReq{DataStreams: []string{"session-stream"}}))
	equal(told.DataStreams[0].TimestampField.Name, "@timestamp")
	equal(got(client.DataStream.Stats(now, &api.DataStreamStatsReq{DataStreams: []string{"session-stream"}})).DataStreamCount, 1)
	got(client.DataStream.Delete(now, api.DataStreamDeleteReq{DataStream: "session-stream"}))
	got(client.IndexTemplate.Delete(now, api.IndexTemplateDeleteReq{IndexTemplate: "session-stream"}))
}

func operations() {
	ensure(got(client.Cluster.Health(now, nil)).Status != "", "no status")
	ensure(got(client.Cluster.Stats(now, nil)).Indices.Count > 0, "no indices")
	ensure(got(client.Cluster.State(now, nil)).ClusterManagerNode != "", "no manager")
	got(client.Cluster.GetSettings(now, &api.ClusterGetSettingsReq{Params: api.ClusterGetSettingsParams{IncludeDefaults: &yes}}))
	got(client.Cluster.PendingTasks(now, nil))
	equal(len(got(client.Nodes.Info(now, nil)).Nodes), 1)
	equal(len(got(client.Nodes.Stats(now, nil)).Nodes), 1)
	equal(len(got(client.Nodes.Usage(now, nil)).Nodes), 1)
	ensure(got(client.Indices.Stats(now, &api.IndicesStatsReq{Indices: []string{index}})).All.Total.Docs.Count >= len(products), "no documents")
	got(client.Indices.Segments(now, &api.IndicesSegmentsReq{Indices: []string{index}}))
	got(client.Indices.Recovery(now, &api.IndicesRecoveryReq{Indices: []string{index}}))
	got(client.Indices.ShardStores(now, &api.IndicesShardStoresReq{Indices: []string{index}, Params: api.IndicesShardStoresParams{Status: []string{"all"}}}))
	got(client.Indices.FieldCaps(now, api.IndicesFieldCapsReq{Indices: []string{index}, Params: api.IndicesFieldCapsParams{Fields: []string{"*"}}}))
	equal(got(client.Indices.Analyze(now, api.IndicesAnalyzeReq{Body: api.IndicesAnalyzeBody{Analyzer: "standard", Text: []string{"Two words"}}})).Tokens[1].Token, "words")
	got(client.Indices.Settings.Put(now, api.SettingsPutReq{Indices: []string{index}, Body: text(`{"index": {"refresh_interval": "2s"}}`)}))
	got(client.Indices.Forcemerge(now, &api.IndicesForcemergeReq{Indices: []string{index}, Params: api.IndicesForcemergeParams{MaxNumSegments: api.ToPointer(1)}}))
	got(client.Tasks.List(now, nil))
	equal(got(client.Indices.Close(now, api.IndicesCloseReq{Index: index})).Acknowledged, true)
	equal(got(client.Indices.Open(now, api.IndicesOpenReq{Index: index})).Acknowledged, true)
}

func cat() {
	ensure(len(got(client.Cat.Indices(now, nil)).Indices) > 0, "no indices")
	ensure(len(got(client.Cat.Shards(now, nil)).Shards) > 0, "no shards")
	equal(len(got(client.Cat.Nodes(now, nil)).Nodes), 1)
	equal(len(got(client.Cat.Health(now, nil)).Health), 1)
	equal(len(got(client.Cat.Count(now, nil)).Counts), 1)
	equal(len(got(client.Cat.ClusterManager(now, nil)).ClusterManagers), 1)
	ensure(len(got(client.Cat.Allocation(now, nil)).Allocations) > 0, "no allocation")
	ensure(len(got(client.Cat.ThreadPool(now, nil)).ThreadPool) > 0, "no pools")
	got(client.Cat.Aliases(now, nil))
	got(client.Cat.NodeAttrs(now, nil))
	got(client.Cat.PendingTasks(now, nil))
	got(client.Cat.Plugins(now, nil))
	got(client.Cat.Recovery(now, nil))
	got(client.Cat.Segments(now, nil))
	got(client.Cat.Tasks(now, nil))
	got(client.Cat.Templates(now, nil))
}
