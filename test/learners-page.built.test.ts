// docs/learners.md says what the learners of the build say of themselves.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('docs/learners.md is what scripts/learners-page.mjs makes', () => {
  const script = fileURLToPath(new URL('../scripts/learners-page.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
