// What refusing doubtful documents brings and costs (rejections.ts).

import { defineMeasure } from '../measure.js'

export const rejection = [
  ofRejection('accuracy', 'accuracy', 'share of accepted documents whose first label is right'),
  ofRejection('rejected', 'rejected', 'share of documents that were rejected'),
  ofRejection(
    'falseRejection',
    'false rejection',
    'share of documents rejected although their first label is right',
  ),
  ofRejection(
    'rightlyRejected',
    'rightly rejected',
    'share rejected of those with no label but the one for rejecting',
  ),
]

function ofRejection(
  figure: 'accuracy' | 'rejected' | 'falseRejection' | 'rightlyRejected',
  title: string,
  help: string,
) {
  return defineMeasure({
    name: `rejection.${figure}`,
    title,
    help,
    group: 'rejection',
    // The terminal has a table of its own for rejection.
    shown: 'pages',
    needs: 'rejection',
    compute: ({ rejection }) => rejection?.[figure] ?? null,
  })
}
