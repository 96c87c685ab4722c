import { posix } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import { readExportedLiteral } from '../../formats/import/markdown/layouts/literals.ts'
import { languageTag } from './language-tag.ts'

/** A kind of configuration, how it is read, and where it has the language of its pages. */
interface Format {
  readonly name: RegExp
  readonly parse: (text: string) => unknown
  readonly member: readonly string[]
}

const formats: readonly Format[] = [
  { name: /^book\.json$/, parse: (text) => JSON.parse(text), member: ['language'] },
  { name: /^book\.js$/, parse: readExportedLiteral, member: ['language'] },
  { name: /^book\.toml$/, parse: parseToml, member: ['book', 'language'] },
  {
    name: /^mkdocs\.ya?ml$/,
    // Its configurations have tags of Python, which are texts here.
    parse: (text) => parseYaml(text, { maxAliasCount: 0, logLevel: 'silent' }),
    member: ['theme', 'language'],
  },
  {
    name: /^docusaurus\.config\.[cm]?[jt]s$/,
    parse: readExportedLiteral,
    member: ['i18n', 'defaultLocale'],
  },
]

const maximumBytes = 262_144

const record = z.record(z.string(), z.unknown())

/** Returns the language that the configuration of a folder says that its pages are in, if it says so. */
export async function statedLanguage(
  entries: readonly SourceEntry[],
  folder: string,
): Promise<string | undefined> {
  for (const entry of entries) {
    if (posix.dirname(entry.path) !== folder || entry.size > maximumBytes) continue
    const format = formats.find(({ name }) => name.test(posix.basename(entry.path)))
    const language = format && languageIn(format, (await entry.read()).toString('utf8'))
    if (language !== undefined) return language
  }
  return undefined
}

/** A configuration that cannot be read is refused where its pages are, if they need it. */
function languageIn({ parse, member }: Format, text: string): string | undefined {
  try {
    let value: unknown = parse(text)
    for (const name of member) value = record.safeParse(value).data?.[name]
    return typeof value === 'string' ? languageTag(value) : undefined
  } catch {
    return undefined
  }
}
