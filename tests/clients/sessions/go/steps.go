// What every session in Go shares: a step is done whatever became of those before, and told in a line of JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
)

// The service, and who calls it, as the caller of the session gives them.
var (
	address  = os.Getenv("SESSION_URL")
	password = os.Getenv("SESSION_PASSWORD")
)

const user = "admin"

// step does its work and prints {"step", "error"?}; the work panics where something is not as it should be.
func step(name string, work func()) {
	line := map[string]string{"step": name}
	func() {
		defer func() {
			if told := recover(); told != nil {
				text := fmt.Sprint(told)
				line["error"] = text[:min(len(text), 600)]
			}
		}()
		work()
	}()
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// got is for calls that answer with a value and an error.
func got[T any](value T, err error) T {
	must(err)
	return value
}

func equal(found, expected any) {
	if !reflect.DeepEqual(found, expected) {
		panic(fmt.Sprintf("%#v instead of %#v", found, expected))
	}
}

func ensure(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

type product struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Text  string   `json:"text"`
	Price float64  `json:"price"`
	Tags  []string `json:"tags"`
	Day   string   `json:"day"`
}

var products = []product{
	{"1", "Green teapot", "A green teapot for four cups of tea", 25.5, []string{"tea", "kitchen"}, "2026-01-03"},
	{"2", "Red teapot", "A red teapot, dishwasher proof", 30, []string{"tea"}, "2026-01-15"},
	{"3", "Coffee mill", "Grinds coffee by hand", 45.25, []string{"coffee", "kitchen"}, "2026-02-01"},
	{"4", "Coffee cup", "A cup for coffee or tea", 8, []string{"coffee", "tea"}, "2026-02-20"},
}

const (
	index    = "session-products"
	mappings = `{"properties": {
		"name": {"type": "text", "fields": {"raw": {"type": "keyword"}}},
		"text": {"type": "text"}, "price": {"type": "double"},
		"tags": {"type": "keyword"}, "day": {"type": "date"}}}`
	newIndex     = `{"settings": {"number_of_shards": 2, "number_of_replicas": 0}, "mappings": ` + mappings + `}`
	logsTemplate = `{"index_patterns": ["session-logs-*"], "priority": 10, "composed_of": ["session-part"],
		"template": {"mappings": {"properties": {"level": {"type": "keyword"}}}}}`
	partTemplate = `{"template": {"settings": {"number_of_shards": 1}}}`
	oldTemplate  = `{"index_patterns": ["session-old-*"], "settings": {"number_of_shards": 2}}`
	someSearch   = `{"query": {"bool": {"must": {"match": {"text": "tea"}}, "filter": {"range": {"price": {"lt": 28}}}}},
		"sort": [{"price": "asc"}], "_source": ["name", "price"], "track_total_hits": true}`
	someAggregations = `{"size": 0, "aggs": {
		"tags": {"terms": {"field": "tags"}, "aggs": {"price": {"avg": {"field": "price"}}}},
		"months": {"date_histogram": {"field": "day", "calendar_interval": "month"}},
		"middle": {"percentiles": {"field": "price", "percents": [50]}}}}`
	teaAlone = `{"query": {"term": {"tags": "tea"}}}`
)
