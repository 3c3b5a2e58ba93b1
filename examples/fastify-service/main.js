// Serves a model that is trained from a file of any format that Abound reads:
//
//   npm install
//   node main.js tickets.csv
//   curl -X POST localhost:3000/training -H 'content-type: application/json' -d '{ "learner": "svm" }'
//   curl localhost:3000/training
//   curl -X POST localhost:3000/rank -H 'content-type: application/json' -d '{ "texts": ["my parcel is late"] }'

import { openSource } from 'abound'
import { createService } from './service.js'

const [file = 'tickets.csv', port = '3000'] = process.argv.slice(2)

async function* documents() {
  for await (const batch of openSource(file).documents()) yield* batch
}

const app = createService({ documents, path: 'model.abound' })
console.log(`serves at ${await app.listen({ port: Number(port) })}`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close())
