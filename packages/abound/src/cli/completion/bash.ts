// For bash: a function that answers with what fits the word at the cursor, and with nothing where files fit.

import { type CompletedCommand, isOuter, quote } from './completed-command.js'

export function bashScript(commands: readonly CompletedCommand[]): string {
  const outer = commands.filter(isOuter).map(({ name }) => name)
  const inner = commands.filter((command) => !isOuter(command)).map(({ name }) => quote(name))
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter((flag) => flag.values.length > 0)
      .map((flag) => {
        const patterns = flag.names.map((flagName) => quote(`${name} ${flagName}`))
        return `    ${patterns.join('|')}) words=${quote(flag.values.join(' '))} ;;\n`
      }),
  )
  const flags = commands.map(({ name, flags }) => {
    const names = flags.flatMap((flag) => flag.names)
    return `      ${quote(name)}) words=${quote(names.join(' '))} ;;\n`
  })
  const words = commands
    .filter((command) => command.words.length > 0)
    .map((command) => `      ${quote(command.name)}) words=${quote(command.words.join(' '))} ;;\n`)
  return `# Completion of abound for bash: source <(abound completion bash)
_abound() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  case "$command \${COMP_WORDS[2]}" in
    ${inner.length > 0 ? inner.join('|') : "''"}) [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;;
  esac
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quote([...outer, '--help', '--version'].join(' '))} -- "$word"))
    return
  fi
  case "$command $before" in
${values.join('')}  esac
  if [ -z "$words" ]; then
    case "$word" in
    -*) case "$command" in
${flags.join('')}    esac ;;
    *) case "$command" in
${words.join('')}    esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _abound abound
`
}
