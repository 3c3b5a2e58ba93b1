// A server that ranks, explains and learns.

import { spawn } from 'node:child_process'
import { DATA, environment, TIMEOUT_MS } from './workspace.mjs'

/** @import { Case } from './workspace.mjs' */

/** @returns {Case} */
export function serverCase() {
  return {
    name: 'serve',
    bundled: true,
    async run(at) {
      const few = `${DATA}/sample-few.jsonl`
      await at.abound(`train ${few} --learner ff --quiet -o 1.abound`)
      /** @type {(file: string) => any[]} */
      const read = (file) =>
        at
          .read(`${DATA}/${file}`)
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      const texts = read('sample-test.jsonl').map(({ text }) => text)
      const examples = read('sample-more.jsonl').slice(0, 40)
      const flags = `--port 0 --store store --data ${few} --rebuild-after 0 --log-level error`
      const server = spawn(process.execPath, [at.command, ...`serve 1.abound ${flags}`.split(' ')], {
        cwd: at.folder,
        env: environment({}),
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: TIMEOUT_MS,
      })
      const ended = new Promise((done) => server.once('close', done))
      try {
        const address = await new Promise((done, failed) => {
          let said = ''
          server.stdout.on('data', (part) => {
            said += part
            const [found] = said.match(/http:\/\/[\d.]+:\d+/) ?? []
            if (found !== undefined) done(found)
          })
          server.once('close', () => failed(new Error('abound serve ended')))
        })
        /** @type {(what: string, path: string, body?: object) => Promise<void>} */
        const ask = async (what, path, body) => {
          const answer = await fetch(`${address}${path}`, {
            ...(body === undefined
              ? {}
              : {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify(body),
                }),
          })
          if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
          at.record(what, Buffer.from(await answer.arrayBuffer()))
        }
        await ask('ranked', '/v1/rank', { texts, top: 3 })
        await ask('assigned', '/v1/rank', { texts: texts.slice(0, 50), assign: true, reject: 0.1 })
        await ask('explained', '/v1/explain', { text: texts[0], label: 'noun.food' })
        await ask('learned', '/v1/learn', { examples })
        await ask('ranked after learning', '/v1/rank', { texts, top: 3 })
        await ask('a label', '/v1/labels/noun.food')
        await ask('a word', '/v1/words?term=tree')
        await ask('model that learned', '/v1/model/file')
        await ask('routes', '/openapi.json')
      } finally {
        server.kill('SIGTERM')
        await ended
      }
    },
  }
}
