// Whether an example gives what its comments say: `expression // value` is checked where the value is a literal.

import ts from 'typescript'

/** The example with each value that a comment gives handed to `check`. */
export function instrumented(code: string): { readonly code: string; readonly checks: number } {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true)
  const inserts: { at: number; text: string }[] = []
  let checks = 0
  const visit = (statement: ts.Node): void => {
    const said = valueBehind(code, statement.end)
    const checked = said === undefined ? undefined : checkedPart(statement)
    if (said !== undefined && checked !== undefined) {
      checks++
      const { from, to, after } = checked
      const value = JSON.stringify(said)
      if (after === undefined) {
        // `void` begins a statement wherever one may begin, without a semicolon before it.
        inserts.push({ at: from, text: 'void check(' }, { at: to, text: `, ${value})` })
      } else inserts.push({ at: statement.end, text: `;check(${after}, ${value});` })
    }
    ts.forEachChild(statement, visit)
  }
  visit(source)
  const out = inserts
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: insert }) => text.slice(0, at) + insert + text.slice(at), code)
  return { code: ts.transpile(out, { target: ts.ScriptTarget.ES2022 }), checks }
}

function checkedPart(node: ts.Node): { from: number; to: number; after?: string } | undefined {
  if (ts.isExpressionStatement(node)) return { from: node.expression.getStart(), to: node.expression.end }
  if (!ts.isVariableStatement(node)) return undefined
  const { name } = node.declarationList.declarations[0]
  return ts.isIdentifier(name) ? { from: 0, to: 0, after: name.text } : undefined
}

/** The comment behind a statement if it begins as a literal does; words of explanation do not. */
function valueBehind(code: string, end: number): string | undefined {
  const comment = ts.getTrailingCommentRanges(code, end)?.[0]
  if (comment === undefined) return undefined
  const text = code.slice(comment.pos, comment.end).replace(/^\/\/\s*/, '')
  return /^(['"[{\d…-]|true\b|false\b|null\b|undefined\b)/.test(text) ? text : undefined
}

const ANYTHING = '__anything__'

/** Whether a value is what a literal says. */
function matches(value: unknown, literal: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(literal)) return matches(value, literal.expression)
  if (ts.isIdentifier(literal)) {
    if (literal.text === ANYTHING) return true
    if (literal.text === 'undefined') return value === undefined
  }
  if (ts.isStringLiteralLike(literal)) return stringMatches(value, literal.text)
  if (ts.isNumericLiteral(literal)) return close(value, Number(literal.text))
  if (ts.isPrefixUnaryExpression(literal) && ts.isNumericLiteral(literal.operand)) {
    return close(value, -Number(literal.operand.text))
  }
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return value === true
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return value === false
  if (literal.kind === ts.SyntaxKind.NullKeyword) return value === null
  if (ts.isArrayLiteralExpression(literal)) return listMatches(value, literal.elements)
  if (ts.isObjectLiteralExpression(literal)) return objectMatches(value, literal.properties)
  throw new Error(`cannot compare with ${literal.getText()}`)
}

function stringMatches(value: unknown, text: string): boolean {
  if (typeof value !== 'string') return false
  const parts = text.split(ANYTHING).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(value)
}

function close(value: unknown, expected: number): boolean {
  if (typeof value !== 'number') return false
  return Number.isInteger(expected)
    ? value === expected
    : Math.abs(value - expected) <= 1e-6 * Math.abs(expected)
}

function listMatches(value: unknown, elements: readonly ts.Expression[]): boolean {
  const items = ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value
  if (!Array.isArray(items)) return false
  const last = elements.at(-1)
  const open = last !== undefined && ts.isIdentifier(last) && last.text === ANYTHING
  const given = open ? elements.slice(0, -1) : elements
  if (open ? items.length < given.length : items.length !== given.length) return false
  return given.every((element, i) => matches(items[i], element))
}

function objectMatches(value: unknown, properties: readonly ts.ObjectLiteralElementLike[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<string, unknown>
  const open = properties.some((one) => one.name?.getText() === ANYTHING)
  const given = properties.filter((one) => one.name?.getText() !== ANYTHING) as ts.PropertyAssignment[]
  const keys = given.map(({ name }) => (ts.isStringLiteral(name) ? name.text : name.getText()))
  if (!open && Object.keys(record).some((key) => !keys.includes(key))) return false
  return given.every(({ initializer }, i) => keys[i] in record && matches(record[keys[i]], initializer))
}

/** Throws where a value is not what the comment behind it says. */
export function check(value: unknown, said: string): unknown {
  if (!matches(value, literalOf(said))) throw new Error(`expected ${said}, found ${JSON.stringify(value)}`)
  return value
}

function literalOf(said: string): ts.Expression {
  let text = said.replaceAll('…', ANYTHING)
  for (;;) {
    const source = ts.createSourceFile('value.ts', `(${text})`, ts.ScriptTarget.Latest, true)
    const [statement] = source.statements
    const { parseDiagnostics } = source as unknown as { parseDiagnostics: unknown[] }
    const whole = parseDiagnostics.length === 0 && source.statements.length === 1
    if (whole && ts.isExpressionStatement(statement)) return statement.expression
    const comma = text.lastIndexOf(', ')
    if (comma < 0) throw new Error(`the comment "${said}" begins like a value but is none`)
    text = text.slice(0, comma)
  }
}
