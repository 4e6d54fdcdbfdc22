//go:build race

package laws_test

const raceDetector = true
