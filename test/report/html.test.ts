import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataBlock, html } from '../../packages/abound/src/report/html.js'

describe('templates', () => {
  it('escape what is put into them, in attributes too', () => {
    expect(html`<b title="${`"'`}">${'<script>&'}</b>`.text).toBe(
      '<b title="&quot;&#39;">&lt;script&gt;&amp;</b>',
    )
  })

  it('take markup as it is, lists, numbers, and nothing for what is not there', () => {
    expect(html`${[html`<i>${1}</i>`, '<', [2, null]]}${undefined}${false}`.text).toBe('<i>1</i>&lt;2')
  })

  it('let no text end an element, an attribute or a block of data', () => {
    const hostile = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'<>&"\'/!-\0 \nscript'), maxLength: 30 }),
      fc.constantFrom('</script><script>alert(1)</script>', '<!--<script>', '"><img src=x onerror=alert(1)>'),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        const page = html`<p title="${text}">${text}</p>`.text
        expect(page.slice(10, page.lastIndexOf('">'))).not.toMatch(/[<>"]/)
        expect(page.match(/</g)).toHaveLength(2)
        const block = dataBlock('x', { text }).text
        const json = block.slice(block.indexOf('>') + 1, block.lastIndexOf('</script>'))
        expect(json).not.toContain('<')
        expect(JSON.parse(json)).toEqual({ text })
      }),
    )
  })
})
