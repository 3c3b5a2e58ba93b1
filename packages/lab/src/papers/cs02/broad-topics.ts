// Broad topics of a library’s records, made of the names of their subjects: the words that most records have among these
// names. A subject with no such word has the topic that its records’ other subjects name most, for how frequent it is.

import type { Corpus, Document } from 'abound'
import { byFrequency } from '../document-lists.js'

/** Words that say nothing of what a record is about. */
const SAY_NOTHING = new Set(['and', 'the', 'for', 'with', 'from', 'use', 'general', 'other', 'their'])

/** By subject: its topics. */
type BroadTopics = ReadonlyMap<string, readonly string[]>

/** Makes topics of the subjects of a corpus, which is read twice. */
export async function makeTopics(corpus: Corpus, count: number): Promise<BroadTopics> {
  const words = new WordsOfSubjects()
  const frequencies = new Map<string, number>()
  for await (const batch of corpus.batches())
    for (const { labels = [] } of batch)
      for (const word of new Set(labels.flatMap((label) => words.of(label))))
        frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const topics = new Map(byFrequency(frequencies).slice(0, count))
  const named = (subject: string): string[] => words.of(subject).filter((word) => topics.has(word))
  const together = new Map<string, Map<string, number>>()
  for await (const batch of corpus.batches())
    for (const { labels = [] } of batch) {
      const own = new Set(labels.flatMap(named))
      for (const subject of labels) {
        if (named(subject).length > 0) continue
        const counts = together.get(subject) ?? new Map<string, number>()
        together.set(subject, counts)
        for (const topic of own) counts.set(topic, (counts.get(topic) ?? 0) + 1)
      }
    }
  const out = new Map<string, readonly string[]>()
  for (const subject of words.subjects()) {
    const own = named(subject)
    out.set(subject, own.length > 0 ? own : likeliest(together.get(subject), topics))
  }
  return out
}

/** The documents under broad topics, without those that have none. */
export function underTopics(corpus: Corpus, topics: BroadTopics): Corpus {
  return {
    ...corpus,
    async *batches() {
      for await (const batch of corpus.batches())
        yield batch.flatMap((document: Document) => {
          const labels = new Set((document.labels ?? []).flatMap((subject) => topics.get(subject) ?? []))
          return labels.size > 0 ? [{ ...document, labels: [...labels] }] : []
        })
    },
  }
}

/** The topic with the most records in common, each counted less the more frequent the topic is; ties by name. */
function likeliest(
  counts: ReadonlyMap<string, number> | undefined,
  topics: ReadonlyMap<string, number>,
): string[] {
  const shares = Array.from(counts ?? [], ([topic, count]): [string, number] => [
    topic,
    count / Math.sqrt(topics.get(topic)!),
  ])
  return byFrequency(shares)
    .slice(0, 1)
    .map(([topic]) => topic)
}

/** The words of the names of subjects (`p27250 data`), worked out once each. */
class WordsOfSubjects {
  private readonly known = new Map<string, string[]>()

  of(subject: string): string[] {
    let words = this.known.get(subject)
    if (words === undefined) {
      const name = subject.slice(subject.indexOf(' ') + 1).toLowerCase()
      const found = (name.match(/\p{L}{3,}/gu) ?? []).filter((word) => !SAY_NOTHING.has(word))
      words = [...new Set(found)]
      this.known.set(subject, words)
    }
    return words
  }

  subjects(): Iterable<string> {
    return this.known.keys()
  }
}
