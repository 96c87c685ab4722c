import { readFileSync, writeFileSync } from 'node:fs'
import { generatedParts, withGeneratedParts } from './generated-docs.ts'

// npm run docs: writes the generated parts of the pages in src/docs. With --check it only compares.
for (const page of new Set(generatedParts.map((part) => part.page))) {
  const file = new URL(`../docs/${page}`, import.meta.url)
  const text = readFileSync(file, 'utf8')
  const written = withGeneratedParts(page, text)
  if (written === text) continue
  if (process.argv.includes('--check')) {
    console.error(`src/docs/${page} is stale: run \`npm run docs\` and commit it`)
    process.exitCode = 1
  } else {
    writeFileSync(file, written)
  }
}
