import { readFileSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../server/graph.ts'

// npm run schema: writes schema.graphql. With --check it compares instead, and fails if the file is out of date.
const file = new URL('../../schema.graphql', import.meta.url)
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== printed) {
    console.error('schema.graphql is out of date: run `npm run schema` and commit it')
    process.exitCode = 1
  }
} else {
  writeFileSync(file, printed)
}
