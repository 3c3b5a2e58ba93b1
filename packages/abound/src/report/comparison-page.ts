// The page of a comparison: what `compare --report` writes.

import type { Measure } from '../measure/measure.js'
import { type ComparedMeasure, comparedMeasure, comparedMeasures } from '../measure/measures/index.js'
import type { SignTest } from '../measure/significance.js'
import type { ComparedContender, CompareResult } from '../selection/compare.js'
import { measurePlot, speedPlot } from './comparison-plots.js'
import { facts, optionFacts } from './facts-section.js'
import { figureOfPlot } from './figure.js'
import { formatAmount, formatBytes, formatCount, formatScore, formatSeconds } from './figures.js'
import { html, type Markup, type Piece } from './html.js'
import { type MadeBy, pageOf, type Section } from './page.js'
import { type DrawingTools, type PlotKit, plotKit } from './plot-kit.js'

export interface ComparisonReport {
  readonly title: string
  readonly made: MadeBy
  readonly result: CompareResult
}

/** The columns of the first table, behind the measure that decides, and the measures that are drawn. */
const MAIN: readonly ComparedMeasure[] = ['R1', 'averagePrecision', 'coverage', 'microF1', 'macroF1']

export async function renderComparison(
  { title, made, result }: ComparisonReport,
  tools: DrawingTools,
): Promise<string> {
  const kit = plotKit(tools)
  const { contenders, data, split } = result
  return pageOf({
    title,
    lead: html`${formatAmount(contenders.length, 'contender')} on <bdi>${data.test ?? data.paths.join(', ')}</bdi>, ${splitText(result)}`,
    made,
    sections: [
      resultSection(result),
      contenders.some(({ measures }) => measures[result.measure].mean !== null)
        ? pictureSection(kit, result)
        : undefined,
      testsSection(result),
      allSection(result),
      aboutSection(result),
    ],
  })

  function splitText({ split: { kind, names } }: CompareResult): string {
    if (kind === 'test') return `learned from ${data.paths.join(', ')}`
    return names.length === 1 ? names[0] : formatAmount(split.names.length, 'split')
  }
}

function columnsFor({ measure }: CompareResult): Measure[] {
  return [measure, ...MAIN.filter((name) => name !== measure)].map(comparedMeasure)
}

function titleOf({ title, lowerIsBetter }: Measure): string {
  return lowerIsBetter ? `${title} ↓` : title
}

function resultSection(result: CompareResult): Section {
  const { contenders, split } = result
  const measure = comparedMeasure(result.measure)
  const columns = columnsFor(result)
  const winner = contenders.find(({ best }) => best)
  const equals = contenders.filter(({ best, notWorse }) => notWorse && !best)
  const failed = contenders.filter((one) => one.failed !== undefined)
  return {
    id: 'result',
    title: 'Result',
    body: html`${
      winner !== undefined &&
      html`<p><b><bdi>${winner.name}</bdi></b> is best by ${measure.title} (${formatScore(winner.measures[measure.name].mean, measure.digits)})${
        equals.length > 0
          ? html`; not significantly worse: ${equals.map(({ name }, i) => html`${i > 0 && ', '}<bdi>${name}</bdi>`)}`
          : contenders.length > 1 && ', and significantly so'
      }.</p>`
    }
<p class="note">Bold: best in the column.${contenders.length > 1 && ` ★ best by ${measure.title}, = not significantly worse (sign test over ${split.kind === 'trials' ? 'trials' : 'documents'}, two-tailed, 5 %).`}${split.names.length > 1 && ` Means ± deviation over ${split.names.length} splits.`}</p>
<div class="wide" tabindex="0" role="region" aria-label="Contenders"><table id="contenders">
<thead><tr><th scope="col"></th><th scope="col">learner</th>${columns.map((column) => html`<th scope="col" class="n" title="${column.help}">${titleOf(column)}</th>`)}<th scope="col" class="n" title="processor time of training">training</th><th scope="col" class="n" title="documents ranked a second, on one thread">ranked/s</th><th scope="col" class="n" title="of the whole process">memory</th><th scope="col" class="n">model</th></tr></thead>
<tbody>${contenders.map(
      (one) =>
        html`<tr><td title="${one.best ? 'best' : one.notWorse ? 'not significantly worse' : ''}">${one.best ? '★' : one.notWorse && '='}</td><th scope="row"><bdi>${one.name}</bdi></th>${columns.map((column) => measureCell(one, column, contenders, split.names.length > 1))}<td class="n">${mean(one.trainCpuSeconds, formatSeconds)}</td><td class="n">${mean(one.documentsPerSecond, formatCount)}</td><td class="n">${mean(one.peakMemoryBytes, formatBytes)}</td><td class="n">${mean(one.modelBytes, formatBytes)}</td></tr>\n`,
    )}</tbody></table></div>
${failed.length > 0 && html`<ul>${failed.map((one) => html`<li><bdi>${one.name}</bdi> failed: <bdi>${one.failed}</bdi></li>`)}</ul>`}`,
  }
}

function mean(figure: { readonly mean: number | null }, text: (value: number) => string): string {
  return figure.mean === null ? '–' : text(figure.mean)
}

function measureCell(
  one: ComparedContender,
  { name, digits, lowerIsBetter }: Measure,
  contenders: readonly ComparedContender[],
  spread: boolean,
): Markup {
  const { mean: own, deviation } = one.measures[name]
  const means = contenders.map(({ measures }) => measures[name].mean).filter((value) => value !== null)
  const best = own !== null && own === (lowerIsBetter ? Math.min(...means) : Math.max(...means))
  const off = spread && deviation !== null && ` ± ${formatScore(deviation, digits)}`
  return html`<td class="n${best ? ' best' : ''}" data-measure="${name}" data-value="${String(own)}">${formatScore(own, digits)}${off}</td>`
}

function pictureSection(kit: PlotKit, result: CompareResult): Section {
  const { contenders, split } = result
  const measure = comparedMeasure(result.measure)
  return {
    id: 'pictures',
    title: 'Speed and quality',
    body: html`<div class="figures">${figureOfPlot({
      title: `Time to train against ${measure.title}`,
      says: `Better is ${measure.lowerIsBetter ? 'below' : 'above'}, faster is left. Blue: best, or not significantly worse.`,
      plot: speedPlot(kit, contenders, measure.name),
      whole: true,
      head: ['learner', 'training', measure.title],
      rows: contenders.map((one) => [
        one.name,
        mean(one.trainCpuSeconds, formatSeconds),
        formatScore(one.measures[measure.name].mean),
      ]),
    })}${columnsFor(result).map(({ name, title, help, lowerIsBetter }) =>
      figureOfPlot({
        title: `${title}${lowerIsBetter ? ' (less is better)' : ''}`,
        says: `${help}${split.names.length > 1 ? '; lines: a deviation to either side' : ''}`,
        plot: measurePlot(kit, contenders, name),
      }),
    )}</div>`,
  }
}

function testsSection({ pairs, measure }: CompareResult): Section | undefined {
  if (pairs.length === 0) return undefined
  const withSplits = pairs.some(({ splits }) => splits !== undefined)
  const cells = (test: SignTest | undefined): Piece =>
    test === undefined
      ? html`<td class="n">–</td><td class="n">–</td>`
      : html`<td class="n">${formatCount(test.wins)} : ${formatCount(test.losses)}</td><td class="n${test.twoTailed < 0.05 ? ' best' : ''}">${test.twoTailed < 0.001 ? '<0.001' : formatScore(test.twoTailed)}</td>`
  const head = ['documents', ...(withSplits ? ['splits'] : []), 'labels']
  return {
    id: 'tests',
    title: 'Sign tests',
    body: html`<p class="note">How often the first was better and the second was, ties left out, and the chance p of a difference so great if both were alike (two-tailed); below 0.05 in bold. Documents${withSplits && ' and splits'} by ${comparedMeasure(measure).title}, labels by F1.</p>
<div class="wide" tabindex="0" role="region" aria-label="Sign tests"><table><thead><tr><th scope="col">first</th><th scope="col">second</th>${head.map((name) => html`<th scope="col" class="n">${name}</th><th scope="col" class="n">p</th>`)}</tr></thead>
<tbody>${pairs.map((pair) => html`<tr><th scope="row"><bdi>${pair.first}</bdi></th><td><bdi>${pair.second}</bdi></td>${cells(pair.documents)}${withSplits && cells(pair.splits)}${cells(pair.labels)}</tr>\n`)}</tbody></table></div>`,
  }
}

function allSection({ contenders, split }: CompareResult): Section {
  return {
    id: 'measures',
    title: 'All measures',
    body: html`<div class="wide" tabindex="0" role="region" aria-label="All measures"><table>
<thead><tr><th scope="col">measure</th>${contenders.map(({ name }) => html`<th scope="col" class="n"><bdi>${name}</bdi></th>`)}</tr></thead>
<tbody>${comparedMeasures().map((measure) => html`<tr><th scope="row" title="${measure.help}">${titleOf(measure)}</th>${contenders.map((one) => measureCell(one, measure, contenders, split.names.length > 1))}</tr>\n`)}</tbody></table></div>
<p class="note">↓ less is better.</p>`,
  }
}

function aboutSection({ data, contenders, cells, split, version }: CompareResult): Section {
  const learned =
    cells.length > 0 && [...new Set(cells.map(({ documents }) => formatCount(documents)))].join(', ')
  const list: [string, Piece][] = [
    ['data', html`<bdi>${data.paths.join(', ')}</bdi>`],
    ['test', data.test && html`<bdi>${data.test}</bdi>`],
    ['sha256', html`<code>${data.fingerprint}</code>`],
    ['splits', split.names.join(', ')],
    ['documents learned from', learned],
    ['Abound', version],
  ]
  return {
    id: 'about',
    title: 'Data and options',
    body: html`${facts(list)}
${contenders.map((one) => {
  const options = cells.find(({ contender }) => contender === one.name)?.options ?? one.options
  return html`<details><summary>Options of <bdi>${one.name}</bdi></summary>${optionFacts(options)}</details>`
})}`,
  }
}
