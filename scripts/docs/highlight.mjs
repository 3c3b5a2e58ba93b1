// Code as HTML with its words marked, when the site is built: pages need no script for it.

import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const LANGUAGES = { bash, css, dockerfile, ini, javascript, json, nginx, python, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(LANGUAGES)) core.registerLanguage(name, language)
core.registerAliases(['service', 'conf'], { languageName: 'ini' })
core.registerAliases(['signature', 'example'], { languageName: 'typescript' })
core.registerAliases(['cff'], { languageName: 'yaml' })

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @param {string} text */
export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[/** @type {keyof typeof ESCAPES} */ (char)])
}

/** @param {string} code @param {string} language as a fence or an extension names it */
export function highlight(code, language) {
  if (language === 'console') return session(code)
  if (core.getLanguage(language) === undefined) return escapeHtml(code)
  // What a here-document holds is no shell.
  const here = /^([\s\S]*?<<'?(\w+)'?[^\n]*\n)([\s\S]*?\n)(\2(?:\n[\s\S]*)?)$/.exec(code)
  if (here !== null && core.getLanguage(language)?.name === 'Bash')
    return plainShell(here[1]) + escapeHtml(here[3]) + highlight(here[4], language)
  return core.highlight(code, { language, ignoreIllegals: true }).value
}

/** @param {string} code */
function plainShell(code) {
  return core.highlight(code, { language: 'bash', ignoreIllegals: true }).value
}

/** Commands behind `$` are what one types; all else is what is printed. @param {string} code */
function session(code) {
  return code
    .split('\n')
    .map((line) =>
      line.startsWith('$ ')
        ? `<span class="prompt">$ </span><span class="typed">${highlight(line.slice(2), 'bash')}</span>`
        : `<span class="printed">${escapeHtml(line)}</span>`,
    )
    .join('\n')
}
