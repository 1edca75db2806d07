package main

import (
	"time"

	library "github.com/opensearch-project/opensearch-go/v2"
)

const minute = time.Minute

var client = got(library.NewClient(library.Config{Addresses: []string{address}, Username: user, Password: password, DisableRetry: true}))

func openPointInTime() string {
	create := client.PointInTime.Create
	_, made, err := create(create.WithIndex(index), create.WithKeepAlive(minute))
	must(err)
	return made.PitID
}

func closePointInTime(id string) {
	_, gone, err := client.PointInTime.Delete(client.PointInTime.Delete.WithPitID(id))
	must(err)
	equal(gone.Pits[0].Successful, true)
}
