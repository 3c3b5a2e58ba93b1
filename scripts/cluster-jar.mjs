// Compiles the driver of `train --cluster spark://…` against the Spark in SPARK_HOME into packages/lab/java/abound-cluster.jar,
// after `npm run build`. Without it the first submit does the same.

import { fileURLToPath } from 'node:url'
import { driverJar } from '../packages/lab/dist/cluster-run/spark.js'

const home = process.env.SPARK_HOME
if (home === undefined) throw new Error('expected SPARK_HOME, the folder of Spark')
process.stdout.write(
  `${await driverJar(home, fileURLToPath(new URL('../packages/lab/java', import.meta.url)))}\n`,
)
