// Who may do what: bearer tokens with roles, the host that a request names, the page that it comes from.

import { createHash, timingSafeEqual } from 'node:crypto'
import { InputError } from 'abound'
import { HttpError } from '../http-error.js'

export const ROLES = ['read', 'teach', 'admin'] as const

/** Each may what those before it may. */
export type Role = (typeof ROLES)[number]

interface Token {
  readonly role: Role
  readonly digest: Buffer
}

const LEAST_TOKEN = 16

/**
 * The tokens that open the server; without any, everyone who reaches it is an admin.
 *
 * @example
 * const tokens = AccessTokens.from('read: only-for-asking-123\nadmin: for-everything-456', 'tokens.txt')
 * tokens.count // 2
 * tokens.roleOf('Bearer only-for-asking-123') // 'read'
 */
export class AccessTokens {
  private readonly tokens: readonly Token[]

  private constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  /** Lines (or parts between commas) of a role, a colon or blank, and a token; # begins a comment. */
  static from(text: string, where: string): AccessTokens {
    const tokens: Token[] = []
    for (const line of text.split(/[\n,]/)) {
      const entry = line.replace(/#.*/, '').trim()
      if (entry === '') continue
      const [, role, token] = /^(\w+)[\s:]+(\S+)$/.exec(entry) ?? []
      if (!(ROLES as readonly string[]).includes(role)) {
        throw new InputError(`${where}: expected lines of a role (${ROLES.join(', ')}), a colon and a token`)
      }
      if (token.length < LEAST_TOKEN)
        throw new InputError(`${where}: a token is short: expected at least ${LEAST_TOKEN} characters`)
      tokens.push({ role: role as Role, digest: digestOf(token) })
    }
    return new AccessTokens(tokens)
  }

  static readonly none = new AccessTokens([])

  get count(): number {
    return this.tokens.length
  }

  /** The role that a request's header gives; refuses one that gives none. */
  roleOf(authorization: string | undefined): Role {
    if (this.tokens.length === 0) return 'admin'
    const [, token] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
    if (token === undefined)
      throw new HttpError(401, 'token_missing', 'expected a header "Authorization: Bearer …"')
    const digest = digestOf(token)
    let found: Role | undefined
    // Compares with every token, so that the time taken tells nothing.
    for (const { role, digest: known } of this.tokens) if (timingSafeEqual(digest, known)) found = role
    if (found === undefined) throw new HttpError(401, 'token_unknown', 'the token is not known')
    return found
  }
}

/** Refuses a role that may not do what needs another. */
export function requireRole(has: Role, needs: Role): void {
  if (ROLES.indexOf(has) >= ROLES.indexOf(needs)) return
  throw new HttpError(403, 'forbidden', `this needs a token of the role ${needs}; yours has ${has}`)
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** The name in a Host header, without the port. */
export function hostName(header: string): string {
  return header
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
}

/**
 * Refuses requests that a page elsewhere made a browser send: by a name that leads here (DNS rebinding), or from
 * another origin.
 */
export function checkOrigin(
  hostHeader: string | undefined,
  origin: string | undefined,
  fetchSite: string | undefined,
  allowedHosts: ReadonlySet<string> | undefined,
): void {
  if (allowedHosts !== undefined) {
    const name = hostName(hostHeader ?? '')
    if (!isLoopback(name) && !allowedHosts.has(name)) {
      throw new HttpError(421, 'host_not_allowed', 'the server does not go by this name: see --allow-host')
    }
  }
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') {
    throw new HttpError(403, 'cross_origin', 'requests from pages of other origins are refused')
  }
  if (origin === undefined) return
  const from = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]
  if (from?.toLowerCase() !== (hostHeader ?? '').toLowerCase())
    throw new HttpError(403, 'cross_origin', 'requests from pages of other origins are refused')
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
