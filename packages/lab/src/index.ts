// The public list: the papers run again, public corpora, training on many machines.

export {
  type Cut,
  type Descriptor,
  isShared,
  type Outputs,
  type Plan,
  planScoring,
  planTraining,
  type ReadPlan,
  type Shard,
  type Stage,
  type StageKind,
  shardSeed,
} from './cluster/plan.js'
export type { ClusterMeasures } from './cluster/score.js'
export { mapLines, reduceLines } from './cluster-run/commands.js'
export { type ClusterHooks, runLocally } from './cluster-run/local.js'
export { beginRun, type ClusterRun, openRun, resultPath } from './cluster-run/run.js'
export { cutShards, wholeShards } from './cluster-run/shards.js'
export { type SparkSettings, submitToSpark } from './cluster-run/spark.js'
export { dataFolder, datasetFile, findDataset, type LocalDataset } from './datasets/data-folder.js'
export { type DatasetLock, readLock } from './datasets/dataset-lock.js'
export { DATASETS, datasetNamed } from './datasets/dataset-registry.js'
export {
  type DatasetEntry,
  type DatasetFile,
  documentsOf,
  type OriginalFile,
} from './datasets/entry.js'
export { type GetHooks, type GetSettings, type GotDataset, getDataset } from './datasets/get-dataset.js'
export type {
  Desk,
  Findings,
  Paper,
  PaperItem,
  PaperPlot,
  PublishedTable,
} from './papers/item.js'
export type { ItemRecord, PaperRecord, Status } from './papers/item-record.js'
export type { PaperReport } from './papers/paper-page.js'
export {
  paperItems,
  paperReport,
  type ReproduceSettings,
  readRecords,
  reproduce,
  writeRecords,
} from './papers/reproduce.js'
