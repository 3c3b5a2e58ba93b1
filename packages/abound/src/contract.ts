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
  /** What it counts for when learning: an error on it costs so many times as much. 1 if not given. */
  readonly weight?: number
  /** The value of the field that documents are parted by (`ReadSettings.partField`), where one was asked for. */
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

export type ModelKind = 'linear' | 'index' | 'unweighted-index' | 'ratio' | 'stumps' | 'rules' | 'tree'

/** What one thread has laid out in memory for all that answer by the same model: its words and weights are there once. */
export interface SharedScoringMemory {
  /** Where the weights are. */
  readonly memory?: object
  /** Where the words are, and how they are found there. */
  readonly words?: object
}

/** One of several threads that answer by the same model: each has a place of its own for its rows beside what they share. */
export interface ScoringThread extends SharedScoringMemory {
  readonly threads: number
  /** Which of them this is; thread 0 lays out what the others are sent. */
  readonly own: number
}

export interface RowScorer {
  /**
   * The scores of a row of so many entries, in an accumulator that the next call overwrites; undefined if it has to leave
   * that to others. Values count as the numbers of 32 bits that rows hold.
   */
  (columns: Uint32Array, values: Float64Array, size: number): Scores | undefined
  /** Where the weights are, to be sent to other threads. */
  readonly memory?: object
}

export interface Model {
  readonly kind: ModelKind
  readonly scale: ScoreScale
  /** Writes the scores of a row into a cleared accumulator that is large enough; allocates nothing. */
  score(data: Dataset, row: number, out: Scores): void
  /**
   * What scores rows as `score` does, to the bit, in less time while the model stays as it is; undefined where nothing
   * does. It takes a look at all weights, and memory for them, unless another thread has done so.
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
  /** Figures worth showing of it (`inspect`, `train --json`), such as edges. */
  figures(): Record<string, number>
  /** Right after training, the same before small weights were dropped, if they were. Handed over once, then let go. */
  takeUnpruned?(): Model | undefined
  state(): State
}

/** What is known before the first update; a stream that was not looked at knows 0. */
export interface Shape {
  readonly documents: number
  readonly features: number
  readonly labels: number
  /** The largest Euclidean length of a row, and range of values within one (absent features count too), if asked. */
  readonly largestNorm?: number
  readonly largestRange?: number
}

/**
 * Work that falls into parts which do not depend on each other. Every thread starts it for itself from the same input:
 * plain data, and arrays in shared memory that all of them see. Whoever owns the work declares it; other threads find it
 * by its name in the list that they start with (node/fork-join-jobs.ts).
 */
export interface ForkJoinJob<Input = unknown> {
  readonly name: string
  /** Gives what does one part; what that returns is plain data, if anything. */
  start(input: Input): (part: number) => unknown
}

/** Threads over shared memory that share the parts of a job out among themselves. */
export interface ForkJoinPool {
  /** How many there are, the caller's own among them. */
  readonly size: number
  /** Entries of rows, times passes, from which on trainings on splits are worth giving them, if not as usual. */
  readonly enough?: number | undefined
  /** Memory that all of them see. */
  memory(bytes: number): ArrayBufferLike
  /**
   * What does the parts 0 … n − 1 of a job, each once, by whoever is free, and returns when all are done, with what each
   * returned. The caller's thread starts on parts after what it has to do `meanwhile`.
   */
  job<Input>(
    job: ForkJoinJob<Input>,
    input: Input,
  ): (parts: number, meanwhile?: () => void) => readonly unknown[]
}

/** What training may use besides data: one seeded generator, word of progress, a sign to stop. */
export interface TrainingContext {
  readonly seed: number
  /** Whether passes keep the order of the rows (`--no-shuffle`) instead of a seeded one. */
  readonly keepOrder?: boolean
  /** Where training is taken up between passes (`resume` on shards): how many were made over the same rows. */
  readonly passesMade?: number
  /** Descriptions of labels (`--label-text`), a row each, whose one label is the one described. */
  readonly labelTexts?: Dataset
  /** What every feature is worth beyond its entry in a row, absent ones too (`inquery`: 0.4); 0 if not given. */
  readonly absentValue?: number
  /** Another learner, for those that start from one or are made of several. */
  learnerNamed?(name: string): Learner
  /** Threads for learners whose work falls into parts; rows are in shared memory then. */
  readonly pool?: ForkJoinPool
  /** Rows kept out of training: for curves, and for learners that stop by them. */
  readonly heldOut?: Dataset
  /** Takes a point of the learning curve (`--curve`): one number for each name. */
  curve?(point: Readonly<Record<string, number>>): void
  /** The text of a feature, for word of progress. */
  termOf?(feature: number): string
  /** The name of a label, for options that name some. */
  labelName?(label: number): string
  /** Takes what a learner found of unlabelled rows: +1 or −1 and the score under a label, for each of the rows. */
  decided?(label: number, rows: Uint32Array, signs: Int8Array, scores: Float64Array): void
  progress?(done: number, total: number, what: string): void
}

/** An online learner at work: sees one example at a time, in passes, and can be asked for its model. */
export interface OnlineTrainer {
  /** Learns from one judged row; feature and label ids beyond what it has seen are welcome. */
  learn(data: Dataset, row: number): void
  /** Called after each pass over the data. */
  endPass?(): void
  /** Old examples, this share of all it has learned, are about to be taught again along with new ones. */
  replaying?(share: number): void
  /** The model as it stands; later learning may change it in place. */
  model(): Model
  /** Everything needed to go on learning after loading; includes what the model needs. */
  state(): State
}

/**
 * Where in a state the numbers are that shards of the documents add to. Arrays that are not named are the same for all
 * of them, numbers too.
 */
export interface StateLayout {
  /** Lists by feature, end to end: the names of their lengths, labels and values. */
  readonly lists: readonly { readonly lengths: string; readonly labels: string; readonly values: string }[]
  readonly byFeature: readonly string[]
  readonly byLabel: readonly string[]
  readonly numbers: readonly string[]
}

/** How several machines learn together, each from a shard of the documents. */
export interface Sharding<Options> {
  readonly layout: StateLayout
  /**
   * `counts`: what shards counted in one pass adds up. Else shards start each pass from the same state, and the sum
   * or the mean of what they changed goes to it (iterative parameter mixing).
   */
  readonly merge: 'counts' | 'sum' | 'mean'
  /** Why these options cannot be learned on shards, if they cannot. */
  refuses?(options: Options): string | undefined
  /** Makes a state of sums one that the learner could have come to; features may be any part of all. */
  settle?(state: State, options: Options): State
  /** What is chosen by documents that `part` has not learned from: the two states with it. */
  tune?(
    all: State,
    part: State,
    heldOut: Dataset,
    options: Options,
  ): { readonly all: State; readonly part: State }
}

/** How a batch learner's training falls into sums over documents, and its model into what the sums say. */
export interface Summing<Options> {
  readonly layout: StateLayout
  collect(data: Dataset, options: Options): State
  model(sums: State, options: Options): Model
}

/** How training falls into labels that do not heed each other: each needs all rows, and no other label. */
export interface Labelwise<Options> {
  refuses?(options: Options): string | undefined
  /** The labels, those that take longest first. */
  order(data: Dataset): Uint32Array
  /** What some labels come to. */
  train(data: Dataset, labels: Uint32Array, options: Options, context: TrainingContext): State
  /** The model of what all labels came to, wherever each was trained. */
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
  /** Whether it starts from descriptions of labels, where there are any. */
  readonly takesLabelTexts?: true
  /** Whether it learns from unlabelled rows too; others never see any. */
  readonly takesUnlabelled?: true
  /** Whether it heeds the weights of documents. */
  readonly takesWeights?: true
  /** The threshold its scores have by themselves (0 where they are odds or margins), if any. */
  readonly naturalThreshold?: number
}

/** Learns from one example at a time; the pipeline drives the passes and the order. */
export interface OnlineLearner<Options = Record<string, unknown>> extends LearnerCommon<Options> {
  readonly online: true
  passes(options: Options): number
  /** What of the shape it cannot do without; a stream is read once more for it where weighting does not tell. */
  asks?(options: Options): 'largestNorm' | 'largestRange' | undefined
  start(shape: Shape, options: Options, context: TrainingContext): OnlineTrainer
  /** Whether these options need all rows at once (draws, tuning, early stop): then `trainWhole` is called. */
  needsWhole?(options: Options): boolean
  /** Trains on all rows, whatever passes that takes; what comes out can go on learning. */
  trainWhole?(data: Dataset, options: Options, context: TrainingContext): OnlineTrainer
  resume(state: State, options: Options, context: TrainingContext): OnlineTrainer
  /** How it learns on several machines, if it does. */
  readonly sharding?: Sharding<Options>
}

/** Learns from the whole dataset at once. */
export interface BatchLearner<Options = Record<string, unknown>> extends LearnerCommon<Options> {
  readonly online: false
  train(data: Dataset, options: Options, context: TrainingContext): Model
  /** What `train` gives to the threads of a pool. */
  readonly jobs?: readonly ForkJoinJob[]
  /**
   * Whether threads are better used within a training, by these jobs, than for several trainings side by side, with these
   * options; taken for true where there is one and nothing is said.
   */
  usesPool?(options: Options): boolean
  /** About how often it goes over the rows, if that is not about once. */
  passes?(options: Options): number
  /** Goes on from a model it made of the same rows, as if training had not stopped: more rounds. */
  goOn?(model: Model, data: Dataset, options: Options, context: TrainingContext): Model
  /** How it learns on several machines, if it does: as sums, or label by label. */
  readonly summing?: Summing<Options>
  readonly labelwise?: Labelwise<Options>
}

export type Learner<Options = Record<string, unknown>> = OnlineLearner<Options> | BatchLearner<Options>

/** An option as data: drives defaults, validation, command-line flags and help. */
export type OptionSpec =
  | {
      readonly kind: 'number'
      readonly default: number
      readonly min?: number
      readonly max?: number
      readonly help: string
    }
  | {
      readonly kind: 'integer'
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
