// auto on 20 Newsgroups.

import { autoBench } from '../auto.mjs'

export default autoBench((place) => place.corpus('20newsgroups', '20 Newsgroups'), { floor: 0.855 })
