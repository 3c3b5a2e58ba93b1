// Reuters-21578 as Lewis distributes it: 22 SGML files, split as ModApte splits them. The originals are kept beside.

import { DataError } from 'abound'
import { between, decodeEntities } from 'abound/internal'
import type { DatasetEntry, OutputPiece } from '../entry.js'
import { jsonPiece, readText } from '../members.js'

const ARCHIVE = 'reuters21578.tar.gz'

export const reuters21578: DatasetEntry = {
  name: 'reuters21578',
  title: 'Reuters-21578',
  what: 'newswire of 1987, by topic; split ModApte',
  home: 'https://archive.ics.uci.edu/dataset/137/reuters+21578+text+categorization+collection',
  terms: 'research use only; credit Reuters and David D. Lewis',
  cite: 'Lewis, Reuters-21578 Text Categorization Test Collection, Distribution 1.0, 1997',
  labels: 120,
  files: [
    { name: 'modapte-train.jsonl.gz', what: 'training', documents: 9603 },
    { name: 'modapte-test.jsonl.gz', what: 'test', documents: 3299 },
    { name: 'modapte-unused.jsonl.gz', what: 'in neither part', documents: 8676 },
    { name: 'sgml.tar.gz', what: 'the 22 original files', copyOf: ARCHIVE },
  ],
  originals: [
    {
      name: ARCHIVE,
      url: 'https://kdd.ics.uci.edu/databases/reuters21578/reuters21578.tar.gz',
      bytes: 8_200_000,
    },
  ],
  note: 'labels: [] where a story has no topic, also for those of the unused part that were never indexed.',
  async *convert(open) {
    const files: { readonly path: string; readonly text: string }[] = []
    for await (const member of open(ARCHIVE))
      if (/(^|\/)reut2-\d{3}\.sgm$/.test(member.path))
        files.push({ path: member.path, text: await readText(member) })
    files.sort((a, b) => (a.path < b.path ? -1 : 1))
    for (const { path, text } of files) {
      for (const story of text.split('</REUTERS>').slice(0, -1)) yield storyPiece(story, path)
    }
  },
}

function storyPiece(story: string, path: string): OutputPiece {
  const start = story.indexOf('<REUTERS')
  const tagEnd = story.indexOf('>', start)
  if (start < 0 || tagEnd < 0) throw new DataError(path, 0, 'expected <REUTERS …> before each </REUTERS>')
  const tag = story.slice(start, tagEnd)
  const attribute = (name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const rest = story.slice(tagEnd + 1)
  const content = /<TEXT([^>]*)>([\s\S]*)<\/TEXT>/.exec(rest)
  const body = content?.[2] ?? ''
  const part = (name: string): string => decodeEntities(between(body, name) ?? '').trim()
  const names = (name: string): string[] =>
    Array.from((between(rest, name) ?? '').matchAll(/<D>(.*?)<\/D>/g), ([, value]) =>
      decodeEntities(value).trim(),
    )
  const title = part('TITLE')
  const plain = title === '' && !body.includes('<BODY>')
  const split = splitOf(attribute('LEWISSPLIT'), attribute('TOPICS'))
  return jsonPiece(`modapte-${split}.jsonl.gz`, {
    id: attribute('NEWID'),
    text: plain
      ? decodeEntities(body).trim()
      : [title, part('BODY')].filter((text) => text !== '').join('\n'),
    labels: [...new Set(names('TOPICS'))],
    title,
    dateline: part('DATELINE'),
    date: decodeEntities(between(rest, 'DATE') ?? '').trim(),
    lewissplit: attribute('LEWISSPLIT'),
    cgisplit: attribute('CGISPLIT'),
    topicsAttr: attribute('TOPICS'),
    oldid: attribute('OLDID'),
    texttype: /TYPE="([A-Z]+)"/.exec(content?.[1] ?? '')?.[1] ?? 'NORM',
    places: names('PLACES'),
    people: names('PEOPLE'),
    orgs: names('ORGS'),
    exchanges: names('EXCHANGES'),
    modapte: split,
  })
}

function splitOf(lewis: string, topics: string): 'train' | 'test' | 'unused' {
  if (topics !== 'YES') return 'unused'
  return lewis === 'TRAIN' ? 'train' : lewis === 'TEST' ? 'test' : 'unused'
}
