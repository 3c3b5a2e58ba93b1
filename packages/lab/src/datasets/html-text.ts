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

/** What a reader sees of a page, its title first. */
export function htmlText(html: string): string {
  return tidy(decodeEntities(html.replace(UNSEEN, ' ').replace(BLOCKS, '\n').replace(TAG, ' ')), '\n')
}

/** Text and title of a page ('' where it has none) as a server sent it, with or without the header of its answer. */
export function readPage(answer: string): { text: string; title: string } {
  const page = answer.replaceAll('\r\n', '\n')
  const end = page.indexOf('\n\n')
  const hasHeader = end >= 0 && /^(HTTP\/|MIME-Version:|Server:|Date:|Content-)/i.test(page)
  const html = hasHeader ? page.slice(end + 2) : page
  const title = /<title\b[^>]*>([\s\S]*?)<\/title\s*>/i.exec(html)?.[1] ?? ''
  return { text: htmlText(html), title: tidy(decodeEntities(title.replace(TAG, ' ')), ' ') }
}

function tidy(text: string, between: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(between)
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));?/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
