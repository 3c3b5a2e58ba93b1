// Fetches Spark for tests: PyPI's pyspark has all of it. `node scripts/get-spark.mjs FOLDER` prints its SPARK_HOME.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const VERSION = '4.0.1'
const folder = resolve(process.argv[2] ?? 'spark')
const home = join(folder, `pyspark-${VERSION}`, 'deps')
if (!existsSync(join(home, 'bin', 'spark-submit'))) {
  mkdirSync(folder, { recursive: true })
  const args = ['download', '--no-deps', '--no-binary', ':all:', `pyspark==${VERSION}`, '-d', folder]
  execFileSync('pip', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))
  if (archive === undefined) throw new Error('pip downloaded no pyspark')
  execFileSync('tar', ['xzf', join(folder, archive), '-C', folder])
  rmSync(join(folder, archive))
}
process.stdout.write(`${home}\n`)
