// What the registry knows of a corpus, as data: where it comes from, what becomes of it, on which terms. Adding a
// corpus is one such entry in corpora/ and its name in registry.ts.

import type { Member } from './member.js'

/** A file of a corpus as Abound keeps it, in the corpus's folder. */
export interface DatasetFile {
  readonly name: string
  /** What is in it, in a few words. */
  readonly what: string
  /** Absent where it is not made of documents (names of features), or where they change from day to day. */
  readonly documents?: number
  /** The original of which it is a copy. */
  readonly copyOf?: string
}

/** A SHA-256 that others have published. */
interface KnownHash {
  readonly hex: string
  /** Who says so. */
  readonly source: string
}

/** A file as its publisher gives it. */
export interface OriginalFile {
  readonly name: string
  /** Absent where a person has to fetch it: `where` then says where from. */
  readonly url?: string
  readonly where?: string
  /** About how long it is, for those who want to know before. */
  readonly bytes?: number
  readonly hash?: KnownHash
}

/** Opens originals by name; their members come in the order in which they are stored. */
export type OpenOriginal = (name: string) => AsyncIterable<Member>

/** The next piece of one of the corpus's files. */
export interface Piece {
  readonly file: string
  readonly content: string | Uint8Array
  /** How many documents it holds; 1 unless given. */
  readonly documents?: number
}

/** One corpus of the registry. */
export interface DatasetEntry {
  /** Also the name of its folder. */
  readonly name: string
  readonly title: string
  /** What its documents and labels are, in one line. */
  readonly what: string
  readonly home: string
  readonly terms: string
  readonly cite: string
  /** Different labels, in all files together; absent where that is not known. */
  readonly labels?: number
  /** Where figures depend on the day of the download. */
  readonly changing?: boolean
  readonly files: readonly DatasetFile[]
  readonly originals: readonly OriginalFile[]
  /** What a user should know: what was left out, how it was split. */
  readonly note?: string
  convert(open: OpenOriginal): AsyncIterable<Piece>
}

/**
 * The documents of all files, where they are known.
 *
 * @example
 * documentsOf(datasetNamed('banking77')) // 13083
 */
export function documentsOf(entry: DatasetEntry): number | undefined {
  const counts = entry.files.flatMap(({ documents }) => (documents === undefined ? [] : [documents]))
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}

/** A SHA-256 that others have published. */
export function sha256(hex: string, source: string): KnownHash {
  return { hex, source }
}
