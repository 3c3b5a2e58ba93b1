// auto on Reuters-21578.

import { autoBench } from '../auto.mjs'

export default autoBench((place) => place.corpus('reuters21578', 'Reuters-21578, ModApte', 'modapte-'))
