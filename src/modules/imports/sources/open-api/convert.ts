import { posix } from 'node:path'
import { slug } from 'github-slugger'
import {
  type ContentsItem,
  type Conversion,
  checkEntries,
  pageEntry,
  refused,
  summaryEntry,
} from '../conversion.ts'
import type { SourceEntry } from '../entries.ts'
import { decodeText } from '../markdown-text.ts'
import { descriptionWriter } from './descriptions.ts'
import { type Members, membersOf, textOf } from './json.ts'
import { writeModels } from './models.ts'
import { type Writing, writeOperation } from './operation-text.ts'
import { type Operation, operationsIn } from './operations.ts'
import { writeOverview } from './overview-text.ts'
import { PageWriter, type WrittenPage } from './page-writer.ts'
import { documentBytes, readOpenApi } from './read-document.ts'
import { nestTags, type Tag, tagsOf } from './tags.ts'

/** An OpenAPI document as pages: an overview, one for each tag, and one of the component schemas. */
export async function openApiEntries(source: SourceEntry | readonly SourceEntry[]): Promise<Conversion> {
  const entries = checkEntries('path' in source ? [source] : source)
  const entry = chooseDocument(entries)
  const { path } = entry
  const document = await readDocument(entry)
  const writer = new PageWriter(path)
  const base = { document, path, describe: descriptionWriter(), spend: stepCounter(path) }
  const models = writeModels(base, writer)
  const writing: Writing = { ...base, addressOf: models.addressOf }
  const title = textOf(membersOf(document.info).title).trim() || 'API'
  const overview = writer.pages(title, 'overview', [writer.part('the overview', writeOverview(writing))])
  const tags = writeTags(writing, writer)
  const webhooks = writeWebhooks(writing, writer)
  const items = [...overview.map(itemOf), ...tags.items, ...[...webhooks, ...models.pages].map(itemOf)]
  const pages = [...overview, ...tags.pages, ...webhooks, ...models.pages]
  return {
    entries: [summaryEntry(items), ...pages.map((page) => pageEntry(page.path, page.title, page.text))],
    skipped: entries
      .filter((other) => other !== entry)
      .map((other) => ({ path: other.path, reason: `not part of the OpenAPI document ${path}` })),
  }
}

/** References may make a small document stand for an immense one. */
const maximumSteps = 2_000_000

function stepCounter(path: string): () => void {
  let steps = 0
  return () => {
    if (++steps > maximumSteps)
      throw refused(`The schemas of ${path} lead to each other too often to be listed. Import it in parts.`)
  }
}

const itemOf = ({ title, path }: WrittenPage): ContentsItem => ({ title, path, children: [] })

/** The only file, or the one that is called as such documents are, nearest to the root. */
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

function writeTags(writing: Writing, writer: PageWriter): { items: ContentsItem[]; pages: WrittenPage[] } {
  const { document, path } = writing
  const tags = tagsOf(document, operationsIn(document, document.paths), path)
  const written = new Map(tags.map((tag) => [tag, writeTag(writing, writer, tag)]))
  const nested = nestTags<ContentsItem[]>(tags, (tag, below) => {
    const [first, ...others] = (written.get(tag) ?? []).map(itemOf)
    return first ? [{ ...first, children: below.flat() }, ...others] : below.flat()
  })
  return { items: nested.flat(), pages: [...written.values()].flat() }
}

function writeTag(
  writing: Writing,
  writer: PageWriter,
  { name, title, description, operations }: Tag,
): WrittenPage[] {
  const place = `${writing.path}: the description of the tag ${name}`
  const text = writing.describe(description, 1, place)
  const parts = operations.map((operation) => operationPart(writing, writer, operation))
  return writer.pages(title || 'Untitled', slug(name || title) || 'tag', [
    ...(text ? [writer.part(`the tag ${name}`, text)] : []),
    ...parts,
  ])
}

function writeWebhooks(writing: Writing, writer: PageWriter): WrittenPage[] {
  const operations = operationsIn(writing.document, writing.document.webhooks)
  if (operations.length === 0) return []
  const parts = operations.map((operation) => operationPart(writing, writer, operation))
  return writer.pages('Webhooks', 'webhooks', parts)
}

const operationPart = (writing: Writing, writer: PageWriter, operation: Operation) =>
  writer.part(`${operation.method} ${operation.path}`, writeOperation(writing, operation))
