import { posix } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { SourceEntry } from '../../files/entries.ts'
import type { SourceLimits } from '../../limits.ts'
import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf, type Skip, skipOf } from '../../report/notes.ts'
import { type Layout, recognized } from '../repository/layout.ts'
import { readConfigFile } from './config-file.ts'
import { readExportedLiteral } from './literals.ts'

const path = z.string().min(1).max(1000)
const structure = z.object({ readme: path.nullish(), summary: path.nullish() }).nullish()
const configShape = z.object({ root: path.nullish(), structure, redirects: z.unknown().optional() })
const bookShape = z.object({
  root: path.nullish(),
  structure,
  plugins: z.array(z.string()).nullish().catch(undefined),
})

export const gitbookConfigIn = (entries: readonly SourceEntry[], folder: string): SourceEntry | undefined =>
  ['.gitbook.yaml', '.gitbook.yml'].flatMap((name) => entryIn(entries, folder, name) ?? [])[0]

const entryIn = (entries: readonly SourceEntry[], folder: string, name: string) =>
  entries.find((entry) => entry.path === posix.join(folder, name))

/** Reads the layout from `.gitbook.yaml`, with defaults for omitted settings. */
export async function gitbookLayout(
  entry: SourceEntry | undefined,
  folder: string,
  limits: SourceLimits,
): Promise<Layout> {
  const parse = (text: string) => parseYaml(text, { maxAliasCount: 0, logLevel: 'error' })
  const config = entry ? await readConfigFile(entry, { limits, parse, shape: configShape }) : {}
  const notes = entry ? [recognized('GITBOOK', entry.path, ofRoot(config.root))] : []
  const skipped = entry && hasMembers(config.redirects) ? [skippedRedirects(entry.path)] : []
  return { ...placesOf(folder, config), kind: 'GITBOOK', notes, skipped }
}

/** The configurations of the earlier GitBook and of HonKit, the first of which is read. */
const bookFiles = ['book.json', 'book.js']

/** Finds the configuration of the earlier GitBook or of HonKit in a folder. */
export const bookConfigIn = (entries: readonly SourceEntry[], folder: string): SourceEntry | undefined =>
  bookFiles.flatMap((name) => entryIn(entries, folder, name) ?? [])[0]

/** Reads the layout from `book.json` or `book.js`, of which nothing is run. */
export async function bookLayout(
  entries: readonly SourceEntry[],
  { entry, folder, limits }: { entry: SourceEntry; folder: string; limits: SourceLimits },
): Promise<Layout> {
  const parse = entry.path.endsWith('.js')
    ? readExportedLiteral
    : (text: string) => JSON.parse(text) as unknown
  const config = await readConfigFile(entry, { limits, parse, shape: bookShape })
  const kind = (await namesHonkit(entries, folder)) ? 'HONKIT' : 'GITBOOK_LEGACY'
  const notes: ImportNote[] = [recognized(kind, entry.path, ofRoot(config.root))]
  const plugins = config.plugins ?? []
  if (plugins.length > 0) notes.push(noteOnPlugins(entry.path, plugins.join(', ')))
  return { ...placesOf(folder, config), kind, notes, skipped: [] }
}

async function namesHonkit(entries: readonly SourceEntry[], folder: string): Promise<boolean> {
  const entry = entryIn(entries, folder, 'package.json')
  if (!entry || entry.size > 1_000_000) return false
  return /"honkit"\s*:/.test((await entry.read()).toString())
}

const ofRoot = (root: string | null | undefined) =>
  root && below('.', root) !== '.' ? below('.', root) : undefined

function placesOf(folder: string, config: Pick<z.infer<typeof bookShape>, 'root' | 'structure'>) {
  const root = below(folder, config.root ?? '.')
  return {
    root,
    summary: below(root, config.structure?.summary ?? 'SUMMARY.md'),
    readme: below(root, config.structure?.readme ?? 'README.md'),
    staticFolders: [],
    books: [],
  }
}

const hasMembers = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const noteOnPlugins = (path: string, names: string): ImportNote =>
  noteOf('DROPPED', path, importLine('IMPORT_PLUGINS_DROPPED', `the plugins ${names} are not run`, { names }))

const skippedRedirects = (path: string): Skip =>
  skipOf(
    path,
    importLine(
      'IMPORT_REDIRECTS_LEFT_OUT',
      'its redirects are not imported, because redirects belong to a site',
    ),
  )

/** Resolves a name below a folder. A leading slash refers to the folder as well. */
export const below = (folder: string, name: string): string =>
  posix.join(folder, `./${name}`).replace(/(?<=.)\/$/, '')
