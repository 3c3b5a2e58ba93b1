// Each corpus from a few records in the form its publisher gives it.

import { describe, expect, it } from 'vitest'
import { DataError } from '../../packages/abound/src/errors.js'
import { isHeldOut } from '../../packages/lab/src/datasets/held-out.js'
import type { Member } from '../../packages/lab/src/datasets/member.js'
import { DATASETS, datasetNamed } from '../../packages/lab/src/datasets/registry.js'
import { readTar } from '../../packages/lab/src/datasets/tar.js'
import { tarOf } from '../data/archives.js'

type Files = Readonly<Record<string, string | Uint8Array>>

/** An original that is one file. */
const file = (content: string | Uint8Array): Files => ({ '': content })

async function* membersOf(name: string, files: Files): AsyncGenerator<Member> {
  async function* bytes(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
    const all = Buffer.from(content as string)
    for (let at = 0; at < all.length; at += 7) yield all.subarray(at, at + 7)
  }
  if (Object.hasOwn(files, '')) {
    yield { path: name.replace(/\.gz$/, ''), chunks: () => bytes(files['']) }
    return
  }
  const tar = tarOf(Object.entries(files).map(([path, content]) => ({ path, content })))
  yield* readTar(bytes(tar), name)
}

/** What becomes of originals: by file the text, or the records of JSON lines. */
async function converted(
  name: string,
  originals: Readonly<Record<string, Files>>,
): Promise<Record<string, unknown>> {
  const entry = datasetNamed(name)
  const texts: Record<string, string> = {}
  const counts: Record<string, number> = {}
  const open = (original: string): AsyncIterable<Member> => membersOf(original, originals[original])
  for await (const { file: output, content, documents = 1 } of entry.convert(open)) {
    texts[output] = (texts[output] ?? '') + Buffer.from(content as string).toString()
    counts[output] = (counts[output] ?? 0) + documents
  }
  const known = new Set(entry.files.map((one) => one.name))
  expect(Object.keys(texts).filter((output) => !known.has(output))).toEqual([])
  return Object.fromEntries(
    Object.entries(texts).map(([output, text]) => {
      const lines = text.split('\n').slice(0, -1)
      if (/\.(jsonl|svm)\.gz$/.test(output)) expect(counts[output]).toBe(lines.length)
      return [output, output.includes('.jsonl') ? lines.map((line) => JSON.parse(line) as unknown) : text]
    }),
  )
}

describe('the registry', () => {
  it('has for each corpus what a user must know', () => {
    expect(new Set(DATASETS.map(({ name }) => name)).size).toBe(DATASETS.length)
    for (const entry of DATASETS) {
      expect(entry.name).toMatch(/^[a-z0-9][a-z0-9-]*$/)
      for (const words of [entry.title, entry.what, entry.terms, entry.cite]) expect(words).toMatch(/\S/)
      expect(entry.home).toMatch(/^https?:\/\//)
      expect(entry.files.length).toBeGreaterThan(0)
      expect(entry.originals.length).toBeGreaterThan(0)
      for (const { name, url, where, hash } of entry.originals) {
        expect(name).toMatch(/^[\w.+-]+$/)
        expect([url, where].filter((way) => way !== undefined)).toHaveLength(1)
        if (url !== undefined) expect(new URL(url).protocol).toMatch(/^https?:$/)
        if (hash !== undefined) expect(hash.hex).toMatch(/^[0-9a-f]{64}$/)
      }
      for (const { name, copyOf } of entry.files) {
        expect(name).toMatch(/^[\w-]+\.(jsonl\.gz|svm\.gz|txt|txt\.gz|tar\.gz)$/)
        if (copyOf !== undefined) expect(entry.originals.map((original) => original.name)).toContain(copyOf)
      }
    }
  })
})

describe('converting', () => {
  it('reuters21578: ModApte’s parts, in the order of the files', async () => {
    const story = (id: number, split: string, topics: string, names: string, text: string): string =>
      `<REUTERS TOPICS="${topics}" LEWISSPLIT="${split}" CGISPLIT="TRAINING-SET" OLDID="5" NEWID="${id}">\n` +
      `<DATE>26-FEB-1987</DATE>\n<TOPICS>${names}</TOPICS>\n<PLACES><D>usa</D></PLACES>\n<PEOPLE></PEOPLE>\n` +
      `<ORGS></ORGS>\n<EXCHANGES></EXCHANGES>\n<TEXT>&#2;\n${text}</TEXT>\n</REUTERS>\n`
    const full =
      '<TITLE>WHEAT &amp; CORN</TITLE>\n<DATELINE> ROME, Feb 26 - </DATELINE><BODY>Prices rose.\n Reuter\n&#3;</BODY>'
    const out = await converted('reuters21578', {
      'reuters21578.tar.gz': {
        './reut2-001.sgm': `<!DOCTYPE lewis>\n${story(3, 'TEST', 'YES', '<D>corn</D>', 'plain &lt;IBM>')}`,
        './README.txt': 'read me',
        './reut2-000.sgm':
          `<!DOCTYPE lewis>\n${story(1, 'TRAIN', 'YES', '<D>wheat</D><D>corn</D><D>wheat</D>', full)}` +
          story(2, 'TRAIN', 'NO', '', '<TITLE>X</TITLE>') +
          story(4, 'NOT-USED', 'YES', '<D>tin</D>', '<TITLE>Y</TITLE>'),
      },
    })
    expect(out).toMatchObject({
      'modapte-train.jsonl.gz': [
        {
          id: '1',
          text: 'WHEAT & CORN\nPrices rose.\n Reuter',
          labels: ['wheat', 'corn'],
          title: 'WHEAT & CORN',
          dateline: 'ROME, Feb 26 -',
          date: '26-FEB-1987',
          places: ['usa'],
          people: [],
          modapte: 'train',
        },
      ],
      'modapte-test.jsonl.gz': [{ id: '3', text: 'plain <IBM>', labels: ['corn'], title: '' }],
      'modapte-unused.jsonl.gz': [
        { id: '2', text: 'X', labels: [], topicsAttr: 'NO' },
        { id: '4', text: 'Y', labels: ['tin'] },
      ],
    })
  })

  it('20newsgroups: subject and body, cross-posts from the first collection', async () => {
    const message = (more: string): string =>
      `From: me@x\nSubject: Re: Ice\n and snow\n${more}Lines: 2\n\nBody\n\nmore \n`
    const out = await converted('20newsgroups', {
      '20news-19997.tar.gz': {
        '20_newsgroups/sci.space/9': message('Newsgroups: sci.space,alt.x,sci.med\n'),
        '20_newsgroups/sci.med/10': message('Newsgroups: sci.med\n'),
      },
      '20news-bydate.tar.gz': {
        '20news-bydate-train/sci.space/10': message(''),
        '20news-bydate-train/sci.space/9': message(''),
        '20news-bydate-test/sci.med/10': Buffer.from('Subject: Caf\xe9\n\nx', 'latin1'),
      },
    })
    expect(out).toMatchObject({
      'train.jsonl.gz': [
        {
          id: 'train/sci.space/9',
          text: 'Re: Ice and snow\nBody\n\nmore',
          labels: ['sci.space'],
          title: 'Re: Ice and snow',
          newsgroups: ['sci.space', 'alt.x', 'sci.med'],
          xlabels: ['sci.med', 'sci.space'],
          from: 'me@x',
        },
        { id: 'train/sci.space/10', newsgroups: ['sci.space'], xlabels: ['sci.space'] },
      ],
      'test.jsonl.gz': [{ id: 'test/sci.med/10', text: 'Café\nx', xlabels: ['sci.med'] }],
    })
  })

  it('ohsumed: one document for all folders it lies in', async () => {
    const abstract = 'A title.\n First sentence.\n Second one.\n'
    const root = 'ohsumed-first-20000-docs'
    expect(
      await converted('ohsumed', {
        'ohsumed-first-20000-docs.tar.gz': {
          [`${root}/training/C14/0000002`]: abstract,
          [`${root}/training/C01/0000002`]: abstract,
          [`${root}/training/C01/0000001`]: 'Title only\n',
          [`${root}/test/C23/0000003`]: abstract,
        },
      }),
    ).toEqual({
      'train.jsonl.gz': [
        { id: '0000001', text: 'Title only', labels: ['C01'], title: 'Title only' },
        {
          id: '0000002',
          text: 'A title.\nFirst sentence. Second one.',
          labels: ['C01', 'C14'],
          title: 'A title.',
        },
      ],
      'test.jsonl.gz': [
        { id: '0000003', text: 'A title.\nFirst sentence. Second one.', labels: ['C23'], title: 'A title.' },
      ],
    })
  })

  it('webkb: pages without header and tags', async () => {
    const page =
      'MIME-Version: 1.0\r\nServer: CERN/3.0\r\n\r\n<HTML><HEAD><TITLE>CS 1 &amp; 2\n</TITLE><!-- hidden --></HEAD>' +
      '<BODY><H1>Course<A HREF="x.html">s</A></H1>Caf&eacute; 3 < 4<P>Script:<SCRIPT>if (a<b) x()</SCRIPT> end'
    expect(
      await converted('webkb', {
        'webkb-data.gtar.gz': {
          'webkb/student/misc/http:^^b': 'no header <b>at</b> all',
          'webkb/course/cornell/http:^^a^': page,
        },
      }),
    ).toEqual({
      'all.jsonl.gz': [
        {
          id: 'course/cornell/http_^^a^',
          text: 'CS 1 & 2\nCourse s\nCafé 3 < 4\nScript: end',
          labels: ['course'],
          title: 'CS 1 & 2',
          university: 'cornell',
        },
        {
          id: 'student/misc/http_^^b',
          text: 'no header at all',
          labels: ['student'],
          title: '',
          university: 'misc',
        },
      ],
    })
  })

  it('industry-sector: folders are labels', async () => {
    expect(
      await converted('industry-sector', {
        'sector.tar.gz': {
          'sector/README': 'x',
          'sector/energy/coal/page.html': '<title>Coal</title><p>black',
        },
      }),
    ).toEqual({
      'all.jsonl.gz': [
        { id: 'energy/coal/page.html', text: 'Coal\nblack', labels: ['energy/coal'], title: 'Coal' },
      ],
    })
  })

  const topics = file('CCAT 2286 1\nE11 2286 1\nGCAT 26151 1\nCCAT 26152 1\n')

  it('rcv1-v2: tokens and topics joined', async () => {
    const originals: Record<string, Files> = {
      'rcv1v2.topics.qrels.gz': topics,
      'lyrl2004_tokens_train.dat.gz': file('.I 2286\n.W\nrecov recov\nmexic \n\n'),
      'lyrl2004_tokens_test_pt0.dat.gz': file('.I 26151\n.W\nx\n\n.I 26152\n.W\ny\n\n'),
    }
    for (const part of [1, 2, 3])
      originals[`lyrl2004_tokens_test_pt${part}.dat.gz`] = file('.I 26151\n.W\nx\n')
    expect(await converted('rcv1-v2', originals)).toMatchObject({
      'train.jsonl.gz': [{ id: '2286', text: 'recov recov\nmexic', labels: ['CCAT', 'E11'] }],
      'test.jsonl.gz': [{ id: '26151', text: 'x', labels: ['GCAT'] }, { id: '26152' }, {}, {}, {}],
    })
    originals['lyrl2004_tokens_test_pt3.dat.gz'] = file('.I 99\n.W\nx\n')
    await expect(converted('rcv1-v2', originals)).rejects.toThrow(
      /expected topics for each document .* none for 99/,
    )
    originals['lyrl2004_tokens_test_pt3.dat.gz'] = file('<html>')
    await expect(converted('rcv1-v2', originals)).rejects.toThrow(DataError)
  })

  it('rcv1-vectors: the same as svmlight', async () => {
    const originals: Record<string, Files> = {
      'rcv1v2.topics.qrels.gz': topics,
      'lyrl2004_vectors_train.dat.gz': file('2286  864:0.05 1523:0.04\n'),
    }
    for (const part of [0, 1, 2, 3])
      originals[`lyrl2004_vectors_test_pt${part}.dat.gz`] = file('26151  1:0.5\n')
    expect(await converted('rcv1-vectors', originals)).toEqual({
      'train.svm.gz': 'CCAT,E11 864:0.05 1523:0.04\n',
      'test.svm.gz': 'GCAT 1:0.5\n'.repeat(4),
    })
  })

  it('janeausten: the novels without the licence', async () => {
    const novel =
      '\ufeffThe Project Gutenberg eBook of X\r\n\r\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\r\n\r\n\r\nEMMA\r\n\r\n' +
      'Text.\r\n\r\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\r\nLicence'
    const numbers = [158, 141, 121, 105, 1342]
    const originals = Object.fromEntries(numbers.map((number) => [`pg${number}.txt`, file(novel)]))
    const out = await converted('janeausten', { ...originals, 'pg161.txt': file('bare text\n') })
    expect(Object.keys(out)).toHaveLength(6)
    expect(out['emma.txt.gz']).toBe('EMMA\n\nText.\n')
    expect(out['sensesensibility.txt.gz']).toBe('bare text\n')
  })

  it('eurlex57k: laws with names of concepts', async () => {
    const law = {
      celex_id: '31979D0509',
      title: 'Decision',
      header: 'H',
      recitals: 'R',
      main_body: ['A', 'B'],
      attachments: '',
      concepts: ['192', '2356'],
    }
    expect(
      await converted('eurlex57k', {
        'eurovoc_en.json': file(JSON.stringify({ '192': { label: 'animal health' } })),
        'datasets.zip': {
          '__MACOSX/dataset/train/x.json': '',
          'dataset/train/31979D0509.json': JSON.stringify(law),
          'dataset/dev/1.json': JSON.stringify({ ...law, celex_id: undefined }),
        },
      }),
    ).toEqual({
      'train.jsonl.gz': [
        {
          id: '31979D0509',
          text: 'Decision\nH\nR\nA\nB',
          labels: ['192 animal health', '2356'],
          title: 'Decision',
        },
      ],
      'val.jsonl.gz': [
        { id: '1', text: 'Decision\nH\nR\nA\nB', labels: ['192 animal health', '2356'], title: 'Decision' },
      ],
    })
  })

  it('eurlex-4k: the extreme classification repository’s format', async () => {
    const originals = {
      'train.txt': file('3 10 4\n0,3 0:0.5 9:1\n 4:2\n5:1\n'),
      'test.txt': file('1 10 4\n2 1:1\n'),
    }
    expect(await converted('eurlex-4k', originals)).toEqual({
      'train.svm.gz': '0,3 1:0.5 10:1\n 5:2\n 6:1\n',
      'test.svm.gz': '2 2:1\n',
    })
    await expect(
      converted('eurlex-4k', { ...originals, 'test.txt': file('2 10 4\n2 1:1\n') }),
    ).rejects.toThrow('expected 2 documents as its first line says, found 1')
    await expect(converted('eurlex-4k', { ...originals, 'train.txt': file('0,3 1:1\n') })).rejects.toThrow(
      'expected numbers of documents, features and labels',
    )
  })

  it.each(['bibtex', 'delicious'])('%s: sparse ARFF', async (name) => {
    const arff = (data: string): Files =>
      file(
        `@relation 'x: -C 2'\n\n@attribute wheat {0,1}\n@attribute 'two words' {0,1}\n@attribute TAG_a {0,1}\n@attribute TAG_b {0,1}\n\n@data\n${data}`,
      )
    const xml = file(
      '<labels xmlns="x">\n<label name="TAG_a"></label>\n<label name="TAG_b"></label>\n</labels>',
    )
    const originals = {
      [`${name}-train.arff`]: arff('{0 1,1 1,3 1}\n{2 1,3 1}\n'),
      [`${name}-test.arff`]: arff('{1 1}\n'),
      [`${name}.xml`]: xml,
    }
    expect(await converted(name, originals)).toEqual({
      'train.svm.gz': '1 1:1 2:1\n0,1 \n',
      'test.svm.gz': ' 2:1\n',
      'features.txt': 'wheat\ntwo words\n',
      'labels.txt': 'TAG_a\nTAG_b\n',
    })
    await expect(converted(name, { ...originals, [`${name}.xml`]: file('<html>') })).rejects.toThrow(
      'found none',
    )
    await expect(converted(name, { ...originals, [`${name}-test.arff`]: arff('{7 1}\n') })).rejects.toThrow(
      'expected columns up to 3, found 7',
    )
  })

  it('banking77: CSV with quotes', async () => {
    expect(
      await converted('banking77', {
        'train.csv': file(
          'text,category\n"Where, please, is my card?\n",card_arrival\nWhy?,Refund_not_showing_up\n',
        ),
        'test.csv': file('text,category\nHow?,card_arrival\n'),
      }),
    ).toMatchObject({
      'train.jsonl.gz': [
        { id: 'train-0', text: 'Where, please, is my card?\n', labels: ['card_arrival'] },
        { id: 'train-1', labels: ['Refund_not_showing_up'] },
      ],
      'test.jsonl.gz': [{ id: 'test-0', text: 'How?', labels: ['card_arrival'] }],
    })
  })

  it('clinc150: parts with their out-of-scope questions', async () => {
    const parts = {
      train: [['a', 'x']],
      oos_train: [['b', 'oos']],
      val: [['c', 'y']],
      oos_val: [],
      test: [],
      oos_test: [['d', 'oos']],
    }
    expect(await converted('clinc150', { 'data_full.json': file(JSON.stringify(parts)) })).toEqual({
      'train.jsonl.gz': [
        { id: 'train-0', text: 'a', labels: ['x'] },
        { id: 'train-1', text: 'b', labels: ['oos'] },
      ],
      'val.jsonl.gz': [{ id: 'val-0', text: 'c', labels: ['y'] }],
      'test.jsonl.gz': [{ id: 'test-0', text: 'd', labels: ['oos'] }],
    })
    await expect(converted('clinc150', { 'data_full.json': file('{}') })).rejects.toThrow(
      'expected [text, intent] pairs',
    )
    await expect(converted('clinc150', { 'data_full.json': file('<html>') })).rejects.toThrow('expected JSON')
  })

  it('nvd-cve: vulnerable products, one in ten held out', async () => {
    const cve = (id: string, criteria: readonly string[]): unknown => ({
      cve: {
        id,
        descriptions: [
          { lang: 'es', value: 'hola' },
          { lang: 'en', value: `about ${id}` },
        ],
        configurations: [
          { nodes: [{ cpeMatch: criteria.map((one) => ({ vulnerable: true, criteria: one })) }] },
        ],
      },
    })
    const names = [
      'cpe:2.3:a:sun:nfs:-:*:*:*:*:*:*:*',
      'cpe:2.3:o:a\\:b:c\\+\\+:1:*',
      'cpe:2.3:a:sun:nfs:2:*',
    ]
    const ids = Array.from({ length: 60 }, (_, i) => `CVE-1999-${i}`)
    const feed = {
      vulnerabilities: [
        ...ids.map((id) => cve(id, names)),
        cve('CVE-1999-none', []),
        { cve: { id: 'bare' } },
      ],
    }
    const originals = Object.fromEntries(
      datasetNamed('nvd-cve').originals.map(({ name }, i) => [
        name,
        file(JSON.stringify(i === 0 ? feed : {})),
      ]),
    )
    const out = (await converted('nvd-cve', originals)) as Record<string, { id: string; labels: string[] }[]>
    expect(out['test.jsonl.gz'].map(({ id }) => id)).toEqual(ids.filter(isHeldOut))
    expect(out['test.jsonl.gz'].length + out['train.jsonl.gz'].length).toBe(60)
    expect(out['train.jsonl.gz'][0].labels).toEqual(['a:b:c++', 'sun:nfs'])
  })

  it('yso-finna: subjects with their names', async () => {
    const uri = (key: string): string => `<http://www.yso.fi/onto/yso/${key}>`
    const records = Array.from({ length: 30 }, (_, i) => `Record ${i}\t${uri('p9')} ${uri('p10')}\n`)
    const out = (await converted('yso-finna', {
      'yso-en.tsv': file(`${uri('p10')}\tprotest songs\n`),
      'yso-finna-en.tsv.gz': file(`${records.join('')}broken line\n`),
    })) as Record<string, unknown[]>
    expect(out['train.jsonl.gz'].length + out['test.jsonl.gz'].length).toBe(30)
    expect(out['train.jsonl.gz'][0]).toMatchObject({
      text: expect.stringMatching(/^Record/),
      labels: ['p10 protest songs', 'p9'],
    })
  })

  it('ag-news: title and text of CSV without a header', async () => {
    const originals = {
      'train.csv': file('"3","Wall St.","Short-sellers\\n\\nagain, ""green"""\n'),
      'test.csv': file('"4","T","x"\n'),
    }
    expect(await converted('ag-news', originals)).toEqual({
      'train.jsonl.gz': [
        { id: 'train-0', text: 'Wall St.\nShort-sellers\n\nagain, "green"', labels: ['Business'] },
      ],
      'test.jsonl.gz': [{ id: 'test-0', text: 'T\nx', labels: ['Sci/Tech'] }],
    })
    await expect(converted('ag-news', { ...originals, 'test.csv': file('"5","T","x"\n') })).rejects.toThrow(
      'expected a class from 1 to 4, found: 5',
    )
  })

  it('dbpedia and yelp-polarity: CSV in an archive', async () => {
    const dbpedia = {
      'dbpedia_csv.tgz': {
        'dbpedia_csv/train.csv': '14,"A"," A book."\n',
        'dbpedia_csv/test.csv': '1,"B","b"\n',
      },
    }
    expect(await converted('dbpedia', dbpedia)).toMatchObject({
      'train.jsonl.gz': [{ text: 'A\n A book.', labels: ['WrittenWork'] }],
      'test.jsonl.gz': [{ labels: ['Company'] }],
    })
    const yelp = { 'y/train.csv': '"1","Bad.\\nVery"\n', 'y/test.csv': '"2","Good"\n' }
    expect(await converted('yelp-polarity', { 'yelp_review_polarity_csv.tgz': yelp })).toMatchObject({
      'train.jsonl.gz': [{ text: 'Bad.\nVery', labels: ['negative'] }],
      'test.jsonl.gz': [{ text: 'Good', labels: ['positive'] }],
    })
    await expect(converted('dbpedia', { 'dbpedia_csv.tgz': { readme: '' } })).rejects.toThrow(
      'expected train.csv in it',
    )
  })

  it('imdb: folders of reviews', async () => {
    expect(
      await converted('imdb', {
        'aclImdb_v1.tar.gz': {
          'aclImdb/README': 'x',
          'aclImdb/train/pos/0_9.txt': 'Great.<br /><br />Really &amp; truly',
          'aclImdb/train/unsup/7_0.txt': 'Who knows',
          'aclImdb/test/neg/1_2.txt': 'Bad',
        },
      }),
    ).toEqual({
      'train.jsonl.gz': [{ id: 'train/pos/0_9', text: 'Great.\nReally & truly', labels: ['pos'], rating: 9 }],
      'unlabelled.jsonl.gz': [{ id: 'train/unsup/7_0', text: 'Who knows' }],
      'test.jsonl.gz': [{ id: 'test/neg/1_2', text: 'Bad', labels: ['neg'], rating: 2 }],
    })
  })

  it('trec-questions, sms-spam, goemotions: a record a line', async () => {
    expect(
      await converted('trec-questions', {
        'train_5500.label': file(Buffer.from('DESC:manner How did the caf\xe9 develop ?\n', 'latin1')),
        'TREC_10.label': file('LOC:city Where ?\n'),
      }),
    ).toEqual({
      'train.jsonl.gz': [
        { id: 'train-0', text: 'How did the café develop ?', labels: ['DESC:manner'], coarse: 'DESC' },
      ],
      'test.jsonl.gz': [{ id: 'test-0', text: 'Where ?', labels: ['LOC:city'], coarse: 'LOC' }],
    })
    expect(
      await converted('sms-spam', {
        'sms+spam+collection.zip': { readme: 'x\ty\n', SMSSpamCollection: 'ham\tHi\tthere\nspam\tWin!\n' },
      }),
    ).toEqual({
      'all.jsonl.gz': [
        { id: '0', text: 'Hi\tthere', labels: ['ham'] },
        { id: '1', text: 'Win!', labels: ['spam'] },
      ],
    })
    const tsv = {
      'train.tsv': file('Thanks\t15,27\ted0\n'),
      'dev.tsv': file('Hm\t0\ted1\n'),
      'test.tsv': file('No\t2\ted2\n'),
    }
    expect(await converted('goemotions', tsv)).toMatchObject({
      'train.jsonl.gz': [{ id: 'ed0', text: 'Thanks', labels: ['gratitude', 'neutral'] }],
      'val.jsonl.gz': [{ labels: ['admiration'] }],
      'test.jsonl.gz': [{ labels: ['anger'] }],
    })
    await expect(converted('goemotions', { ...tsv, 'dev.tsv': file('Hm\t99\ted1\n') })).rejects.toThrow(
      'dev.tsv:1: expected',
    )
  })
})
