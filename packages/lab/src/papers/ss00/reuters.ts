// SS00 on three subsets of Reuters-21578, over the number of classes.

import { overClasses } from './over-classes.js'
import { leafTopics, multiLabel, singleLabel } from './reuters-subsets.js'

export const ss00Single = overClasses({
  id: 'ss00-single',
  place: 'single-label subset of Reuters, table and figure',
  title: 'six classes of Reuters, one to a document',
  differs:
    'The documents are those of ModApte, and the classes the groups of Reuters’ own hierarchy of topics; which topics the ' +
    'paper calls general is not said (here: interest, money-fx, ship and currencies), nor which stop-list it used. The text at ' +
    'hand has lost the digits of all its tables.',
  classes:
    'Earnings, acquisitions, commodities, economic indicators, general, energy; documents with topics of two classes are left out.',
  numbers: [3, 4, 5, 6],
  single: true,
  bestRival: { rival: 'naive Bayes', claim: 'Naive Bayes is the best of the rivals by one-error.' },
  documents: singleLabel,
})

export const ss00Multi = overClasses({
  id: 'ss00-multi',
  place: 'multi-label subset of Reuters, table and figure',
  title: 'nine classes of Reuters, one or several to a document',
  differs:
    'The classes are the groups of Reuters’ own hierarchy of topics. The text at hand has lost the digits of all tables.',
  classes:
    'Earnings, acquisitions, commodities, economics, interest, energy, money-fx, shipping, currencies; a document has the classes ' +
    'of all its topics.',
  numbers: [3, 5, 7, 9],
  single: false,
  documents: multiLabel,
})

export const ss00Leaves = overClasses({
  id: 'ss00-leaves',
  place: 'second multi-label subset of Reuters, table and figure',
  title: 'the most frequent topics of Reuters but earn and acq',
  differs:
    'The topics are Reuters’ own, the most frequent first; how many documents the paper had of each cannot be read any ' +
    'more. The text at hand has lost the digits of all tables.',
  classes: 'Topics other than earn and acq.',
  numbers: [3, 6, 10, 15, 20],
  single: false,
  bestRival: { rival: 'Rocchio', claim: 'Rocchio is the best of the rivals by one-error.' },
  rocchioCovers: true,
  documents: leafTopics,
})
