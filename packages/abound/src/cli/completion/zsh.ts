// For zsh: the same with what each command and flag is for.

import { type CompletedCommand, isOuter, quote } from './completed-command.js'

export function zshScript(commands: readonly CompletedCommand[]): string {
  const outer = commands.filter(isOuter).map(({ name, summary }) => described(name, summary))
  const inner = commands.filter((command) => !isOuter(command)).map(({ name }) => quote(name))
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter((flag) => flag.values.length > 0)
      .map((flag) => {
        const patterns = flag.names.map((flagName) => quote(`${name} ${flagName}`))
        return `    ${patterns.join('|')}) compadd -- ${flag.values.map(quote).join(' ')}; return ;;\n`
      }),
  )
  const flags = commands.map(({ name, flags }) => {
    const items = flags.flatMap((flag) => flag.names.map((flagName) => described(flagName, flag.help)))
    return `      ${quote(name)}) found=(${items.join(' ')}) ;;\n`
  })
  const words = commands
    .filter((command) => command.words.length > 0)
    .map((command) => `    ${quote(command.name)}) compadd -- ${command.words.map(quote).join(' ')} ;;\n`)
  return `#compdef abound
# Completion of abound for zsh: source <(abound completion zsh), after compinit
_abound() {
  local -a found
  local command=\${words[2]} before=\${words[CURRENT-1]}
  if (( CURRENT == 2 )); then
    found=(${outer.join(' ')})
    _describe command found
    return
  fi
  case "$command \${words[3]}" in
    ${inner.length > 0 ? inner.join('|') : "''"}) (( CURRENT > 3 )) && command="$command \${words[3]}" ;;
  esac
  case "$command $before" in
${values.join('')}  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$command" in
${flags.join('')}    esac
    _describe option found
    return
  fi
  case "$command" in
${words.join('')}  esac
  _files
}
if [ "\${funcstack[1]}" = _abound ]; then _abound "$@"; else compdef _abound abound; fi
`
}

function described(name: string, help: string): string {
  return quote(`${name.replaceAll(':', '\\:')}:${help.replaceAll(':', '\\:')}`)
}
