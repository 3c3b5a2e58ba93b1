import { describe, expect, it } from 'vitest'
import { type OddTextKind, OddTexts } from '../../packages/abound/src/check/odd-texts.js'
import { TextLook } from '../../packages/abound/src/check/text-look.js'

const USUAL =
  'The harvest of wheat was better than it had been in the years before, and the price that farmers got for it fell.'

/** What is odd about texts among a hundred usual ones. */
function oddAmong(...texts: (string | Uint8Array)[]): [number, OddTextKind, string][] {
  const look = new TextLook()
  const odd = new OddTexts()
  for (const text of [...texts, ...Array.from({ length: 100 }, () => USUAL)]) {
    look.read({ text })
    odd.add(look.bytes, look.length, look.tokens)
  }
  return odd.odd().map(({ document, kind, what }) => [document, kind, what])
}

const kindsOf = (...texts: (string | Uint8Array)[]): OddTextKind[] =>
  oddAmong(...texts).map(([, kind]) => kind)

describe('odd texts', () => {
  it('has nothing to say of usual ones', () => {
    expect(oddAmong(USUAL, `${USUAL} ${USUAL}`, 'Wheat rose <b>again</b> – by 4.5 %, café says')).toEqual([])
  })

  it('finds empty ones', () => {
    expect(oddAmong('', ' \n\t ')).toEqual([
      [0, 'empty', 'nothing but blanks'],
      [1, 'empty', 'nothing but blanks'],
    ])
  })

  it('finds lost, misread and control characters', () => {
    expect(kindsOf('The price of wheat rose � today', Uint8Array.of(0x77, 0x68, 0xff, 0x61, 0x74))).toEqual([
      'unreadable',
      'unreadable',
    ])
    expect(oddAmong('Le blÃ© est trÃ¨s cher')).toEqual([[0, 'unreadable', 'UTF-8 that was read as Latin-1']])
    expect(oddAmong('It â€œroseâ€\u009d')[0]?.[1]).toBe('unreadable')
    expect(oddAmong('wheat\u0000\u0001\u0002 rose')).toEqual([[0, 'unreadable', 'control characters']])
    expect(kindsOf('São João é bom', 'a\fpage')).toEqual([])
  })

  it('finds digits and signs, but not where a line is drawn', () => {
    expect(kindsOf('12.50 13.75 99.99 11.20 45.60 77.10 1 2 3 4')).toEqual(['few-letters'])
    expect(kindsOf(`wheat rose again today ${'-'.repeat(80)}`)).toEqual([])
  })

  it('finds markup, and takes no address for it', () => {
    expect(
      kindsOf('<table><tr><td class="x">wheat</td><td style="color:red">rose</td></tr></table>'),
    ).toEqual(['markup'])
    expect(
      kindsOf('Mail <jane@example.org> or <C6zM.5pn@news.example.org> wrote about wheat > and corn'),
    ).toEqual([])
  })

  it('finds another script and another language', () => {
    expect(oddAmong('Цены на пшеницу выросли')).toEqual([
      [0, 'other-script', 'Cyrillic, nearly all others are Latin'],
    ])
    const german =
      'Die Ernte war besser als in den Jahren zuvor, und der Preis, den die Bauern für das Getreide bekamen, ist nicht ' +
      'mehr so hoch wie er noch vor einem Jahr war.'
    expect(oddAmong(german)).toEqual([[0, 'other-language', 'German, nearly all others are English']])
    expect(
      kindsOf('Contact: Jean de la Tour, Marie de la Croix, Anne des Prés; hours: 9 am, 10 am, 11 am'),
    ).toEqual([])
  })

  it('finds what is far shorter or longer than the rest', () => {
    const look = new TextLook()
    const odd = new OddTexts()
    const long = Array.from({ length: 50 }, () => USUAL).join(' ')
    for (const text of ['Test', '!?', ...Array.from({ length: 60 }, () => long), `${long} `.repeat(40)]) {
      look.read({ text })
      odd.add(look.bytes, look.length, look.tokens)
    }
    expect(odd.odd().map(({ document, kind }) => [document, kind])).toEqual([
      [0, 'short'],
      [1, 'short'],
      [62, 'long'],
    ])
  })

  it('takes what many have for how the data is', () => {
    expect(kindsOf(...Array.from({ length: 20 }, () => 'Цены на пшеницу выросли'))).toEqual([])
    expect(kindsOf(...Array.from({ length: 20 }, () => '1 2 3 4 5 6 7 8 9 10 11 12 13 14'))).toEqual([])
  })

  it('says nothing of vectors, or of nothing', () => {
    const odd = new OddTexts()
    expect(odd.odd()).toEqual([])
    odd.addOther()
    odd.addOther()
    expect(odd.odd()).toEqual([])
  })
})
