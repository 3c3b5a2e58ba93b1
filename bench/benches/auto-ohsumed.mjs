// auto on Ohsumed, medical abstracts.

import { autoBench } from '../auto.mjs'

export default autoBench((place) => place.corpus('ohsumed', 'Ohsumed, 23 disease groups'))
