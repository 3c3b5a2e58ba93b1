// Learners from outside through every check: those of the plugin that ABOUND_PLUGIN names, else of the example.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Extensions, extend } from '../../packages/abound/src/internal.js'
import { EXPLAIN_CHECKS } from './explain-checks.js'
import { INPUT_CHECKS } from './input-checks.js'
import { SAMENESS_CHECKS } from './sameness-checks.js'
import { SHRINK_CHECKS } from './shrink-checks.js'

const path = resolve(process.env.ABOUND_PLUGIN ?? 'examples/own-learner/arow.js')
const plugin = ((await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default: Extensions })
  .default
extend(plugin)

describe.each((plugin.learners ?? []).map((learner) => [learner.name, learner] as const))(
  '%s',
  (_, learner) => {
    for (const check of [...INPUT_CHECKS, ...SAMENESS_CHECKS, ...EXPLAIN_CHECKS, ...SHRINK_CHECKS]) {
      it(check.name, async (context) => {
        const reason = check.skip?.(learner)
        if (reason !== undefined) context.skip(reason)
        expect.hasAssertions()
        await check.run(learner)
      })
    }
  },
)
