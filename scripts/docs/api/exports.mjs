// What a module exports, read from its types: for each name what it is, how it is written in the source, its doc comment
// and its examples.

import { relative } from 'node:path'
import ts from 'typescript'

/** @typedef {'function' | 'class' | 'type' | 'value' | 'used'} Kind `used`: a type that the others mention, not exported itself */
/** @typedef {{ name: string, signature: string, says: string, examples: string[] }} Member */
/** @typedef {{ name: string, kind: Kind, signature: string, says: string, examples: string[], members: Member[], source: string }} Exported */

/** @param {string} root @param {readonly string[]} files */
export function readExports(root, files) {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(
    files.map((file) => root + file),
    options,
  )
  const checker = program.getTypeChecker()
  return files.map((file) => {
    const source = program.getSourceFile(root + file)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${file}: expected a module`)
    const exported = checker.getExportsOfModule(module)
    const own = new Set(exported.map((symbol) => targetOf(checker, symbol)))
    const used = usedTypes(checker, root, own)
    return [
      ...exported.map((symbol) => describe(checker, root, symbol)),
      ...used.map((symbol) => ({ ...describe(checker, root, symbol), kind: /** @type {const} */ ('used') })),
    ].sort((a, b) => a.name.localeCompare(b.name))
  })
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
function targetOf(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/**
 * The interfaces and types of ours that public functions and classes mention without exporting them: those of options,
 * mostly.
 * @param {ts.TypeChecker} checker @param {string} root @param {ReadonlySet<ts.Symbol>} own
 */
function usedTypes(checker, root, own) {
  /** @type {Set<ts.Symbol>} */
  const found = new Set()
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isBlock(node) || ts.isJSDoc(node)) return
    if (ts.isClassElement(node) && ts.getCombinedModifierFlags(node) & HIDDEN) return
    if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) return
    if (ts.isTypeReferenceNode(node)) {
      const named = checker.getSymbolAtLocation(node.typeName)
      const symbol = named === undefined ? undefined : targetOf(checker, named)
      const [first] = symbol?.declarations ?? []
      const isOurs = first?.getSourceFile().fileName.startsWith(`${root}packages/`)
      if (
        symbol !== undefined &&
        isOurs &&
        !own.has(symbol) &&
        (ts.isInterfaceDeclaration(first) || ts.isTypeAliasDeclaration(first))
      )
        found.add(symbol)
    }
    ts.forEachChild(node, visit)
  }
  for (const symbol of own)
    for (const one of symbol.declarations ?? [])
      if (ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one)) visit(one)
  return [...found]
}

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected

/** @param {ts.TypeChecker} checker @param {string} root @param {ts.Symbol} exported @returns {Exported} */
function describe(checker, root, exported) {
  const symbol = targetOf(checker, exported)
  const declarations = symbol.declarations ?? []
  const [first] = declarations
  const isFunction = declarations.some((one) => ts.isFunctionDeclaration(one))
  const classNode = declarations.find((one) => ts.isClassDeclaration(one))
  const isValue = declarations.some((one) => ts.isVariableDeclaration(one))
  return {
    name: exported.name,
    kind: isFunction ? 'function' : classNode ? 'class' : isValue ? 'value' : 'type',
    signature: declarations
      .filter(
        (one, _, all) =>
          !ts.isFunctionDeclaration(one) ||
          one.body === undefined ||
          all.filter((other) => ts.isFunctionDeclaration(other)).length === 1,
      )
      .map((one) => signatureOf(checker, one))
      .join('\n\n')
      // It may be exported under another name than it has in its file.
      .replace(new RegExp(`\\b${symbol.name}\\b`), exported.name),
    ...commentOf(checker, symbol),
    members: classNode === undefined ? [] : membersOf(checker, classNode),
    source: relative(root, first.getSourceFile().fileName),
  }
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
function commentOf(checker, symbol) {
  const tags = symbol.getJsDocTags(checker)
  const parts = tags
    .filter((tag) => tag.name === 'param')
    .map((tag) => `- \`${ts.displayPartsToString(tag.text).replace(/^(\S+)\s*-?\s*/, '$1`: ')}`)
  return {
    says: [
      ts.displayPartsToString(symbol.getDocumentationComment(checker)),
      ...(parts.length > 0 ? [parts.join('\n')] : []),
    ].join('\n\n'),
    examples: tags.filter((tag) => tag.name === 'example').map((tag) => ts.displayPartsToString(tag.text)),
  }
}

/** As the source has it, without what a caller does not see. @param {ts.TypeChecker} checker @param {ts.Declaration} node */
function signatureOf(checker, node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node))
    return headOf(node)
  if (ts.isClassDeclaration(node)) return textBetween(node, node.members.pos).replace(/\s*\{$/, '')
  if (ts.isVariableDeclaration(node)) {
    const type = checker.typeToString(
      checker.getTypeAtLocation(node),
      node,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    )
    return type.length <= 300
      ? `const ${node.name.getText()}: ${type}`
      : `const ${node.name.getText()}: { … }`
  }
  return textBetween(node, node.end)
}

/** @param {ts.FunctionLikeDeclaration} node */
function headOf(node) {
  return textBetween(node, node.body?.pos ?? node.end).trim()
}

/** @param {ts.Node} node @param {number} end */
function textBetween(node, end) {
  const text = node.getSourceFile().text.slice(node.getStart(), end)
  return text
    .replace(/^((export|async|declare|override|public|default) )+/, '')
    .replace(/^ {2}(?= *\S)/gm, (blanks) => (ts.isClassElement(node) ? '' : blanks))
}

/** @param {ts.TypeChecker} checker @param {ts.ClassDeclaration} node @returns {Member[]} */
function membersOf(checker, node) {
  return node.members.flatMap((member) => {
    if (ts.getCombinedModifierFlags(member) & HIDDEN) return []
    if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return []
    const symbol = member.name === undefined ? undefined : checker.getSymbolAtLocation(member.name)
    if (ts.isConstructorDeclaration(member) || symbol === undefined) return []
    if (ts.isMethodDeclaration(member) && member.body !== undefined && (symbol.declarations ?? []).length > 1)
      return []
    if (/@internal/.test(member.getFullText().slice(0, member.getLeadingTriviaWidth()))) return []
    return [
      {
        name: member.name?.getText() ?? '',
        signature: memberSignature(checker, member),
        ...commentOf(checker, symbol),
      },
    ]
  })
}

/** @param {ts.TypeChecker} checker @param {ts.ClassElement} member */
function memberSignature(checker, member) {
  if (ts.isMethodDeclaration(member) || ts.isGetAccessor(member)) return headOf(member)
  if (ts.isPropertyDeclaration(member) && member.initializer !== undefined) {
    const type = checker.typeToString(checker.getTypeAtLocation(member), member)
    return `${textBetween(member, member.name.end)}: ${type}`
  }
  return textBetween(member, member.end)
}
