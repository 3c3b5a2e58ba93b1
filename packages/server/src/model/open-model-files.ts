// Opens the place of model files and corpora that the settings name.

import { FolderFiles } from './folder-files.js'
import type { ModelFiles } from './model-files.js'

/** The files at `s3://bucket/prefix`, with the folder as their cache; or those of a folder. */
export async function openModelFiles(at: string | undefined, folder: string): Promise<ModelFiles> {
  if (at?.startsWith('s3://') !== true) return new FolderFiles(at ?? folder)
  const { S3Files } = await import('./s3-files.js')
  const { bucketAt } = await import('./s3.js')
  return new S3Files(bucketAt(at, process.env), new FolderFiles(folder))
}
