// Jobs in answers: training goes on after the request, and is asked for under /v1/jobs/{id}.

import { Type } from '@sinclair/typebox'
import type { DeclaredError } from './define-route.js'

export const JobAnswer = Type.Object({
  job: Type.String(),
  model: Type.String(),
  what: Type.String(),
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  progress: Type.Number(),
  message: Type.String(),
})

export const NOT_TRAINER: DeclaredError = {
  status: 409,
  when: 'the server is a replica, which trains nothing',
}
