// HTML in which text cannot become markup: what is put into a template is escaped unless it was made by one.

/** Markup that is safe to put into a page: only `html` and `trusted` make it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template: nothing, text, numbers, markup, or lists of these. */
export type Piece = Markup | string | number | false | null | undefined | readonly Piece[]

/**
 * A template; everything put into it that is not `Markup` is escaped, for attributes in double quotes too.
 *
 * ```ts
 * html`<b title="${'"'}">${'<script>'}</b>`.text // '<b title="&quot;">&lt;script&gt;</b>'
 * ```
 */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  let text = strings[0]
  for (const [i, piece] of pieces.entries()) text += render(piece) + strings[i + 1]
  return new Markup(text)
}

/** Markup that this house made by other means (a plot). */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function render(piece: Piece): string {
  if (piece === undefined || piece === null || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'string') return escapeText(piece)
  if (typeof piece === 'number') return String(piece)
  return piece.map(render).join('')
}

export function escapeText(text: string): string {
  return text.replace(/[&<>"'\0]/g, (c) => ENTITIES[c])
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '\ufffd',
}

/** Data for the page's script, in a block that nothing in it can end. */
export function dataBlock(id: string, data: unknown): Markup {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return new Markup(`<script type="application/json" id="${escapeText(id)}">${json}</script>`)
}
