import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../src/languages/catalogue.ts'

const folder = fileURLToPath(new URL('../../src/languages', import.meta.url))

/** Returns the names of all texts in their order, each with how often it has a placeholder. */
const placeholders = (texts: object) =>
  Object.entries(texts).flatMap(([part, named]) =>
    Object.entries(named as Record<string, string>).map(([name, text]) => [
      `${part}.${name}`,
      text.split('{}').length - 1,
    ]),
  )

describe('the catalogue of texts', () => {
  it('has every file of the folder', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
    expect(files.sort()).toEqual(
      Object.keys(catalogue)
        .map((language) => `${language}.json`)
        .sort(),
    )
  })

  it.each(Object.entries(catalogue))('has the texts of English with their placeholders in %s', (_, texts) => {
    expect(placeholders(texts)).toEqual(placeholders(catalogue.en))
    for (const part of Object.values(texts))
      for (const text of Object.values(part)) expect(text.trim()).not.toBe('')
  })
})
