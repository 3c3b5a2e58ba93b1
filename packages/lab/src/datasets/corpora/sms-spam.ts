// SMS Spam Collection: a zip with lines `ham<TAB>message`.

import { type DatasetEntry, hashedFiles, PINNED } from '../entry.js'
import { jsonPiece, readLines } from '../members.js'

const ARCHIVE = 'sms+spam+collection.zip'

export const smsSpam: DatasetEntry = {
  name: 'sms-spam',
  title: 'SMS Spam Collection',
  what: 'text messages, ham or spam',
  home: 'https://archive.ics.uci.edu/dataset/228/sms+spam+collection',
  terms: 'CC BY 4.0',
  cite: 'Almeida, Gómez Hidalgo & Yamakami, Contributions to the Study of SMS Spam Filtering, DocEng 2011',
  labels: 2,
  files: [{ name: 'all.jsonl.gz', what: 'all messages', documents: 5574 }],
  originals: hashedFiles('https://archive.ics.uci.edu/static/public/228', PINNED, [
    [ARCHIVE, '1587ea43e58e82b14ff1f5425c88e17f8496bfcdb67a583dbff9eefaf9963ce3'],
  ]),
  async *convert(open) {
    let count = 0
    for await (const member of open(ARCHIVE)) {
      if (!member.path.endsWith('SMSSpamCollection')) continue
      for await (const lines of readLines(member)) {
        for (const line of lines) {
          const tab = line.indexOf('\t')
          if (tab < 0) continue
          const [label, text] = [line.slice(0, tab), line.slice(tab + 1)]
          yield jsonPiece('all.jsonl.gz', { id: `${count++}`, text, labels: [label] })
        }
      }
    }
  },
}
