// The package's entry in Node: the core, with files added.

export { FORMATS } from '../data/formats.js'
export {
  type DatasetEntry,
  type DatasetFile,
  documentsOf,
  type OriginalFile,
} from '../experiment/datasets/entry.js'
export { DATASETS, datasetNamed } from '../experiment/datasets/registry.js'
export type {
  Desk,
  Findings,
  Paper,
  PaperItem,
  PaperPlot,
  PublishedTable,
} from '../experiment/papers/item.js'
export type { ItemRecord, PaperRecord, Status } from '../experiment/papers/record.js'
export * from '../index.js'
export type { PaperReport } from '../report/paper-page.js'
export type { PlainSourceSettings } from './cell-task.js'
export { mapLines, reduceLines } from './cluster/commands.js'
export { type ClusterNews, runLocally } from './cluster/local.js'
export { beginRun, type ClusterRun, openRun, resultPath } from './cluster/run.js'
export { cutShards, wholeShards } from './cluster/shards.js'
export { type SparkSettings, submitToSpark } from './cluster/spark.js'
export { type CompareNews, type CompareTask, compare, type StopSignal } from './compare.js'
export { Threads } from './crew.js'
export { dataFolder, datasetFile, findDataset, type LocalDataset } from './data-folder.js'
export { type DatasetLock, readLock } from './dataset-lock.js'
export { drawingTools } from './drawing.js'
export { fingerprintOf } from './fingerprint.js'
export { type GetNews, type GetSettings, type GotDataset, getDataset } from './get-dataset.js'
export {
  type BlockNews,
  type BlockReading,
  type LineBlock,
  passBlock,
  readBlock,
  type SentBlock,
} from './line-blocks.js'
export { lookOnThreads } from './look-threads.js'
export { continueCorpus, FileClassifier, load, shrink, train, trainCorpus } from './model-file.js'
export { OrderedThreads } from './ordered-threads.js'
export {
  paperItems,
  paperReport,
  type ReproduceSettings,
  readRecords,
  reproduce,
  writeRecords,
} from './papers.js'
export { fromShared, loadShared, toShared } from './shared-model.js'
export { openSource, openSources, type Source, type SourceSettings } from './source.js'
export { writeDocuments } from './write-documents.js'
export { writeFileSafely } from './write-file.js'
