// Reads what source files import, and finds what breaks the order of a package's rooms.

import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'

/** How the rooms of a package lie. */
export interface House {
  /** A room imports only from itself and from rooms listed above it. */
  readonly rooms: readonly string[]
  /** The rooms that may use Node; all others run in a browser. */
  readonly node: ReadonlySet<string>
  /** Rooms that use the rest of the house only through these doors. */
  readonly doors: ReadonlyMap<string, readonly string[]>
  /** Packages of ours that it may import, by their names. */
  readonly packages: RegExp
  /** The one file that imports modules whose names its users tell. */
  readonly namedByUsers?: string
  /** Rooms in a browser that may name types of rooms that use Node. */
  readonly onlyTypes?: ReadonlySet<string>
}

const LEARNERS = 'learners'
const REGISTRY = 'learners/registry.ts'
/** What other packages use of learners. */
const LIST = 'learners/index.ts'

const NODE_GLOBALS = new Set([
  'process',
  'Buffer',
  'global',
  'require',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
])

const CODE = /\.([cm]?[jt]sx?|svelte)$/

/** What a source file asks for from elsewhere; `what` is undefined where it is only known at run time. */
interface Demand {
  readonly kind: 'import' | 'global'
  readonly what: string | undefined
  readonly line: number
  /** Nothing of it is left when it runs. */
  readonly onlyTypes: boolean
}

/** The script of a component, in its lines; other files as they are. */
function codeOf(path: string, text: string): string {
  if (!path.endsWith('.svelte')) return text
  const [, before = '', script = ''] = /^(.*?<script lang="ts">)(.*?)<\/script>/s.exec(text) ?? []
  return before.replace(/[^\n]/g, '') + script
}

export function demandsOf(path: string, given: string): Demand[] {
  const text = codeOf(path, given)
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Demand[] = []
  const add = (kind: Demand['kind'], node: ts.Node, what: string | undefined): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    found.push({ kind, what, line, onlyTypes: isOfTypes(node) })
  }
  const literal = (node: ts.Node | undefined): string | undefined =>
    node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add('import', node, literal(node.moduleSpecifier))
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      add('import', node, literal(node.moduleSpecifier))
    else if (ts.isExternalModuleReference(node)) add('import', node, literal(node.expression))
    else if (ts.isImportTypeNode(node)) {
      add('import', node, ts.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : undefined)
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add('import', node, literal(node.arguments[0]))
    } else if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name))
      add('import', node, node.name.text)
    else if (isUrlOfCode(node)) add('import', node, literal(node.arguments?.[0]))
    else if (isGlobalUse(node)) add('global', node, node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const { fileName } of source.typeReferenceDirectives) add('import', source, fileName)
  for (const { fileName } of source.referencedFiles) add('import', source, fileName)
  return found
}

function isOfTypes(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  return ts.isImportTypeNode(node) || (ts.isExportDeclaration(node) && node.isTypeOnly)
}

/** `new URL('./worker.js', import.meta.url)`: how a thread's code is named. */
function isUrlOfCode(node: ts.Node): node is ts.NewExpression {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'URL') return false
  const [path, base] = node.arguments ?? []
  return base?.getText() === 'import.meta.url' && ts.isStringLiteralLike(path) && CODE.test(path.text)
}

/** A name that Node alone knows, not as the name of a member (`queue.process`). */
function isGlobalUse(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node) || !NODE_GLOBALS.has(node.text)) return false
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return parent.expression.getText() === 'globalThis'
  if (ts.isQualifiedName(parent) && parent.right === node) return false
  if ((ts.isBindingElement(parent) || ts.isImportSpecifier(parent)) && parent.propertyName === node)
    return false
  if (ts.isShorthandPropertyAssignment(parent)) return true
  return !(
    (ts.isClassElement(parent) || ts.isTypeElement(parent) || ts.isObjectLiteralElement(parent)) &&
    parent.name === node
  )
}

const roomOf = (path: string): string => path.split('/')[0]
/** Of a path below a room, the folder or file. */
const learnerOf = (path: string): string => path.split('/')[1]

/** Every breach of the rooms' order in these files (path below src → text), one line each. */
export function breachesOf(files: ReadonlyMap<string, string>, house: House): string[] {
  const breaches: string[] = []
  for (const [path, text] of files) {
    const room = roomOf(path)
    if (!house.rooms.includes(room)) breaches.push(`${path}: ${room} is not in the list of rooms`)
    if (!CODE.test(path) || path.endsWith('.as.ts')) continue
    for (const demand of demandsOf(path, text)) {
      const { kind, what, line } = demand
      const why =
        kind === 'global' ? globalBreach(room, what, house) : importBreach(path, demand, files, house)
      if (why !== undefined) breaches.push(`${path}:${line}: ${why}`)
    }
  }
  return breaches
}

function globalBreach(room: string, name: string | undefined, { node }: House): string | undefined {
  return node.has(room) ? undefined : `uses ${name}, which a browser does not have`
}

function importBreach(
  path: string,
  { what: specifier, onlyTypes }: Demand,
  files: ReadonlyMap<string, string>,
  house: House,
): string | undefined {
  const { rooms, node, doors, packages } = house
  const room = roomOf(path)
  if (specifier === undefined)
    return path === house.namedByUsers ? undefined : 'imports what only running it would tell'
  if (isBuiltin(specifier) || specifier === 'node') {
    return node.has(room) ? undefined : `imports ${specifier}, which a browser does not have`
  }
  if (packages.test(specifier)) return undefined
  if (/^(abound(\/|$)|@abound\/|#|\/|\w+:)/.test(specifier))
    return `imports ${specifier}: rooms are entered by relative paths`
  if (!specifier.startsWith('.')) return undefined

  const target = posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
  const targetRoom = roomOf(target)
  if (!files.has(target)) return `imports ${specifier}, which is not there`
  if (rooms.indexOf(targetRoom) > rooms.indexOf(room))
    return `imports ${target}: ${targetRoom} comes after ${room}`
  if (targetRoom === LEARNERS && target !== REGISTRY && path !== REGISTRY && path !== LIST) {
    if (room !== LEARNERS) return `imports ${target}: only ${REGISTRY} imports learners`
    if (learnerOf(path) !== learnerOf(target)) return `imports ${target}: it belongs to another learner`
  }
  if (targetRoom === room) return undefined
  if (node.has(targetRoom) && !node.has(room) && !(onlyTypes && house.onlyTypes?.has(room) === true))
    return `imports ${target}, which needs Node`
  const through = doors.get(room)
  if (through !== undefined && !through.includes(target)) {
    return `imports ${target}: ${room} uses the house through ${through.join(' and ')}`
  }
  return undefined
}

/** The files of a circle of imports, if there is one. */
export function circleIn(files: ReadonlyMap<string, string>): string[] {
  const done = new Set<string>()
  const follow = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (done.has(path) || !CODE.test(path)) return []
    for (const { kind, what } of demandsOf(path, files.get(path) ?? '')) {
      if (kind !== 'import' || what?.startsWith('.') !== true) continue
      const found = follow(posix.join(posix.dirname(path), what).replace(/\.js$/, '.ts'), [...way, path])
      if (found.length > 0) return found
    }
    done.add(path)
    return []
  }
  for (const path of files.keys()) {
    const found = follow(path, [])
    if (found.length > 0) return found
  }
  return []
}
