// What other packages use of this room.

export { type Container, decodeContainer, encodeContainer } from './container.js'
