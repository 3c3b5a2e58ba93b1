import { describe, expect, it } from 'vitest'
import { documentsOf, encode, readAll } from './read-all.js'

const story = (topics: string, text: string, attribute = 'YES', id = '7') =>
  `<REUTERS TOPICS="${attribute}" LEWISSPLIT="TRAIN" CGISPLIT="TRAINING-SET" OLDID="5" NEWID="${id}">
<DATE>26-FEB-1987 15:01:01.79</DATE>
<TOPICS>${topics}</TOPICS>
<PLACES><D>usa</D></PLACES>
<UNKNOWN>
&#5;&#5;&#5;C T
&#22;&#22;&#1;f0704&#31;reute</UNKNOWN>
<TEXT${text}</TEXT>
</REUTERS>
`
const normal = `>&#2;
<TITLE>GRAIN &lt;GRN&gt; UP</TITLE>
<AUTHOR>    By A. Writer</AUTHOR>
<DATELINE>    CHICAGO, Feb 26 - </DATELINE><BODY>Wheat rose 4 pct &amp; corn
fell&#127;a little.
 Reuter
&#3;</BODY>`

describe('Reuters SGML', () => {
  it('reads topics, title and body', () => {
    const data = `<!DOCTYPE lewis SYSTEM "lewis.dtd">\n${story('<D>grain</D><D>wheat</D>', normal)}`
    expect(documentsOf('sgm', data)).toEqual([
      {
        id: '7',
        text: 'GRAIN <GRN> UP\nWheat rose 4 pct & corn\nfell a little.\n Reuter',
        labels: ['grain', 'wheat'],
      },
    ])
  })

  it('reads brief and unprocessed stories', () => {
    const brief = story('', ' TYPE="BRIEF">&#2;\n******<TITLE>FED SAYS\n</TITLE>Blah blah blah.\n&#3;\n\n')
    const raw = story('', ' TYPE="UNPROC">&#2;\nWEEKLY REPORT\n  Net free 644\n&#3;\n\n')
    expect(documentsOf('sgm', brief + raw).map(({ text }) => text)).toEqual([
      'FED SAYS',
      'WEEKLY REPORT\n  Net free 644',
    ])
  })

  it('takes a story without topics for known to have none only where it was indexed', () => {
    const labels = (topics: string, attribute: string) =>
      documentsOf('sgm', story(topics, normal, attribute))[0].labels
    expect(labels('', 'YES')).toEqual([])
    expect(labels('', 'NO')).toBeUndefined()
    expect(labels('', 'BYPASS')).toBeUndefined()
    expect(labels('<D>oil</D>', 'NO')).toEqual(['oil'])
  })

  it('reads the fields it is asked for', () => {
    const text = (fields: string[]) => documentsOf('sgm', story('', normal), { fields })[0].text
    expect(text(['title'])).toBe('GRAIN <GRN> UP')
    expect(text(['title', 'text'])).toBe(text(['text']))
    expect(text(['body', 'title'])).toBe('Wheat rose 4 pct & corn\nfell a little.\n Reuter\nGRAIN <GRN> UP')
    expect(text(['dateline', 'author', 'date'])).toBe(
      'CHICAGO, Feb 26 -\nBy A. Writer\n26-FEB-1987 15:01:01.79',
    )
    expect(readAll('sgm', '', { fields: ['subject'] }).error).toMatch(
      /`fields: 'subject'`: a Reuters file has title/,
    )
  })

  it('reads what is not UTF-8 as Latin-1', () => {
    const bytes = encode(story('', '><BODY>K?ln</BODY>')).map((byte) => (byte === 63 ? 0xf6 : byte))
    expect(documentsOf('sgm', bytes)[0].text).toBe('Köln')
  })

  it('says where a malformed story starts', () => {
    const error = (data: string) => readAll('sgm', data).error
    const good = story('', normal)
    const lines = good.split('\n').length - 1
    expect(error(`${good}${good.replace('</REUTERS>', '')}`)).toBe(
      `f:${lines + 1}: expected </REUTERS> before the end of the file`,
    )
    expect(error(good.replace('</REUTERS>', '') + good)).toBe(
      'f:1: expected </REUTERS> before the next <REUTERS>',
    )
    expect(error(good.replaceAll('TOPICS>', 'T>'))).toBe('f:1: expected <TOPICS> … </TOPICS> in the story')
    expect(error(good.replace('</TEXT>', ''))).toBe('f:1: expected <TEXT …> … </TEXT> in the story')
    expect(error(good.replace('<TOPICS>', '<TOPICS><D>x'))).toMatch(/expected <\/D>/)
    expect(error('text,label\na,b\n')).toBe(
      'f:1: expected <REUTERS …> … </REUTERS> stories, found: text,label a,b',
    )
    expect(error('')).toBeUndefined()
  })

  it('goes on after what is malformed', () => {
    const good = (id: string) => story('', normal, 'YES', id)
    const data = `${good('1')}${good('2').replace('</REUTERS>', '')}junk ${good('3')}${'x'.repeat(9000)}${good('4')}${good('5').replace('</REUTERS>', '')}`
    const { documents, skipped } = readAll('sgm', data, { skipBad: true })
    expect(documents.map(({ id }) => id)).toEqual(['1', '3', '4'])
    expect(skipped).toHaveLength(3)
  })

  it('bounds the length of a story', () => {
    const data = story('', `><BODY>${'x'.repeat(2000)}</BODY>`, 'YES', '1') + story('', normal, 'YES', '2')
    for (const cuts of [[], [100, 300, 900, 1500, 2100]]) {
      const { documents, skipped } = readAll('sgm', data, { recordLimit: 1000, skipBad: true, cuts })
      expect(documents.map(({ id }) => id)).toEqual(['2'])
      expect(skipped).toEqual(['f:1: expected a story of at most 1000 bytes, this one is longer'])
    }
  })
})
