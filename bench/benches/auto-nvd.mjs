// auto on descriptions of vulnerabilities: tens of thousands of labels, where only the index is affordable.

import { autoBench } from '../auto.mjs'

export default autoBench((place) => place.corpus('nvd-cve', 'NVD, vulnerabilities by product'), {
  singles: ['ff', 'ff --margin 0.1', 'ff --margin 0.5', 'ind'],
})
