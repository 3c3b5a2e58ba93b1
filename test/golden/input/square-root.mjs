// A plugin: a weighting and a measure.

const squareRoot = {
  name: 'square-root',
  norm: 'l2',
  reads: [],
  weigh(_columns, values, n) {
    for (let i = 0; i < n; i++) values[i] = Math.sqrt(values[i])
  },
  typical: (count) => Math.sqrt(count),
}

const withinTwo = {
  name: 'R2',
  title: 'within two',
  help: 'share of documents with a right label among the first two',
  group: 'ranking',
  ofDocument: ({ ranks }) => (ranks.retrieved > 0 && ranks.ranks[0] <= 2 ? 1 : 0),
  signTest: ({ bestRank }) => bestRank.map((rank) => (rank > 0 && rank <= 2 ? 1 : 0)),
}

export default { weightings: [squareRoot], measures: [withinTwo] }
