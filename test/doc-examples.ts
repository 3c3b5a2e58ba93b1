// The examples in doc comments of a package: found in the sources, and run with the names that they may use.

import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { check, instrumented } from './example-checks.js'

export interface Example {
  readonly name: string
  readonly file: string
  readonly code: string
}

/** Lists of names, and not where the names are declared. */
const LIST = /(^|\/)(index|internal|reports)\.ts$/
const LEARNER = /learners\/.+\/index\.ts$/

/** The sources of a package as its entries reach them. */
export class DocExamples {
  /** All files but lists of names, relative to the sources. */
  readonly files: readonly string[]
  /** Those of all files, whoever may import them. */
  readonly examples: readonly Example[]
  private readonly src: string
  private readonly program: ts.Program
  private readonly checker: ts.TypeChecker

  constructor(src: string, entries: readonly string[]) {
    this.src = src
    this.program = ts.createProgram([...entries], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      noLib: true,
      types: [],
    })
    this.checker = this.program.getTypeChecker()
    this.files = this.program
      .getSourceFiles()
      .filter(({ fileName, isDeclarationFile }) => fileName.startsWith(src) && !isDeclarationFile)
      .map(({ fileName }) => relative(src, fileName))
      .filter((file) => !LIST.test(file) || LEARNER.test(file))
    this.examples = this.files.flatMap((file) =>
      [...this.valuesOf(join(src, file))].flatMap(([name, symbol]) =>
        this.examplesOf(symbol).map((code) => ({ name, file, code })),
      ),
    )
  }

  /** What a module exports that is there at run time, by the name it has there. */
  valuesOf(file: string): Map<string, ts.Symbol> {
    const module = this.checker.getSymbolAtLocation(this.program.getSourceFile(file)!)
    const found = new Map<string, ts.Symbol>()
    for (const symbol of module === undefined ? [] : this.checker.getExportsOfModule(module)) {
      const isAlias = symbol.flags & ts.SymbolFlags.Alias
      const target = isAlias ? this.checker.getAliasedSymbol(symbol) : symbol
      if (target.flags & ts.SymbolFlags.Value) found.set(symbol.name, target)
    }
    return found
  }

  /** What `@example` says in the doc comment of a declaration, and what stands there between fences. */
  examplesOf(symbol: ts.Symbol): string[] {
    const tags = symbol.getJsDocTags(this.checker).filter((tag) => tag.name === 'example')
    const tagged = tags.map((tag) => ts.displayPartsToString(tag.text))
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(this.checker))
    return [...tagged, ...Array.from(comment.matchAll(/^```ts\n(.*?)^```/gms), ([, code]) => code)]
  }

  /** All that the files of a room export. */
  async roomOf(file: string): Promise<Record<string, unknown>> {
    const inRoom = this.files.filter((other) => dirname(other) === dirname(file) || other === 'options.ts')
    const modules = await Promise.all(inRoom.map((other) => import(join(this.src, other)) as Promise<object>))
    return Object.assign({}, ...modules)
  }
}

/** Runs an example with these names about it; answers how many values it compared. */
export async function runExample(code: string, names: Readonly<Record<string, unknown>>): Promise<number> {
  const made = instrumented(code)
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>
  const all = { ...names, check }
  // In a block of its own an example may declare names that are there already.
  await new AsyncFunction(...Object.keys(all), `{${made.code}\n}`)(...Object.values(all))
  return made.checks
}
