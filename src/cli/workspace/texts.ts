import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileStrings } from '@internationalized/string-compiler'
import type { Plugin } from 'vite'
import { sources } from './paths.ts'

const folder = join(sources, 'texts')

type Catalogue = Readonly<Record<string, string>>

const read = (language: string): Catalogue =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Catalogue

const languages = readdirSync(folder).map((name) => name.replace(/\.json$/, ''))

const prefix = 'virtual:texts/'

/** Compiles the texts of a language, in the message format of ICU, into a module of strings and functions. */
export const texts = (): Plugin => ({
  name: 'workspace-texts',
  buildStart() {
    for (const language of languages) this.addWatchFile(join(folder, `${language}.json`))
    const missing = missingTexts()
    if (missing.length > 0) this.error(`Texts are missing, or not known in en.json:\n${missing.join('\n')}`)
  },
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith(`\0${prefix}`)
      ? compileStrings(read(id.slice(prefix.length + 1)), { format: 'esm' })
      : undefined,
})

/** Returns what the other languages lack of the texts in English, and what they have beyond them. */
function missingTexts(): readonly string[] {
  const english = Object.keys(read('en'))
  return languages.flatMap((language) => {
    const own = read(language)
    const lacking = english.filter((key) => !own[key]).map((key) => `${language}.json lacks ${key}`)
    const unknown = Object.keys(own).filter((key) => !english.includes(key))
    return [...lacking, ...unknown.map((key) => `${language}.json has ${key}, which en.json has not`)]
  })
}
