// auto on Banking77, short questions.

import { autoBench } from '../auto.mjs'

export default autoBench((place) => place.corpus('banking77', 'Banking77'), { floor: 0.9 })
