// What the registry knows of a corpus, as data: where it comes from, what becomes of it, on which terms. Adding a
// corpus is one such entry in corpora/ and its line in dataset-registry.ts.

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

/** A file as its publisher gives it. */
export interface OriginalFile {
  readonly name: string
  /** Absent where a person has to fetch it: `where` then says where from. */
  readonly url?: string
  readonly where?: string
  /** About how long it is, for those who want to know before. */
  readonly bytes?: number
  /** A SHA-256 that others have published. */
  readonly hash?: {
    readonly hex: string
    /** Who says so. */
    readonly source: string
  }
}

/** Opens originals by name; their members come in the order in which they are stored. */
export type OpenOriginal = (name: string) => AsyncIterable<Member>

/** The next piece of one of the corpus's files. */
export interface OutputPiece {
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
  convert(open: OpenOriginal): AsyncIterable<OutputPiece>
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

const PARTS = { train: 'training', val: 'validation', test: 'test' } as const

/** A file for each part, with its number of documents. */
export function partFiles(
  documents: Readonly<Partial<Record<keyof typeof PARTS, number>>>,
  extension: 'jsonl' | 'svm' = 'jsonl',
): DatasetFile[] {
  return Object.entries(documents).map(([part, count]) => ({
    name: `${part}.${extension}.gz`,
    what: PARTS[part as keyof typeof PARTS],
    documents: count,
  }))
}

/** Who says so where no one else does: the hash stands in code that fetches the same file. */
export const PINNED = 'pinned by public projects that fetch the same address'

/** Files at an address with the SHA-256 that `source` has published of each, and how long they are. */
export function hashedFiles(
  address: string,
  source: string,
  files: readonly (readonly [name: string, hex: string, bytes?: number])[],
): OriginalFile[] {
  return files.map(([name, hex, bytes]) => ({
    name,
    url: `${address}/${name}`,
    ...(bytes === undefined ? {} : { bytes }),
    hash: { hex, source },
  }))
}
