import { posix } from 'node:path'
import {
  addressOf,
  type ContentsItem,
  type Conversion,
  checkEntries,
  pageEntry,
  refused,
  summaryEntry,
} from '../conversion.ts'
import type { SourceEntry } from '../entries.ts'
import { decodeText } from '../markdown-text.ts'
import type { Members } from './json.ts'
import { type OpenApiPage, openApiPages } from './pages.ts'
import { documentBytes, readOpenApi } from './read-document.ts'

/** Converts an OpenAPI document to a Markdown repository. */
export async function openApiEntries(source: SourceEntry | readonly SourceEntry[]): Promise<Conversion> {
  const entries = checkEntries('path' in source ? [source] : source)
  const entry = chooseDocument(entries)
  const pages = openApiPages(await readDocument(entry), entry.path, addressOf)
  return {
    entries: [
      summaryEntry(pages.map(itemOf)),
      ...allPages(pages).map(({ path, title, text }) => pageEntry(path, title, text)),
    ],
    skipped: entries
      .filter((other) => other !== entry)
      .map((other) => ({ path: other.path, reason: `not part of the OpenAPI document ${entry.path}` })),
  }
}

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
  if (!only) throw refused('The source holds no file. Give an OpenAPI document in JSON or YAML.')
  if (more.length === 0) return only
  const depth = ({ path }: SourceEntry) => path.split('/').length
  const [named] = candidates
    .filter(({ path }) => /openapi|swagger/i.test(posix.basename(path)))
    .sort((a, b) => depth(a) - depth(b))
  if (!named)
    throw refused(
      `The source holds ${entries.length} files and none is called openapi.json, openapi.yaml or swagger.json. Give one document.`,
    )
  return named
}

async function readDocument(entry: SourceEntry): Promise<Members> {
  const { path, size } = entry
  const bytes = size > documentBytes ? undefined : await entry.read()
  if (!bytes || bytes.length > documentBytes)
    throw refused(`${path} is larger than ${documentBytes / 1024 / 1024} MB. Import it in parts.`)
  return readOpenApi(decodeText(bytes), path)
}
