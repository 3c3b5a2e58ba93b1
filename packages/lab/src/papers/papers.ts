// The five papers.

import type { Paper } from './item.js'

export const CS02: Paper = {
  id: 'cs02',
  authors: 'Crammer & Singer',
  title: 'A New Family of Online Algorithms for Category Ranking',
  where: 'SIGIR 2002',
}

export const MCG09: Paper = {
  id: 'mcg09',
  authors: 'Madani, Connor & Greiner',
  title: 'Learning When Concepts Abound',
  where: 'JMLR 10, 2009',
}

export const LSCP96: Paper = {
  id: 'lscp96',
  authors: 'Lewis, Schapire, Callan & Papka',
  title: 'Training Algorithms for Linear Text Classifiers',
  where: 'SIGIR 1996',
}

export const J99: Paper = {
  id: 'j99',
  authors: 'Joachims',
  title: 'Transductive Inference for Text Classification using Support Vector Machines',
  where: 'ICML 1999',
}

export const SS00: Paper = {
  id: 'ss00',
  authors: 'Schapire & Singer',
  title: 'BoosTexter: A Boosting-based System for Text Categorization',
  where: 'Machine Learning 39, 2000',
}

/** In the order of their pages. */
export const PAPERS: readonly Paper[] = [CS02, MCG09, LSCP96, J99, SS00]
