import { readFileSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { compiledRoutes } from '../server/compiled-routes.ts'
import { schema } from '../server/graph.ts'
import { documentsOf, laterRoutes } from './rest-documents.ts'

const routes = compiledRoutes.map(({ route }) => route)

// npm run schema: writes the files below. With --check it compares instead, and fails if one is out of date.
const files = {
  'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
  'src/rest/documents.graphql': `# The operations of the REST API, as they follow from its rows.\n\n${documentsOf(routes)}`,
  'src/rest/documents-of-renderer.graphql': `# The operations that differ for the open renderer.\n\n${documentsOf(laterRoutes(routes))}`,
}

for (const [name, printed] of Object.entries(files)) {
  const file = new URL(`../../${name}`, import.meta.url)
  if (!process.argv.includes('--check')) writeFileSync(file, printed)
  else if (readFileSync(file, 'utf8') !== printed) {
    console.error(`${name} is out of date: run \`npm run schema\` and commit it`)
    process.exitCode = 1
  }
}
