package main

import (
	"context"
	"encoding/json"
	"errors"

	library "github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/typedapi/core/search"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types/enums/refresh"
)

var typed = got(library.NewTypedClient(library.Config{Addresses: []string{address}, Username: user, Password: password, DisableRetry: true}))

var now = context.Background()

// moreSteps: from generation 8 on there is a client with types of its own for all that is sent and answered.
func moreSteps() {
	step("typed: documents", func() {
		kettle := product{ID: "t", Name: "Kettle", Price: 20, Day: "2026-01-01"}
		made := got(typed.Index(index).Id("t").Document(kettle).Refresh(refresh.True).Do(now))
		equal(made.Result.String(), "created")
		found := got(typed.Get(index, "t").Do(now))
		var source product
		must(json.Unmarshal(found.Source_, &source))
		equal(source, kettle)
		equal(got(typed.Exists(index, "t").Do(now)), true)
		equal(got(typed.Delete(index, "t").Refresh(refresh.True).Do(now)).Result.String(), "deleted")
	})
	step("typed: search and aggregations", func() {
		tags, price, size := "tags", "price", 2
		found := got(typed.Search().Index(index).Request(&search.Request{
			Size:  &size,
			Query: &types.Query{Match: map[string]types.MatchQuery{"text": {Query: "tea"}}},
			Aggregations: map[string]types.Aggregations{
				"tags":  {Terms: &types.TermsAggregation{Field: &tags}},
				"price": {Stats: &types.StatsAggregation{Field: &price}},
			},
		}).Do(now))
		equal(len(found.Hits.Hits), 2)
		equal(found.Aggregations["tags"].(*types.StringTermsAggregate).Buckets.([]types.StringTermsBucket)[0].Key, "tea")
		equal(found.Aggregations["price"].(*types.StatsAggregate).Count, found.Hits.Total.Value)
	})
	step("typed: errors", func() {
		_, err := typed.Search().Index("session-none").Do(now)
		var told *types.ElasticsearchError
		ensure(errors.As(err, &told), "no error of the library")
		equal(told.Status, 404)
		equal(told.ErrorCause.Type, "index_not_found_exception")
	})
	step("typed: operations", func() {
		equal(got(typed.Cluster.Health().Do(now)).NumberOfNodes, 1)
		ensure(got(typed.Cluster.Stats().Do(now)).Indices.Count > 0, "no indices")
		got(typed.Cluster.GetSettings().IncludeDefaults(true).Do(now))
		got(typed.Cluster.PendingTasks().Do(now))
		equal(len(got(typed.Nodes.Info().Do(now)).Nodes), 1)
		equal(len(got(typed.Nodes.Stats().Do(now)).Nodes), 1)
		ensure(got(typed.Indices.Stats().Index(index).Do(now)).Indices[index].Total.Docs.Count >= 4, "no documents")
		equal(len(got(typed.Indices.Get(index).Do(now))[index].Mappings.Properties) >= 5, true)
		got(typed.Indices.GetSettings().Index(index).Do(now))
		got(typed.Indices.GetAlias().Index(index).Do(now))
		got(typed.Indices.Segments().Index(index).Do(now))
		got(typed.Indices.Recovery().Index(index).Do(now))
		ensure(len(got(typed.Cat.Indices().Do(now))) > 0, "no indices")
		ensure(len(got(typed.Cat.Shards().Do(now))) > 0, "no shards")
		equal(len(got(typed.Cat.Nodes().Do(now))), 1)
		got(typed.Tasks.List().Do(now))
		got(typed.License.Get().Do(now))
		got(typed.Xpack.Info().Do(now))
	})
}
