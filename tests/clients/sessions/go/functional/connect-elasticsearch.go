package main

import (
	"time"

	library "github.com/elastic/go-elasticsearch/v8"
)

const minute = time.Minute

var client = got(library.NewClient(library.Config{Addresses: []string{address}, Username: user, Password: password, DisableRetry: true}))

func openPointInTime() string {
	return at(answer(client.OpenPointInTime([]string{index}, "1m")), "id").(string)
}

func closePointInTime(id string) {
	body := client.ClosePointInTime.WithBody(text(`{"id": "` + id + `"}`))
	equal(at(answer(client.ClosePointInTime(body)), "succeeded"), true)
}
