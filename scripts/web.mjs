// Builds the page of `abound serve` from packages/server/src/web/ into its dist/web/: files named by what is in them, nothing inline, as
// its Content-Security-Policy allows neither scripts nor styles in the page itself.

import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'

export async function buildWeb() {
  const root = fileURLToPath(new URL('../packages/server/src/web/', import.meta.url))
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  // Vite drops types without looking at them.
  execFileSync(process.execPath, [tsc, '-p', `${root}tsconfig.json`], { stdio: 'inherit' })
  await build({
    root,
    configFile: false,
    // Wherever a proxy puts it.
    base: './',
    logLevel: 'warn',
    plugins: [svelte({ configFile: false, preprocess: vitePreprocess({ script: false }) })],
    build: {
      outDir: fileURLToPath(new URL('../packages/server/dist/web/', import.meta.url)),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  })
}
