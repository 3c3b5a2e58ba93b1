// The script that a character is written in, looked up in pages that fill as texts need them.

/** What texts are told apart by; a script that is none of these counts as `other`. */
export const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Chinese or Japanese',
  'Korean',
  'Thai',
  'Devanagari',
  'other',
] as const

/** No letter. */
export const NO_SCRIPT = 255
export const LATIN = 0

const PATTERNS: readonly RegExp[] = [
  /\p{sc=Latn}/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Arab}/u,
  /\p{sc=Hebr}/u,
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u,
  /\p{sc=Hang}/u,
  /\p{sc=Thai}/u,
  /\p{sc=Deva}/u,
]
const LETTERS = /\p{L}/u

/** Entry + 1; 0: not asked yet. */
const pages: (Uint8Array | undefined)[] = new Array(0x1100)

/** The place of a character's script in `SCRIPTS`, or `NO_SCRIPT`. */
export function scriptOf(codePoint: number): number {
  const page = (pages[codePoint >>> 8] ??= new Uint8Array(256))
  const known = page[codePoint & 0xff]
  if (known !== 0) return known === 0xfe ? NO_SCRIPT : known - 1
  const script = describe(codePoint)
  page[codePoint & 0xff] = script === NO_SCRIPT ? 0xfe : script + 1
  return script
}

function describe(codePoint: number): number {
  const text = String.fromCodePoint(codePoint)
  if (!LETTERS.test(text)) return NO_SCRIPT
  const at = PATTERNS.findIndex((pattern) => pattern.test(text))
  return at < 0 ? SCRIPTS.length - 1 : at
}
