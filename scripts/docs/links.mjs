// Where a link of a Markdown file leads in the site: to a page, a picture, or the page of a source file.

import { existsSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { relativeAddress } from './layout.mjs'
import { addressOf } from './navigation.mjs'
import { sourceAddress } from './source-pages.mjs'

const COPIED = /\.(svg|png|jpe?g|json)$/

/** What links of the pages need beside the pages themselves. */
export class Links {
  /** Files that are copied as they are: their place in the repository, their address. @type {Map<string, string>} */
  copied = new Map()
  /** Files and folders that get a page of their own. @type {Set<string>} */
  sources = new Set()

  /** @param {string} root @param {ReadonlySet<string>} pages Markdown files that are pages @param {readonly string[]} learners */
  constructor(root, pages, learners) {
    this.root = root
    this.pages = pages
    this.learners = learners
  }

  /**
   * The address that a link has on a page.
   * @param {string} source the Markdown file with the link
   * @param {string} target as the file has it
   * @param {string} from the address of the page
   */
  resolve(source, target, from) {
    const [file, anchor] = target.split('#')
    if (file === '' && source !== 'docs/learners.md') return target
    const path = file === '' ? source : posix.join(posix.dirname(source), decodeURI(file))
    return relativeAddress(from, this.#address(path, anchor, `${source}: ${target}`))
  }

  /** @param {string} path @param {string | undefined} anchor @param {string} link */
  #address(path, anchor, link) {
    const behind = anchor === undefined ? '' : `#${anchor}`
    // A learner's section on a code host is a page here.
    if (path === 'docs/learners.md' && anchor !== undefined && this.learners.includes(anchor))
      return `learners/${anchor}.html`
    // The README is for a code host; its part is played by the first page.
    if (path === 'README.md') return 'index.html'
    if (this.pages.has(path)) return addressOf(path) + behind
    if (!existsSync(this.root + path)) throw new Error(`${link}: there is no ${path}`)
    if (COPIED.test(path)) {
      const address = path.replace(/^docs\//, '')
      this.copied.set(path, address)
      return address
    }
    this.sources.add(path)
    return sourceAddress(path)
  }

  /** @param {string} path */
  isFolder(path) {
    return statSync(this.root + path).isDirectory()
  }
}
