// What refusing doubtful documents brings and costs (rejections.ts).

import { defineMeasure } from '../measure.js'

export const rejection = [
  defineMeasure({
    name: 'rejection.accuracy',
    title: 'accuracy',
    help: 'share of accepted documents whose first label is right',
    group: 'rejection',
    needs: 'rejection',
    compute: ({ rejection }) => rejection?.accuracy ?? null,
  }),
  defineMeasure({
    name: 'rejection.rejected',
    title: 'rejected',
    help: 'share of documents that were rejected',
    group: 'rejection',
    lowerIsBetter: true,
    needs: 'rejection',
    compute: ({ rejection }) => rejection?.rejected ?? null,
  }),
  defineMeasure({
    name: 'rejection.falseRejection',
    title: 'false rejection',
    help: 'share of documents rejected although their first label is right',
    group: 'rejection',
    lowerIsBetter: true,
    needs: 'rejection',
    compute: ({ rejection }) => rejection?.falseRejection ?? null,
  }),
  defineMeasure({
    name: 'rejection.rightlyRejected',
    title: 'rightly rejected',
    help: 'share rejected of those with no label but the one for rejecting',
    group: 'rejection',
    needs: 'rejection',
    compute: ({ rejection }) => rejection?.rightlyRejected ?? null,
  }),
]
