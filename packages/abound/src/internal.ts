// What the rooms above, the command line and the packages @abound/server and @abound/lab use of the core, as
// `abound/internal`: it may change in any release. What is public is in index.ts.

export { type CheckHooks, type CheckOptions, checkCorpus } from './check/check.js'
export {
  type CheckedPart,
  type CheckReport,
  type DocumentExcerpt,
  type Finding,
  type FindingKind,
  KINDS,
} from './check/findings.js'
export type {
  BatchLearner,
  Contribution,
  Dataset,
  Document,
  FeatureVector,
  ForkJoinJob,
  ForkJoinPool,
  Judgement,
  Labelwise,
  Learner,
  Model,
  NumberArray,
  OnlineLearner,
  OnlineTrainer,
  OptionSpec,
  OptionSpecs,
  RowChunk,
  ScoreScale,
  Scores,
  ScoringThread,
  Shape,
  Sharding,
  SharedScoringMemory,
  State,
  StateLayout,
  Summing,
  TrainingContext,
} from './contract.js'
export { createReader, streamedFormat } from './data/create-reader.js'
export { createWriter, writtenFormats } from './data/create-writer.js'
export { createDecode } from './data/decode.js'
export {
  defineFormat,
  type FolderFormat,
  type Format,
  type RandomAccess,
  type RandomAccessFormat,
  type StreamedFormat,
} from './data/format.js'
export { formatOf, shownFormats } from './data/format-by-extension.js'
export { FORMATS, type FormatName, type StreamedFormatName } from './data/formats/index.js'
export { between, decodeEntities } from './data/formats/sgml.js'
export { lineReader } from './data/lines.js'
export type { Reader, ReadSettings } from './data/reading.js'
export { folds, holdOut, type Split, trials } from './data/splits.js'
export { Warnings } from './data/warnings.js'
export type { Writer, WriteSettings } from './data/writing.js'
export { CHUNK_MASK, CHUNK_SHIFT } from './engine/chunks.js'
export { LANES } from './engine/contract.js'
export { DataError, InputError } from './errors.js'
export { type Extensions, extend } from './extend.js'
export {
  defineLearner,
  LEARNERS,
  type LearnerName,
  type LearnerOptions,
  learnerNamed,
  learners,
} from './learners/registry.js'
export type { LabelBand } from './measure/bands.js'
export { type BootstrapOptions, bootstrapInterval, type Interval } from './measure/bootstrap.js'
export type { CalibrationMeasures, LabelCalibration, ReliabilityBin } from './measure/calibration.js'
export type { CellOutcomes } from './measure/cell-outcomes.js'
export {
  compareDocuments,
  compareLabels,
  type DocumentComparison,
  type OutcomeName,
} from './measure/comparison.js'
export type { Confusion, ConfusionMatrix } from './measure/confusions.js'
export type { DetailOptions, EvaluationDetails } from './measure/details.js'
export type { DocumentOutcomes } from './measure/document-outcomes.js'
export { Evaluation, type EvaluationOptions, type Measures } from './measure/evaluation.js'
export {
  type DocumentSink,
  type EvaluatedPart,
  EvaluationPart,
  type PartOptions,
} from './measure/evaluation-part.js'
export { fMeasure } from './measure/f-measure.js'
export {
  defineMeasure,
  type EvaluationTotals,
  figureOf,
  type IntervalRule,
  MEASURE_GROUPS,
  type Measure,
  type MeasureGroup,
  type Resample,
} from './measure/measure.js'
export {
  type ComparedMeasure,
  comparedMeasure,
  comparedMeasures,
  MEASURES,
} from './measure/measures/index.js'
export type { LabelMeasures } from './measure/per-label.js'
export type { Figure, RankPoint } from './measure/ranking-sums.js'
export {
  type RejectionMeasures,
  type RejectionPoint,
  type RejectionSettings,
  Rejections,
} from './measure/rejections.js'
export { type MeanAndDeviation, meanAndDeviation, type SignTest, signTest } from './measure/significance.js'
export { type Container, decodeContainer, encodeContainer } from './modelfile/container.js'
export { checkOption, entries, expectation, optionFlags } from './options.js'
export { Classifier } from './pipeline/classifier.js'
export type { ClassifierParts, Shrunk } from './pipeline/classifier-parts.js'
export { contextOf, type RunContext } from './pipeline/context.js'
export { continueTraining } from './pipeline/continue-training.js'
export {
  type Corpus,
  corpusOf,
  type Documents,
  holdOutCorpus,
  sampleOf,
  shuffledWithin,
} from './pipeline/corpus.js'
export type { CountedDocuments, CounterTotals, CountTask, FirstPassReader } from './pipeline/counting.js'
export type { CumulativeLoss } from './pipeline/cumulative.js'
export {
  chooseDecisions,
  FEWEST_DOCUMENTS,
  type HeldOutMeasures,
  MANY_DOCUMENTS,
  StreamDecider,
} from './pipeline/decisions.js'
export type { Input } from './pipeline/document-scorer.js'
export { addToEvaluation, type EvaluateOptions, evaluate, startEvaluation } from './pipeline/evaluate.js'
export {
  type Explanation,
  markLevel,
  PRIOR,
  type TermContribution,
  type WordContribution,
} from './pipeline/explanation.js'
export { type FirstPass, firstPass, refuseEmpty } from './pipeline/first-pass.js'
export { rowsAsMetByRest } from './pipeline/fold-rows.js'
export type { Prediction, PredictOptions, RankedLabel, RejectOptions } from './pipeline/label-ranker.js'
export {
  classifierFromBytes as fromBytes,
  classifierToBytes as toBytes,
  classifierToParts,
  partsFromBytes,
} from './pipeline/model-bytes.js'
export type { Pruning } from './pipeline/pruning.js'
export type { RuleInWords } from './pipeline/rules-in-words.js'
export { type ShrinkOptions, shrink } from './pipeline/shrink.js'
export { assemble, settleTerms } from './pipeline/train.js'
export {
  type GivenOptions,
  type NamedOptions,
  type ResolvedOptions,
  RUN_OPTIONS,
  type RunOptions,
  resolveTrainOptions,
} from './pipeline/train-options.js'
export type { Trained } from './pipeline/train-rows.js'
export type { TrainingExtras, TrainingHooks } from './pipeline/training-hooks.js'
export { type Transduced, type TransduceOptions, transduce, transduceCorpora } from './pipeline/transduce.js'
export { Vectors } from './pipeline/vectors.js'
export { weightTable } from './pipeline/weight-table.js'
export type { ComparisonReport } from './report/comparison-page.js'
export type { EvaluationReport } from './report/evaluation-page.js'
export type { ExplainedLabel, ExplanationReport } from './report/explanation-page.js'
export type { DataFacts, ModelFacts } from './report/facts-section.js'
export { type Mistake, WorstMistakes } from './report/mistakes.js'
export type { MadeBy } from './report/page.js'
export { comparisonPage, evaluationPage, explanationPage } from './report/pages.js'
export type { DrawingTools } from './report/plot-kit.js'
export type { TrainingCourse } from './report/training-section.js'
export { AUTO_BUDGET, type AutoHooks, chooseLearner } from './selection/auto.js'
export type { CellMeasures, CellResult, Contender, LabelFigures } from './selection/cell.js'
export {
  type ComparedContender,
  type ComparedPair,
  type CompareResult,
  type Comparison,
  compareCells,
  type SplitKind,
} from './selection/compare.js'
export { type CellTask, type Meters, runCell } from './selection/run-cell.js'
export type {
  AutoChoice,
  CorpusSummary,
  Rung,
  Trial,
  TuneFindings,
  TuneResult,
} from './selection/search-result.js'
export { type SplitPlan, splitNames, splitsOf } from './selection/split-plan.js'
export {
  AUTO,
  type AutoOptions,
  type TrainHooks,
  type TrainOptions,
  trainOrChoose as train,
  trainOrChooseOnCorpus as trainOnCorpus,
} from './selection/train-or-choose.js'
export { TUNE_BUDGET, type TuneHooks, type TuneOptions, tune } from './selection/tune.js'
export { ByteTable } from './structures/byte-table.js'
export { charactersOf, joinParts } from './structures/bytes.js'
export { xxh32 } from './structures/checksum.js'
export { DatasetBuilder, type RowLabels } from './structures/dataset.js'
export { murmur3 } from './structures/hash.js'
export { PairIndex } from './structures/pair-index.js'
export { Postings } from './structures/postings.js'
export { permutation, Rng } from './structures/rng.js'
export { packNumbers } from './structures/state-arrays.js'
export { VECTOR_OPTIONS, type VectorOptions } from './vector/vector-options.js'
export { Vectoriser } from './vector/vectoriser.js'
export { defineWeighting, type TermStatistics, type Weighting } from './vector/weighting.js'
export { WEIGHTINGS, type WeightingName } from './vector/weightings/index.js'
export { flagName } from './wording.js'
export { documentsFor, type FilledGap, gapsIn, learnText, predictWords } from './words/predict-words.js'
export type { TextChunk, TextSource } from './words/running-text.js'
export { trainOnText } from './words/train-words.js'
export { WORD_LEARNERS, WORD_OPTIONS } from './words/word-options.js'
