// Each corpus from a few records in the form its publisher gives it: news, abstracts, pages, books and laws.

import { describe, expect, it } from 'vitest'
import { DataError } from '../../packages/abound/src/errors.js'
import { DATASETS } from '../../packages/lab/src/datasets/dataset-registry.js'
import { converted, type Files, file } from './converted.js'

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
})
