// The build under test: the folder that ABOUND_DIST names, or what is built of package abound.

import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = process.env.ABOUND_DIST ?? fileURLToPath(new URL('../packages/abound/dist', import.meta.url))

/** The folder of the build. */
export const DIST = pathToFileURL(`${resolve(folder)}/`)

/**
 * A module of the build.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export function built(path) {
  return import(new URL(path, DIST).href)
}
