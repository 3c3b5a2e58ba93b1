// Who is here and with which model: the token's role, the models of the server, the one that is looked at.

import type { ModelInfo, ModelLine, TokenRole, UploadFormat } from './answers.js'
import { ApiError, ModelApi, server, token } from './api.js'
import { errorMessage } from './notices.svelte.js'

type Phase = 'loading' | 'token' | 'away' | 'none' | 'ready'

const MODEL = 'abound-model'
const RANKS: readonly TokenRole[] = ['read', 'teach', 'admin']

class Session {
  phase = $state<Phase>('loading')
  role = $state<TokenRole>('read')
  models = $state.raw<readonly ModelLine[]>([])
  /** The formats that the server takes. */
  formats = $state.raw<readonly UploadFormat[]>([])
  api = $state.raw<ModelApi>(new ModelApi('default'))
  info = $state.raw<ModelInfo>()
  /** The newest version that any answer told of. */
  version = $state(0)
  /** Why a token is asked for, or why nothing comes. */
  trouble = $state('')

  /** Asks the server again who we are and what there is. */
  async open(name = sessionStorage.getItem(MODEL)): Promise<void> {
    try {
      this.role = (await server.ask('GET /v1/access')).role
      const { models, default: first } = await server.ask('GET /v1/models')
      this.models = models
      this.formats = (await server.ask('GET /v1/formats')).formats
      const chosen = models.find((model) => model.name === name)?.name ?? first
      if (chosen === null) {
        this.phase = 'none'
        return
      }
      await this.choose(chosen)
      this.phase = 'ready'
    } catch (error) {
      this.fail(error)
    }
  }

  async choose(name: string): Promise<void> {
    if (name !== this.api.name) {
      this.api = new ModelApi(name)
      this.info = undefined
      this.version = 0
    }
    sessionStorage.setItem(MODEL, name)
    await this.refresh()
  }

  /** What is known of the model, afresh. */
  async refresh(): Promise<void> {
    const { api } = this
    const info = await api.ask('GET /v1/model')
    if (api !== this.api) return
    this.info = info
    this.version = info.version
  }

  saw(version: number): void {
    if (version > this.version) this.version = version
  }

  may(role: TokenRole): boolean {
    return RANKS.indexOf(this.role) >= RANKS.indexOf(role)
  }

  signIn(given: string): Promise<void> {
    token.set(given.trim())
    return this.open()
  }

  signOut(): void {
    token.set('')
    this.trouble = ''
    this.phase = 'token'
  }

  /** Whether the error is about who we are: then the page asks for a token. */
  fail(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) {
      this.trouble = token.get() === '' ? '' : 'The server does not know this token.'
      this.phase = 'token'
      return
    }
    this.trouble = errorMessage(error)
    this.phase = 'away'
  }
}

export const session = new Session()
