// Where replaying a log begins: the saved model that needs the fewest events on top; failing all, the model that the
// log's history stands on, which is trained again if its file is lost.

import { type Classifier, fromBytes, InputError } from 'abound'
import { type Recipe, remaining } from './lineage.js'
import { retraining } from './rebuild.js'
import type { ServedModel } from './served-model.js'

interface ReplayStart {
  readonly sha256: string
  /** What the model of that file is made of. */
  readonly recipe: Recipe
}

/** The saved model nearest to a recipe that can go on to it. */
export async function findStart(model: ServedModel, recipe: Recipe): Promise<ReplayStart> {
  const { name, lineage, host } = model
  const starts: ReplayStart[] = []
  for (const { seq, sha256 } of await host.store.versions.all(name)) {
    const made = lineage.recipe(seq, seq)
    if (made !== undefined && remaining(made, recipe) !== undefined) starts.push({ sha256, recipe: made })
  }
  starts.sort((a, b) => b.recipe.learned.length - a.recipe.learned.length)
  const foundation = recipe.rebuild?.body.sha256 ?? recipe.base.body.sha256
  starts.push({ sha256: foundation, recipe: { ...recipe, learned: [] } })
  for (const start of starts) if ((await host.files.get(start.sha256)) !== undefined) return start
  if (recipe.rebuild === undefined) {
    throw new InputError(
      `the model file of ${name} (${foundation}) is gone from the store: start the server with it again`,
    )
  }
  await trainLost(model, recipe)
  return starts[starts.length - 1]
}

export async function loadModel({ name, host }: ServedModel, sha256: string): Promise<Classifier> {
  const bytes = await host.files.get(sha256)
  if (bytes === undefined) throw new InputError(`the model file ${sha256} of ${name} is gone from the store`)
  return fromBytes(bytes, name)
}

/** A foundation whose file was lost is trained again: the same documents give the same bytes. */
async function trainLost(model: ServedModel, recipe: Recipe): Promise<void> {
  const { name, host } = model
  const { upTo, sha256 } = recipe.rebuild!.body
  const base = await loadModel(model, recipe.base.body.sha256)
  const result = await host.run(retraining(model, recipe, recipe.trained, upTo, base), () => {})
  await host.files.put(result.bytes)
  if (result.sha256 === sha256) return
  throw new InputError(`the model ${sha256} of ${name} is lost, and training again gave another`)
}
