import { posix } from 'node:path'
import { invalidSource } from '../../source-problems.ts'
import { type ContentsItem, summaryEntry } from '../conversion/contents-entry.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { pathToUrl } from '../conversion/markdown-syntax.ts'
import { pageEntry } from '../conversion/page-entry.ts'
import { validateEntries } from '../conversion/source-entries.ts'
import type { SourceEntry } from '../files/entries.ts'
import { decodeText } from '../files/read-text.ts'
import { importLine } from '../report/lines.ts'
import { skipOf } from '../report/notes.ts'
import type { Members } from './json.ts'
import { type OpenApiPage, openApiPages } from './pages.ts'
import { documentBytes, readOpenApi } from './read-document.ts'

/** Converts an OpenAPI document to a Markdown repository. */
export async function openApiEntries(source: SourceEntry | readonly SourceEntry[]): Promise<Conversion> {
  const entries = validateEntries('path' in source ? [source] : source)
  const entry = chooseDocument(entries)
  const pages = openApiPages(await readDocument(entry), entry.path, pathToUrl)
  return {
    entries: [
      summaryEntry(pages.map(itemOf)),
      ...allPages(pages).map(({ path, title, text }) => pageEntry(path, title, text)),
    ],
    skipped: entries
      .filter((other) => other !== entry)
      .map((other) => skipOf(other.path, notPartOf(entry.path))),
  }
}

const notPartOf = (path: string) =>
  importLine('IMPORT_NOT_OPENAPI', `not part of the OpenAPI document ${path}`, { path })

const itemOf = ({ title, path, children }: OpenApiPage): ContentsItem => ({
  title,
  path,
  children: children.map(itemOf),
})

const allPages = (pages: readonly OpenApiPage[]): OpenApiPage[] =>
  pages.flatMap((page) => [page, ...allPages(page.children)])

/** Returns the only candidate, or the one nearest to the root whose name contains `openapi` or `swagger`. */
function chooseDocument(entries: readonly SourceEntry[]): SourceEntry {
  const candidates = entries.filter(({ path }) => /\.(json|ya?ml)$/i.test(path))
  const [only, ...more] = candidates.length > 0 ? candidates : entries
  if (!only)
    throw invalidSource(
      'SOURCE_WITHOUT_OPENAPI',
      'The source contains no file. Import an OpenAPI document in JSON or YAML.',
    )
  if (more.length === 0) return only
  const depth = ({ path }: SourceEntry) => path.split('/').length
  const [named] = candidates
    .filter(({ path }) => /openapi|swagger/i.test(posix.basename(path)))
    .sort((a, b) => depth(a) - depth(b))
  if (!named)
    throw invalidSource(
      'SOURCE_WITHOUT_OPENAPI',
      `The source contains ${entries.length} files and none is named openapi.json, openapi.yaml or swagger.json. Import a single document.`,
    )
  return named
}

async function readDocument(entry: SourceEntry): Promise<Members> {
  const { path, size } = entry
  const bytes = size > documentBytes ? undefined : await entry.read()
  if (!bytes || bytes.length > documentBytes)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `${path} is larger than ${documentBytes / 1024 / 1024} MB. Import it in parts.`,
      { path },
    )
  return readOpenApi(decodeText(bytes), path)
}
