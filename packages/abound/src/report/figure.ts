// A plot with its title, a sentence, and its figures as a table for those who cannot see it or want the numbers.

import { html, type Markup, type Piece } from './html.js'

interface FigureParts {
  readonly title: string
  readonly says: Piece
  readonly plot: Piece
  /** The first column names the row; none: no table. */
  readonly head?: readonly string[]
  readonly rows?: readonly (readonly string[])[]
  /** As wide as the page. */
  readonly whole?: boolean
}

export function figureOfPlot({
  title,
  says,
  plot,
  head = [],
  rows = [],
  whole = false,
}: FigureParts): Markup {
  return html`<figure class="card${whole && ' whole'}"><figcaption><h3>${title}</h3><p>${says}</p></figcaption>
${plot}
${
  rows.length > 0 &&
  html`<details><summary>The figures</summary><div class="wide" tabindex="0" role="region" aria-label="${title}, figures"><table><thead><tr>${head.map((name, i) => html`<th scope="col" class="${i === 0 ? '' : 'n'}">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => (i === 0 ? html`<th scope="row"><bdi>${cell}</bdi></th>` : html`<td class="n">${cell}</td>`))}</tr>`)}</tbody></table></div></details>`
}</figure>
`
}
