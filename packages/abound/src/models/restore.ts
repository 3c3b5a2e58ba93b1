// A model back from its state, by kind: for batch learners, whose file holds the model alone.

import type { Learner, Model, ModelKind, State } from '../contract.js'
import { InputError } from '../errors.js'
import { CompactIndexModel } from './compact-index.js'
import { IndexModel } from './feature-index.js'
import { KernelModel } from './kernel.js'
import { LinearModel } from './linear.js'
import { RatioModel } from './ratio.js'
import { RulesModel } from './rules.js'
import { StumpsModel } from './stumps.js'
import { TreeModel } from './tree.js'
import { UnweightedIndexModel } from './unweighted-index.js'
import { VotedModel } from './voted.js'

export const MODEL_KINDS: readonly ModelKind[] = [
  'linear',
  'kernel',
  'index',
  'unweighted-index',
  'ratio',
  'stumps',
  'rules',
  'tree',
  'own',
]

export function restoreModel(kind: ModelKind, state: State, restore?: Learner['restore']): Model {
  switch (kind) {
    case 'own':
      if (restore === undefined) throw new InputError('its learner has no `restore` for a model of its own')
      return restore(state)
    case 'linear':
      return KernelModel.isIn(state) ? restoreModel('kernel', state) : LinearModel.from(state)
    case 'kernel':
      return VotedModel.isIn(state) ? VotedModel.from(state) : KernelModel.from(state)
    case 'index':
      return CompactIndexModel.isIn(state) ? CompactIndexModel.from(kind, state) : IndexModel.from(state)
    case 'unweighted-index':
      return CompactIndexModel.isIn(state)
        ? CompactIndexModel.from(kind, state)
        : UnweightedIndexModel.from(state)
    case 'ratio':
      return RatioModel.from(state)
    case 'stumps':
      return StumpsModel.from(state)
    case 'rules':
      return RulesModel.from(state)
    case 'tree':
      return TreeModel.from(state)
    default:
      throw new InputError(`its kind of model ${JSON.stringify(kind)} is not known to this version of Abound`)
  }
}
