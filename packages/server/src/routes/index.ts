// The routes, in the order of the documentation. Adding one is its file and a line here (and its import).

import { deleteExample } from './delete-example.js'
import { deleteModel } from './delete-model.js'
import { getAccess } from './get-access.js'
import { getFormats } from './get-formats.js'
import { getHealthz } from './get-healthz.js'
import { getJob } from './get-job.js'
import { getLabel } from './get-label.js'
import { getLabels } from './get-labels.js'
import { getMetrics } from './get-metrics.js'
import { getModel } from './get-model.js'
import { getModelFile } from './get-model-file.js'
import { getModels } from './get-models.js'
import { getProgress } from './get-progress.js'
import { getQueue } from './get-queue.js'
import { getReadyz } from './get-readyz.js'
import { getWords } from './get-words.js'
import { postExplain } from './post-explain.js'
import { postLabels } from './post-labels.js'
import { postLabelsMerge } from './post-labels-merge.js'
import { postLabelsRename } from './post-labels-rename.js'
import { postLearn } from './post-learn.js'
import { postModel } from './post-model.js'
import { postModelRebuild } from './post-model-rebuild.js'
import { postModelRollback } from './post-model-rollback.js'
import { postQueue } from './post-queue.js'
import { postQueueSkip } from './post-queue-skip.js'
import { postRank } from './post-rank.js'
import { postUndo } from './post-undo.js'
import { postWords } from './post-words.js'
import { postWordsLearn } from './post-words-learn.js'

export const ROUTES = [
  getHealthz,
  getReadyz,
  getMetrics,
  getAccess,
  postRank,
  postExplain,
  postLearn,
  postUndo,
  deleteExample,
  getModel,
  getModelFile,
  postModelRollback,
  postModelRebuild,
  getFormats,
  getModels,
  postModel,
  deleteModel,
  getJob,
  getLabels,
  getLabel,
  postLabels,
  postLabelsRename,
  postLabelsMerge,
  getWords,
  postWords,
  postWordsLearn,
  getQueue,
  postQueue,
  postQueueSkip,
  getProgress,
] as const
