// 20 Newsgroups, split by date. The version by date has lost the Newsgroups lines; the first collection has them, so
// both are read: cross-posts among the twenty come from there.

import { type DatasetEntry, partFiles } from '../entry.js'
import { jsonPiece, readText } from '../members.js'

const BY_DATE = '20news-bydate.tar.gz'
const FIRST = '20news-19997.tar.gz'

export const newsgroups: DatasetEntry = {
  name: '20newsgroups',
  title: '20 Newsgroups',
  what: 'Usenet messages of 1993, by newsgroup; split by date',
  home: 'http://qwone.com/~jason/20Newsgroups/',
  terms: 'none stated; messages belong to their writers',
  cite: 'Lang, NewsWeeder: Learning to Filter Netnews, ICML 1995',
  labels: 20,
  files: partFiles({ train: 11_314, test: 7532 }),
  originals: [
    {
      name: BY_DATE,
      url: 'https://ndownloader.figshare.com/files/5975967',
      bytes: 14_500_000,
      hash: {
        hex: '8f1b2514ca22a5ade8fbb9cfa5727df95fa587f4c87b786e15c759fa66d95610',
        source: 'scikit-learn',
      },
    },
    { name: FIRST, url: 'http://qwone.com/~jason/20Newsgroups/20news-19997.tar.gz', bytes: 17_300_000 },
  ],
  note: 'text is subject and body; xlabels has all of the twenty groups that a message was posted to.',
  async *convert(open) {
    const posted = new Map<string, string[]>()
    for await (const member of open(FIRST)) {
      const [group, number] = member.path.split('/').slice(-2)
      const line = /^Newsgroups:(.*)$/im.exec((await readText(member)).split(/\r?\n\r?\n/, 1)[0])
      if (line !== null)
        posted.set(
          `${group}/${number}`,
          line[1].split(/[\s,]+/).filter((name) => name !== ''),
        )
    }
    const messages: { part: string; group: string; number: string; text: string }[] = []
    for await (const member of open(BY_DATE)) {
      const found = /20news-bydate-(train|test)\/([^/]+)\/([^/]+)$/.exec(member.path)
      if (found === null) continue
      const [, part, group, number] = found
      messages.push({ part, group, number, text: await readText(member) })
    }
    messages.sort((a, b) =>
      a.group < b.group ? -1 : a.group > b.group ? 1 : Number(a.number) - Number(b.number),
    )
    const groups = new Set(messages.map(({ group }) => group))
    for (const { part, group, number, text } of messages) {
      const { header, body } = splitMessage(text)
      const newsgroups = posted.get(`${group}/${number}`) ?? [group]
      const title = field(header, 'Subject')
      yield jsonPiece(`${part}.jsonl.gz`, {
        id: `${part}/${group}/${number}`,
        text: `${title}\n${body}`,
        labels: [group],
        title,
        newsgroups,
        from: field(header, 'From'),
        header,
        xlabels: [...new Set([group, ...newsgroups.filter((name) => groups.has(name))])].sort(),
      })
    }
  },
}

function splitMessage(message: string): { header: string; body: string } {
  const text = message.replaceAll('\r\n', '\n')
  const at = text.indexOf('\n\n')
  return at < 0
    ? { header: text.trim(), body: '' }
    : { header: text.slice(0, at), body: text.slice(at + 2).trimEnd() }
}

/** A field of a header, its continued lines joined. */
function field(header: string, name: string): string {
  const found = new RegExp(`^${name}:(.*(?:\\n[ \\t].*)*)`, 'im').exec(header)
  return (found?.[1] ?? '').replace(/\s*\n\s*/g, ' ').trim()
}
