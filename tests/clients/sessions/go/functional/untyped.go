package main

// moreSteps: this generation has no other way of calling.
func moreSteps() {}
