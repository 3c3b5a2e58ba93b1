// The built `abound serve` in a process of its own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DIST } from '../build.mjs'

/**
 * Serves a model; its address, and how it is ended.
 * @param {string} model
 */
export async function startServer(model) {
  const folder = mkdtempSync(join(tmpdir(), 'abound-bench-serve-'))
  const cli = fileURLToPath(new URL('bin/main.js', DIST))
  const server = spawn(process.execPath, [cli, 'serve', model, '--store', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => server.kill('SIGKILL'))
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    let said = ''
    server.stdout.on('data', (chunk) => {
      said += chunk
      const found = /serves at (\S+)/.exec(said)
      if (found) resolve(found[1])
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, stop }
}
