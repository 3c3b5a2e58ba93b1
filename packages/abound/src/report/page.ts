// The frame of every page: one file that fetches nothing. Its own rules (a content security policy) let nothing run or
// load but the one script and the styles in it, known by their hashes.

import { html, type Markup, type Piece, trusted } from './html.js'
import { SCRIPT } from './script.js'
import { STYLE } from './style.js'

/** A part of a page with a heading, which the navigation names. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly body: Markup
}

/** Who made a page, and when: told by the caller, as a core has no clock. */
export interface MadeBy {
  /** Version of Abound. */
  readonly version: string
  /** As it is to be shown. */
  readonly date: string
}

export async function pageOf(page: {
  readonly title: string
  readonly lead: Piece
  readonly sections: readonly (Section | undefined)[]
  readonly made: MadeBy
}): Promise<string> {
  const { title, lead, made } = page
  const sections = page.sections.filter((section) => section !== undefined)
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${await sha256(SCRIPT)}'`,
    `style-src 'sha256-${await sha256(STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Abound ${made.version}">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">To the figures</a>
<header><div>
<div><h1><bdi>${title}</bdi></h1><p class="lead">${lead}</p></div>
<button type="button" class="theme" hidden>Dark</button>
${
  sections.length > 1 &&
  html`<nav aria-label="Parts of this page"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`
}
</div></header>
<main id="main">
${sections.map(
  ({ id, title, body }) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
</section>
`,
)}</main>
<footer>Made by Abound ${made.version} on ${made.date}. One file: it fetches nothing and tells nobody.</footer>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`.text
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
