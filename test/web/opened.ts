// The page in a real browser, and all that the browser complained of.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export interface Opened {
  readonly page: Page
  /** Errors, warnings, breaches of the policy, and whatever was asked of another place. */
  readonly complaints: string[]
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 900 }, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  const { origin } = new URL(url)
  page.setDefaultTimeout(300_000)
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('blob:'))
      complaints.push(request.url())
  })
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (e) => console.error('policy', e.violatedDirective, e.blockedURI))",
  )
  await page.goto(url)
  return { page, complaints }
}
