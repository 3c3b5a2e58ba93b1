// Before the tests that run the build (`*.built.test.ts`): builds where the sources are not those of the last build.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isFresh } from '../scripts/source-hash.mjs'

export default function setup() {
  // Another build is tested as it is.
  if (process.env.ABOUND_CLI !== undefined || isFresh()) return
  console.info('the sources have changed since the last build: building')
  const script = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))
  execFileSync(process.execPath, [script], { stdio: 'inherit' })
}
