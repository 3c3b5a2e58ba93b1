// What other packages use of this room.

export { Vectoriser } from './vectoriser.js'
