// A Zstandard file, made with the zstd program: a frame at level 19 with a checksum (`FIRST_LINES` of JSONL), a
// frame to skip, and a small frame without a checksum (one more line).

export const zstFile = Uint8Array.from(
  atob(
    'KLUv/WSXED0LAAbWNh1QjdIBBNDWOyIhGlYV2MxMHe3/hOxVp9nGzJrZAzoAMgAlANLTWgSt3HgU00yKGLM2TYv2c2sMMdSi' +
      'xFDjOTAdHCuzRyT9mKTIEWFPD1MMbsFNETbdgVNuwUGLkwRVrZNN1WCxTHuZe3NxnHtZTeMohrlRLcvKte4GlSpm3qqIBzmm' +
      'BUwKhAX3aMzwtDtwj2PTcbyZjuPScbyXjuPqON6q46g6jnf2Xuy9d3tve++tdHU1jgoMnueC53kvPM+F53krPM/E87wTzxPx' +
      'PO/ieRbP81ZwHJ2O4910DHioESBpvv93kHNSOhJAEFAQSBD4EQSfK0CAgv6pOkcVdjqpL3hoAV4SzvhQjrjQjUBJTckBysRB' +
      'uMEBjryROnEjmGkjYmO5RqaGIw1GQ3MGZIayDIIMxRgshiQM+aBkalfikz/CwApbFYAK3RQIlleHx51D5mE5OIjn+8DPaWRi' +
      'ARjpboXaTlEVQ9HCcVAqTRgDAAAAYWJjKLUv/QBY+QAAeyJ0ZXh0IjoidGFpbCIsImxhYmVscyI6WyJ4Il19Cg==',
  ),
  (character) => character.charCodeAt(0),
)

/** What the first frame holds. */
export const FIRST_LINES = Array.from({ length: 40 }, (_, i) => ({
  id: String(i),
  text: `Wheat exports rose ${i} pct, and gold fell a little more than ${i * 7} dollars`,
  labels: i % 2 === 1 ? ['wheat'] : [],
}))
