// Jane Austen's six novels as Project Gutenberg has them, for predicting words.

import type { DatasetEntry } from '../entry.js'
import { onlyMember, readText } from '../members.js'

const NOVELS: readonly (readonly [file: string, number: number, title: string])[] = [
  ['emma', 158, 'Emma'],
  ['mansfieldpark', 141, 'Mansfield Park'],
  ['northangerabbey', 121, 'Northanger Abbey'],
  ['persuasion', 105, 'Persuasion'],
  ['prideprejudice', 1342, 'Pride and Prejudice'],
  ['sensesensibility', 161, 'Sense and Sensibility'],
]

export const janeausten: DatasetEntry = {
  name: 'janeausten',
  title: 'Jane Austen, the six novels',
  what: 'running text: each word is to be told from those around it',
  home: 'https://www.gutenberg.org/ebooks/author/68',
  terms: 'public domain in the USA; without Project Gutenberg’s name and licence, which are cut off',
  cite: 'Madani, Connor & Greiner, Learning When Concepts Abound, JMLR 2009, for the task',
  files: NOVELS.map(([file, , title]) => ({ name: `${file}.txt.gz`, what: title })),
  originals: NOVELS.map(([, number]) => ({
    name: `pg${number}.txt`,
    url: `https://www.gutenberg.org/cache/epub/${number}/pg${number}.txt`,
  })),
  changing: true,
  note: '720,000 places, 17,000 different words. Project Gutenberg mends its texts now and then, so counts of words may differ by a little.',
  async *convert(open) {
    for (const [file, number] of NOVELS) {
      const text = await readText(await onlyMember(open, `pg${number}.txt`))
      yield { file: `${file}.txt.gz`, content: novelOf(text), documents: 0 }
    }
  },
}

/** What stands between Project Gutenberg's words on the licence. */
function novelOf(file: string): string {
  const text = file.replaceAll('\r\n', '\n')
  const start = /^\*\*\* ?START OF.*$/m.exec(text)
  const from = start === null ? 0 : start.index + start[0].length
  const end = /^(\*\*\* ?END OF|End of (the )?Project Gutenberg).*$/m.exec(text.slice(from))
  return `${text.slice(from, end === null ? undefined : from + end.index).trim()}\n`
}
