// Web pages → text: the words that a reader would see, a line for each block. Meant for pages of the nineties,
// which no strict parser would take.

const UNSEEN = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi
const BLOCKS =
  /<\/?(?:address|blockquote|body|br|center|dd|div|dl|dt|form|h[1-6]|head|hr|html|li|menu|ol|option|p|pre|select|table|td|th|title|tr|ul)\b[^>]*>/gi
const TAG = /<\/?[a-z!?][^<>]*>/gi
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  szlig: 'ß',
  ccedil: 'ç',
  ntilde: 'ñ',
}

/** The title of a page, '' where it has none. */
export function htmlTitle(html: string): string {
  const found = /<title\b[^>]*>([\s\S]*?)<\/title\s*>/i.exec(html)
  return found === null ? '' : tidy(entities(found[1].replace(TAG, ' ')), ' ')
}

/** What a reader sees of a page, its title first. */
export function htmlText(html: string): string {
  return tidy(entities(html.replace(UNSEEN, ' ').replace(BLOCKS, '\n').replace(TAG, ' ')), '\n')
}

function tidy(text: string, between: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(between)
}

function entities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));?/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
