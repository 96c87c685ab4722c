import { slug } from 'github-slugger'
import { invalidSource } from '../../source-problems.ts'
import { createDescriptionWriter } from './descriptions.ts'
import { type Members, membersOf, textOf } from './json.ts'
import { writeModels } from './models.ts'
import { type WriteContext, writeOperation } from './operation-text.ts'
import { type Operation, operationsIn } from './operations.ts'
import { writeOverview } from './overview-text.ts'
import { PageWriter, type WrittenPage } from './page-writer.ts'
import { nestTags, type Tag, tagsOf } from './tags.ts'

/** The content of a page: the overview, operations, or component schemas. */
export type OpenApiPageKind = 'info' | 'operations' | 'models'

export interface OpenApiPage extends WrittenPage {
  readonly kind: OpenApiPageKind
  readonly children: readonly OpenApiPage[]
}

/**
 * Converts an OpenAPI document to pages: an overview, one page for each tag, and the component schemas. `name`
 * is the name of the document, for error messages. `linkTo` returns the URL of a page for links from other
 * pages.
 */
export function openApiPages(
  document: Members,
  name: string,
  linkTo: (path: string) => string,
): readonly OpenApiPage[] {
  const writer = new PageWriter(name)
  const base = {
    document,
    path: name,
    describe: createDescriptionWriter(),
    countStep: createStepCounter(name),
  }
  const models = writeModels(base, writer, linkTo)
  const context: WriteContext = { ...base, urlOf: models.urlOf }
  const title = textOf(membersOf(document.info).title).trim() || 'API'
  const overview = writer.pages(title, 'overview', [writer.part('the overview', writeOverview(context))])
  return [
    ...overview.map(pageOf('info')),
    ...tagPages(context, writer),
    ...webhookPages(context, writer).map(pageOf('operations')),
    ...models.pages.map(pageOf('models')),
  ]
}

const pageOf =
  (kind: OpenApiPageKind) =>
  (page: WrittenPage): OpenApiPage => ({ ...page, kind, children: [] })

/** Maximum steps to expand schemas. References can make a small document expand to a very large one. */
const maximumSteps = 2_000_000

function createStepCounter(name: string): () => void {
  let steps = 0
  return () => {
    if (++steps > maximumSteps)
      throw invalidSource(
        'SOURCE_FILE_TOO_LARGE',
        `The schemas of ${name} reference each other too often to be expanded. Import it in parts.`,
        { path: name },
      )
  }
}

function tagPages(context: WriteContext, writer: PageWriter): OpenApiPage[] {
  const { document, path } = context
  const tags = tagsOf(document, operationsIn(document, document.paths), path)
  const written = new Map(tags.map((tag) => [tag, writeTag(context, writer, tag)]))
  const nested = nestTags<OpenApiPage[]>(tags, (tag, below) => {
    const [first, ...others] = (written.get(tag) ?? []).map(pageOf('operations'))
    return first ? [{ ...first, children: below.flat() }, ...others] : below.flat()
  })
  return nested.flat()
}

function writeTag(
  context: WriteContext,
  writer: PageWriter,
  { name, title, description, operations }: Tag,
): WrittenPage[] {
  const location = `${context.path}: the description of the tag ${name}`
  const text = context.describe(description, 1, location)
  const parts = operations.map((operation) => operationPart(context, writer, operation))
  return writer.pages(title || 'Untitled', slug(name || title) || 'tag', [
    ...(text ? [writer.part(`the tag ${name}`, text)] : []),
    ...parts,
  ])
}

function webhookPages(context: WriteContext, writer: PageWriter): WrittenPage[] {
  const operations = operationsIn(context.document, context.document.webhooks)
  if (operations.length === 0) return []
  const parts = operations.map((operation) => operationPart(context, writer, operation))
  return writer.pages('Webhooks', 'webhooks', parts)
}

const operationPart = (context: WriteContext, writer: PageWriter, operation: Operation) =>
  writer.part(`${operation.method} ${operation.path}`, writeOperation(context, operation))
