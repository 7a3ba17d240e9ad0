package grammar_test

import (
	"fmt"
	"os"
	"testing"
)

func TestZZAll(t *testing.T) {
	readers := sceneReaders(t)
	f, _ := os.Create(os.Getenv("ZZOUT"))
	defer f.Close()
	for _, set := range []string{"lines.txt", "lines-2.txt", "lines-3.txt", "lines-4.txt", "lines-5.txt", "lines-6.txt", "lines-7.txt", "lines-8.txt", "lines-9.txt", "lines-10.txt", "lines-11.txt", "lines-12.txt", "lines-13.txt"} {
		good, lost := 0, 0
		lines := judgedLines(t, set)
		for _, line := range lines {
			reading := readers[line.scene].Read(line.typed)
			said, among := verdict(reading)
			mark := "MISS"
			if right(line.wanted, said, among) {
				good++
				mark = "ok  "
			} else if reading.Found {
				mark = "LOST"
				lost++
			}
			fmt.Fprintf(f, "%s %s:%d %s | %s | %s || %s %v | %s\n", mark, set, line.number, line.scene, line.typed, line.wanted, said, among, reading.Refusal)
		}
		fmt.Printf("%s %d of %d, %d lost\n", set, good, len(lines), lost)
	}
	all := beats(t)
	for _, set := range []string{"choices.txt", "choices-2.txt"} {
		for _, line := range judgedLines(t, set) {
			b := all[line.scene]
			reading := b.reader().Read(line.typed)
			said, among := verdict(reading)
			fmt.Fprintf(f, "%s:%d %s | %s | %s || %s %v | %s\n", set, line.number, line.scene, line.typed, line.wanted, said, among, reading.Refusal)
		}
	}
}
