// How plots are drawn, with tools that the caller brings: a browser has a document of its own, Node has none. Plots are
// plain SVG: colours come from the page's variables, so that light, dark and paper each have their own.

import { escapeText, type Markup, trusted } from './html.js'

/**
 * What is used of the plotting library (Observable Plot). Its own types are those of a browser, which a program in Node
 * need not have.
 */
interface PlotLibrary {
  plot(options: object): unknown
  line(data: unknown, options?: object): object
  dot(data: unknown, options?: object): object
  text(data: unknown, options?: object): object
  ruleY(data: unknown, options?: object): object
  rectY(data: unknown, options?: object): object
}

/** What plots are drawn with: the library, and a browser's `document` or one of a library that plays it. */
export interface DrawingTools {
  readonly Plot: PlotLibrary
  readonly document: object
}

/** Draws plots. */
export interface PlotKit {
  readonly Plot: PlotLibrary
  /** A plot as markup; `text` says in words what is to be seen. */
  draw(text: string, options: object): Markup
}

const PLOT_WIDTH = 440
const HEIGHT = 290

/**
 * Colours that people tell apart whatever they see of them (Okabe & Ito 2008); which one it is depends on whether the
 * page is light or dark.
 */
export const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)'] as const
export const FAINT = 'var(--rule)'
export const MUTED = 'var(--muted)'

export function plotKit({ Plot, document }: DrawingTools): PlotKit {
  return {
    Plot,
    draw(text, options) {
      const svg = Plot.plot({
        width: PLOT_WIDTH,
        height: HEIGHT,
        marginLeft: 44,
        marginRight: 16,
        marginBottom: 40,
        marginTop: 30,
        ...options,
        document,
      }) as DrawnElement
      return trusted(clean(svg, text))
    },
  }
}

/** What is used of an element here. */
interface DrawnElement {
  readonly outerHTML: string
  querySelectorAll(selector: string): Iterable<DrawnElement>
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  remove(): void
}

const PLACES = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'width', 'height']

/** The page has the styles; a tenth of a pixel is enough; the whole is one image to those who cannot see it. */
function clean(svg: DrawnElement, text: string): string {
  for (const style of svg.querySelectorAll('style')) style.remove()
  for (const part of svg.querySelectorAll('*')) {
    part.removeAttribute('aria-label')
    for (const name of PLACES) {
      const value = part.getAttribute(name)
      if (value?.includes('.'))
        part.setAttribute(
          name,
          value.replace(/\d+\.\d{2,}/g, (n) => String(Number(Number(n).toFixed(1)))),
        )
    }
  }
  for (const name of ['font-family', 'font-size', 'width', 'height']) svg.removeAttribute(name)
  svg.setAttribute('class', 'plot')
  svg.setAttribute('role', 'img')
  // By our own hand: a drawing document may leave < as it is in attributes.
  return svg.outerHTML.replace('<svg', `<svg aria-label="${escapeText(text)}"`)
}
