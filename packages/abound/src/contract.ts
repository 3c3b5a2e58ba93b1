// The few concepts of the house, as types. Data flows one way:
// bytes → tokens → rows → scores → decision → measure. This file imports nothing.

/**
 * One document as it comes from outside.
 *
 * `labels: []` means "known to have none"; no `labels` means "unlabelled". With `partial: true` the
 * labels named neither in `labels` nor in `notLabels` are unknown.
 */
export interface Document {
  readonly id?: string
  /** UTF-8 bytes or a string; absent when `vector` is there. */
  readonly text?: string | Uint8Array
  /** A ready-made vector (svmlight), taken as it is. */
  readonly vector?: FeatureVector
  readonly labels?: readonly string[]
  readonly notLabels?: readonly string[]
  readonly partial?: boolean
  /** What an error on it costs in learning, against 1 for a document without a weight. */
  readonly weight?: number
  /** The value of the field that splits are made by (`ReadSettings.partField`), where one was asked for. */
  readonly part?: string
}

/** Ready-made feature values; `features[i]` is the file's own id of the i-th. */
export interface FeatureVector {
  readonly features: Uint32Array
  readonly values: Float64Array
}

/** What is known of a row's labels (`RowChunk.judged`). */
export type Judgement = 0 | 1 | 2 // unlabelled | all labels known | partly judged

/**
 * A run of rows in compressed form. Entries of row i: `offsets[i] … offsets[i + 1]`, columns distinct
 * within a row, values finite and not 0. Its labels: `labelOffsets[2i] … labelOffsets[2i + 1]`; the
 * labels it is known not to have: from there to `labelOffsets[2i + 2]`.
 */
export interface RowChunk {
  readonly offsets: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float32Array
  readonly labelOffsets: Uint32Array
  readonly labels: Uint32Array
  readonly judged: Uint8Array
  /** What each row counts for; absent where all count 1. */
  readonly weights?: Float32Array | undefined
}

/** Rows with their labels. Row r is row `r & CHUNK_MASK` of chunk `r >>> CHUNK_SHIFT`. */
export interface Dataset {
  readonly count: number
  readonly chunks: readonly RowChunk[]
  /** Columns are below this, label ids below that. */
  readonly featureCount: number
  readonly labelCount: number
}

/**
 * An accumulator that the caller owns: `values[l]` for the `count` labels in `touched`, 0 elsewhere.
 * Labels not touched were not retrieved. Clearing costs O(touched).
 */
export interface Scores {
  readonly values: Float64Array
  readonly touched: Uint32Array
  /** 1 where a label is in `touched`. */
  readonly seen: Uint8Array
  count: number
}

/** One part of a score; `feature` is -1 for what no word caused (a prior, a bias). */
export interface Contribution {
  readonly feature: number
  readonly weight: number
}

export interface LabelWeight {
  readonly label: number
  readonly weight: number
}

export type NumberArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

/** Arrays and a few plain numbers: what a model file holds of a model or a learner. */
export interface State {
  readonly numbers: Readonly<Record<string, number>>
  readonly arrays: Readonly<Record<string, NumberArray>>
}

/**
 * What the scores of a model mean between documents. `comparable`: a threshold per label makes sense.
 * `log-joint`: only after turning them into log-odds (naive Bayes).
 */
export type ScoreScale = 'comparable' | 'log-joint'

/** Which class of models/ it is; `own` is that of a learner from outside, which restores it itself. */
export type ModelKind =
  | 'linear'
  | 'kernel'
  | 'index'
  | 'unweighted-index'
  | 'ratio'
  | 'stumps'
  | 'rules'
  | 'tree'
  | 'own'

/** A model's words and weights, laid out in memory once for all threads that score with it. */
export interface SharedScoringMemory {
  /** Where the weights are. */
  readonly memory?: object
  /** Where the words are, and how they are found there. */
  readonly words?: object
}

/** One of several threads that score with the same model: each has room for its rows beside what they share. */
export interface ScoringThread extends SharedScoringMemory {
  readonly threads: number
  /** Its number; thread 0 lays out the memory that the others are sent. */
  readonly own: number
}

export interface RowScorer {
  /**
   * The scores of a row of `size` entries, in an accumulator that the next call overwrites; undefined for a row that it
   * cannot score. Values are rounded to 32 bits, as rows hold them.
   */
  (columns: Uint32Array, values: Float64Array, size: number): Scores | undefined
  /** Where the weights are, for other threads. */
  readonly memory?: object
}

export interface Model {
  readonly kind: ModelKind
  readonly scale: ScoreScale
  /** Writes the scores of a row into a cleared accumulator that is large enough; allocates nothing. */
  score(data: Dataset, row: number, out: Scores): void
  /**
   * Scores rows as `score` does, to the bit, in less time while the model does not change; undefined where there is no
   * faster way. Making one copies all weights, unless another thread has done so.
   */
  scorer?(thread?: ScoringThread): RowScorer | undefined
  /** The parts of one label's score; they add up to it. */
  explain(data: Dataset, row: number, label: number): Contribution[]
  /** The features that speak most for a label, strongest first; `weight` is per unit of the feature. */
  strongestFeatures(label: number, top: number): Contribution[]
  /** The labels that a feature speaks most for, strongest first. */
  strongestLabels(feature: number, top: number): LabelWeight[]
  /** Number of labels and features it can score. */
  readonly labelCount: number
  readonly featureCount: number
  /** Figures for `inspect` and `train --json`, such as the number of edges. */
  figures(): Record<string, number>
  /** The model before small weights were dropped (`--prune`), right after training; the second call returns undefined. */
  takeUnpruned?(): Model | undefined
  state(): State
}

/** What is known before the first update; all 0 for a stream without a first pass. */
export interface Shape {
  readonly documents: number
  readonly features: number
  readonly labels: number
  /** The largest Euclidean length of a row, and the largest range of values within one (absent features are 0), if asked. */
  readonly largestNorm?: number
  readonly largestRange?: number
}

/**
 * Work in parts that do not depend on each other. Every thread starts it from the same input: plain data, and arrays in
 * memory that all threads share. A job is declared where its work is done; threads find it by its name in the list that
 * they start with (node/pool/fork-join-worker.ts).
 */
export interface ForkJoinJob<Input = unknown> {
  readonly name: string
  /** Returns the function that does one part; what that returns is plain data, if anything. */
  start(input: Input): (part: number) => unknown
}

/** Threads with shared memory that divide the parts of a job among themselves. */
export interface ForkJoinPool {
  /** The number of threads, the caller's own included. */
  readonly size: number
  /** From this many entries of rows × passes on, trainings on splits run on the pool; the usual number if not given. */
  readonly enough?: number | undefined
  /** Memory that all threads share. */
  memory(bytes: number): ArrayBufferLike
  /**
   * Returns the function that runs the parts 0 … n − 1 of a job, each once on whichever thread is free, waits for all, and
   * returns what each returned. The caller's thread first does `meanwhile`, then takes parts too.
   */
  job<Input>(
    job: ForkJoinJob<Input>,
    input: Input,
  ): (parts: number, meanwhile?: () => void) => readonly unknown[]
}

/** What training may use besides data: the seed, threads, held-out rows, callbacks. */
export interface TrainingContext {
  readonly seed: number
  /** Whether passes keep the order of the rows (`--no-shuffle`) instead of a seeded one. */
  readonly keepOrder?: boolean
  /** Where training resumes between passes (on shards): how many passes over the same rows were made. */
  readonly passesMade?: number
  /** Descriptions of labels (`--label-text`), a row each, whose one label is the one described. */
  readonly labelTexts?: Dataset
  /** Added to the value of every feature in every row, absent ones too (`inquery`: 0.4); 0 if not given. */
  readonly absentValue?: number
  /** Another learner, for those that start from one or are made of several. */
  learnerNamed?(name: string): Learner
  /** Threads for learners whose work has independent parts; rows are in shared memory then. */
  readonly pool?: ForkJoinPool
  /** Rows kept out of training: for curves, and for early stopping. */
  readonly heldOut?: Dataset
  /** Receives a point of the learning curve (`--curve`): one number for each name. */
  curve?(point: Readonly<Record<string, number>>): void
  /** The text of a feature, for progress messages. */
  termOf?(feature: number): string
  /** The name of a label, for options that name some. */
  labelName?(label: number): string
  /** Receives what a learner decided of unlabelled rows under a label: +1 or −1, and the score, for each row. */
  decided?(label: number, rows: Uint32Array, signs: Int8Array, scores: Float64Array): void
  progress?(done: number, total: number, unit: string, latest?: string): void
  /** Receives what a learner has to say against its own model, such as that it stopped too early, worded for either reader. */
  warning?(what: { readonly message: string; readonly commandLine: string }): void
}

/** An online learner at work: sees one example at a time, in passes, and can be asked for its model. */
export interface OnlineTrainer {
  /** Learns from one judged row; features and labels may be new. */
  learn(data: Dataset, row: number): void
  /** Called after each pass over the data. */
  endPass?(): void
  /** Announces that this share of the examples it has learned from will be taught again along with new ones. */
  replaying?(share: number): void
  /** The model as it stands; later learning may change it in place. */
  model(): Model
  /** Everything that is needed to go on learning after loading, the model included. */
  state(): State
}

/** The parts of a state that shards of the documents add to; all others are the same on every shard. */
export interface StateLayout {
  /** Lists by feature, end to end: the names of their lengths, labels and values. */
  readonly lists: readonly { readonly lengths: string; readonly labels: string; readonly values: string }[]
  readonly byFeature: readonly string[]
  readonly byLabel: readonly string[]
  readonly numbers: readonly string[]
}

/** How several machines train one model, each from a shard of the documents. */
export interface Sharding<Options> {
  readonly layout: StateLayout
  /**
   * `counts`: the states of shards after one pass are added up. Else shards start each pass from the same state, to which
   * the sum or the mean of their changes is added (iterative parameter mixing).
   */
  readonly merge: 'counts' | 'sum' | 'mean'
  /** Why these options cannot be learned on shards, if they cannot. */
  refuses?(options: Options): string | undefined
  /** Turns a sum of states into a valid state, such as lists in order; it may hold any part of the features. */
  settle?(state: State, options: Options): State
  /** Tunes options on documents that `part` has not learned from; returns both states with what was chosen. */
  tune?(
    all: State,
    part: State,
    heldOut: Dataset,
    options: Options,
  ): { readonly all: State; readonly part: State }
}

/** How a batch learner trains by sums over documents, which shards can collect. */
export interface Summing<Options> {
  readonly layout: StateLayout
  collect(data: Dataset, options: Options): State
  model(sums: State, options: Options, context: TrainingContext): Model
}

/** How a learner trains each label independently: with all rows, and without any other label. */
export interface Labelwise<Options> {
  refuses?(options: Options): string | undefined
  /** The labels, those that take longest to train first. */
  order(data: Dataset): Uint32Array
  /** Trains some labels. */
  train(data: Dataset, labels: Uint32Array, options: Options, context: TrainingContext): State
  /** The model of all labels, from the states that `train` returned. */
  model(parts: readonly State[], shape: Shape, options: Options): Model
}

interface LearnerCommon<Options> {
  readonly name: string
  /** One line: what it is. */
  readonly summary: string
  /** When to choose it, and when another. */
  readonly goodFor: string
  readonly source: string
  readonly options: OptionSpecs<Options>
  /** How texts become values unless the user says otherwise. */
  readonly text: { readonly weighting: string; readonly norm: 'l2' | 'none' }
  readonly modelKind: ModelKind
  /** The model of a state that the model gave: of a learner whose `modelKind` is `own`. */
  restore?(state: State): Model
  /** Whether it starts from descriptions of labels, where there are any. */
  readonly takesLabelTexts?: true
  /** Whether it learns from unlabelled rows too; others never see any. */
  readonly takesUnlabelled?: true
  /** Whether it uses the weights of documents. */
  readonly takesWeights?: true
  /** The threshold its scores have by themselves (0 where they are odds or margins), if any. */
  readonly naturalThreshold?: number
}

/** Learns from one example at a time; the pipeline drives the passes and the order. */
export interface OnlineLearner<Options = Record<string, unknown>> extends LearnerCommon<Options> {
  readonly online: true
  passes(options: Options): number
  /** What it must know of the shape; a stream is read once more for it where the weighting does not tell. */
  asks?(options: Options): 'largestNorm' | 'largestRange' | undefined
  start(shape: Shape, options: Options, context: TrainingContext): OnlineTrainer
  /** Whether these options need all rows at once (draws, tuning, early stopping): then `trainWhole` is called. */
  needsWhole?(options: Options): boolean
  /** Trains on all rows, in as many passes as that takes; the trainer can go on learning. */
  trainWhole?(data: Dataset, options: Options, context: TrainingContext): OnlineTrainer
  resume(state: State, options: Options, context: TrainingContext): OnlineTrainer
  /** How it learns on several machines, if it can. */
  readonly sharding?: Sharding<Options>
}

/** Learns from the whole dataset at once. */
export interface BatchLearner<Options = Record<string, unknown>> extends LearnerCommon<Options> {
  readonly online: false
  train(data: Dataset, options: Options, context: TrainingContext): Model
  /** The jobs that `train` runs on a pool. */
  readonly jobs?: readonly ForkJoinJob[]
  /**
   * Whether, with these options, threads are better used within a training, by its jobs, than for several trainings at the
   * same time; true for a learner with jobs unless it says otherwise.
   */
  usesPool?(options: Options): boolean
  /** About how many passes over the rows it makes; 1 if not given. */
  passes?(options: Options): number
  /** Continues training from a model that it made of the same rows, as if it had not stopped: more rounds. */
  goOn?(model: Model, data: Dataset, options: Options, context: TrainingContext): Model
  /** How it learns on several machines, if it can: by sums, or label by label. */
  readonly summing?: Summing<Options>
  readonly labelwise?: Labelwise<Options>
}

export type Learner<Options = Record<string, unknown>> = OnlineLearner<Options> | BatchLearner<Options>

/** An option as data: drives defaults, validation, command-line flags and help. */
export type OptionSpec =
  | {
      readonly kind: 'number' | 'integer'
      readonly default: number
      readonly min?: number
      readonly max?: number
      readonly help: string
    }
  | { readonly kind: 'boolean'; readonly default: boolean; readonly help: string }
  | {
      readonly kind: 'choice'
      readonly default: string
      readonly choices: readonly string[]
      readonly help: string
    }
  | {
      readonly kind: 'text'
      readonly default: string
      readonly pattern?: RegExp
      readonly expected: string
      readonly help: string
    }

export type OptionSpecs<Options> = { readonly [K in keyof Options]-?: OptionSpec }
