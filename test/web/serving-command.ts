// The built `abound serve` in a process of its own, as people start it.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { start } from '../cli/abound.js'

export class ServingCommand {
  readonly url: string
  private readonly process: ChildProcess

  private constructor(process: ChildProcess, url: string) {
    this.process = process
    this.url = url
  }

  static async start(cwd: string): Promise<ServingCommand> {
    const process = start(['serve', '--port', '0', '--log-level', 'warn'], { cwd })
    const url = await new Promise<string>((resolve, reject) => {
      let said = ''
      process.stdout?.on('data', (bytes) => {
        said += String(bytes)
        const [, found] = /serves at (\S+)\n/.exec(said) ?? []
        if (found !== undefined) resolve(found)
      })
      process.once('exit', (code) => reject(new Error(`abound serve ended with ${code}: ${said}`)))
    })
    return new ServingCommand(process, url)
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit')
    this.process.kill('SIGTERM')
    await ended
  }
}
