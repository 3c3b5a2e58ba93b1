// All items, in the order they are listed: papers together.

import { cs02Fig4 } from './cs02/fig4.js'
import { cs02Fig6 } from './cs02/fig6.js'
import { cs02Large } from './cs02/large.js'
import { cs02LargeFigures } from './cs02/large-figures.js'
import { cs02Stream } from './cs02/library-stream.js'
import { cs02Tables } from './cs02/tables.js'
import type { PaperItem } from './item.js'
import { j99Sizes, j99WebkbSizes } from './j99/sizes.js'
import { j99Ohsumed, j99Reuters, j99Webkb } from './j99/tables.js'
import { lscp96Routing } from './lscp96/routing.js'
import { lscp96Tables } from './lscp96/tables.js'
import { lscp96WordChoice } from './lscp96/word-choice.js'
import { mcg09Austen, mcg09AustenPasses } from './mcg09/austen.js'
import { mcg09Options } from './mcg09/ff-options.js'
import { mcg09Fig8 } from './mcg09/fig8.js'
import { mcg09Fig9 } from './mcg09/fig9.js'
import { mcg09Fig10 } from './mcg09/fig10.js'
import { mcg09Fig12 } from './mcg09/fig12.js'
import { mcg09Fig14 } from './mcg09/fig14.js'
import { mcg09Fig17 } from './mcg09/fig17.js'
import { mcg09Fig18 } from './mcg09/fig18.js'
import { mcg09Fig19 } from './mcg09/fig19.js'
import { mcg09Fsu } from './mcg09/fsu.js'
import { mcg09Large } from './mcg09/large.js'
import { mcg09Properties } from './mcg09/properties.js'
import { ss00Noise } from './ss00/call-noise.js'
import { ss00Rejection } from './ss00/call-rejection.js'
import { ss00Newsgroups } from './ss00/cross-posts.js'
import { ss00HeadlineGroups, ss00Headlines } from './ss00/headlines.js'
import { ss00Leaves, ss00Multi, ss00Single } from './ss00/reuters.js'
import { ss00Rounds } from './ss00/rounds.js'
import { ss00Times } from './ss00/training-times.js'

export const ITEMS: readonly PaperItem[] = [
  cs02Tables,
  cs02Fig4,
  cs02Fig6,
  cs02Large,
  cs02LargeFigures,
  cs02Stream,
  mcg09Fig8,
  mcg09Fig9,
  mcg09Fig10,
  mcg09Large,
  mcg09Austen,
  mcg09AustenPasses,
  mcg09Options,
  mcg09Fig12,
  mcg09Fig14,
  mcg09Fig17,
  mcg09Fig18,
  mcg09Fig19,
  mcg09Properties,
  mcg09Fsu,
  lscp96Tables,
  lscp96Routing,
  lscp96WordChoice,
  j99Reuters,
  j99Webkb,
  j99Ohsumed,
  j99Sizes,
  j99WebkbSizes,
  ss00Single,
  ss00Multi,
  ss00Leaves,
  ss00Headlines,
  ss00HeadlineGroups,
  ss00Rounds,
  ss00Newsgroups,
  ss00Rejection,
  ss00Noise,
  ss00Times,
]
