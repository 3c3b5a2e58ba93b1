// The code blocks of a Markdown page. One that cannot be run says why in a comment before it:
//
//   <!-- not run: asks a running server -->

export interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly code: string
  /** Why it is not run. */
  readonly reason: string | undefined
}

/** What is no code: output, drawings. */
const NO_CODE = new Set(['text', 'mermaid', ''])
const FENCE =
  /(?:<!-- not run: (?<reason>[^>]*?) -->\n+)?^(?<indent> *)```(?<language>\S*)\n(?<code>[\s\S]*?)^ *```$/gm

export function codeBlocks(page: string, markdown: string): Block[] {
  return [...markdown.matchAll(FENCE)]
    .map(({ index, groups = {}, 0: whole }) => ({
      page,
      line: markdown.slice(0, index + whole.indexOf('```')).split('\n').length,
      language: groups.language,
      code: groups.code.replaceAll(new RegExp(`^${groups.indent}`, 'gm'), ''),
      reason: groups.reason,
    }))
    .filter(({ language }) => !NO_CODE.has(language))
}

/** What one types of a terminal's session. */
export function typedCommands(session: string): string {
  return session
    .split('\n')
    .filter((line) => line.startsWith('$ '))
    .map((line) => line.slice(2))
    .join('\n')
}
