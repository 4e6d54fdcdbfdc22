package proof

import "fmt"

// farthest is how many words stand at most between a freedom and what is free.
const farthest = 8

// freedoms adds facts of what is done and of whether it may, must or cannot be done.
func (x *Proofer) freedoms(list []token, all []said, others []antonym, add func(from, to int, how []string, means ...sense)) {
	for i := range all {
		f := &all[i]
		if f.topic != freedomTopic {
			continue
		}
		end := min(len(list), f.to+farthest)
		for k := range all {
			if all[k].topic == freedomTopic && all[k].from >= f.to {
				end = min(end, all[k].from)
			}
		}
		for k := f.to; k < end; k++ {
			if list[k].shape == pauseShape && list[k].form != "," {
				end = k
			}
		}
		for k := range others {
			if a := &others[k]; a.about == "deed" && a.from >= f.to && a.to <= end {
				add(f.from, a.to, nil, sense{fmt.Sprint("may deed ", a.side), f.word})
			}
		}
	}
}
