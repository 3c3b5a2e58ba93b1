// Each corpus from a few records in the form its publisher gives it: questions, titles, reviews and messages.

import { describe, expect, it } from 'vitest'
import { datasetNamed } from '../../packages/lab/src/datasets/dataset-registry.js'
import { isHeldOut } from '../../packages/lab/src/datasets/held-out.js'
import { converted, file } from './converted.js'

describe('converting', () => {
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
