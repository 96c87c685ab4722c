import GithubSlugger from 'github-slugger'
import { escapeMarkdown } from '../conversion/markdown-syntax.ts'
import { describeConstraints } from './constraints.ts'
import { type Members, membersOf, textOf } from './json.ts'
import { blocks, type WriteContext, writeExamples } from './operation-text.ts'
import type { PageWriter, WrittenPage } from './page-writer.ts'
import { memberTable, typeOf } from './schemas.ts'

/** Returns the component schemas of a document, by name. */
const modelsOf = (document: Members): [string, unknown][] =>
  Object.entries(membersOf(membersOf(document.components).schemas ?? document.definitions))

/** Writes the pages of the component schemas. Also returns a function that gives the URL of a schema. */
export function writeModels(
  base: Omit<WriteContext, 'urlOf'>,
  writer: PageWriter,
  linkTo: (path: string) => string,
): { pages: WrittenPage[]; urlOf: WriteContext['urlOf'] } {
  const slugger = new GithubSlugger()
  const models = modelsOf(base.document)
  const anchors = new Map(models.map(([name]) => [name, slugger.slug(`schema-${name}`)]))
  // The length of the pages determines the page of each schema, which links to schemas have to include. Schemas
  // are therefore written twice.
  const draft: WriteContext = {
    ...base,
    urlOf: (name) => (anchors.has(name) ? `${linkTo('models-00.md')}#${anchors.get(name)}` : undefined),
  }
  const parts = models.map(([name, schema]) =>
    writer.part(name, writeModel(draft, name, schema, anchors.get(name) ?? '')),
  )
  const arranged = models.length === 0 ? [] : writer.arrange('Models', 'models', parts)
  const urls = new Map(
    arranged.flatMap(({ path, parts: own }) =>
      own.map(({ name }) => [name, `${linkTo(path)}#${anchors.get(name)}`] as const),
    ),
  )
  const context: WriteContext = { ...base, urlOf: (name) => urls.get(name) }
  const schemas = new Map(models)
  const pages = arranged.map(({ title, path, parts: own }) => ({
    title,
    path,
    text: blocks(
      ...own.map(({ name }) => writeModel(context, name, schemas.get(name), anchors.get(name) ?? '')),
    ),
  }))
  return { pages, urlOf: context.urlOf }
}

function writeModel(context: WriteContext, name: string, schema: unknown, anchor: string): string {
  const members = membersOf(schema)
  const { example: _example, examples: _examples, ...rest } = members
  return blocks(
    `## ${escapeMarkdown(name)} <a href="#${anchor}" id="${anchor}"></a>`,
    context.describe(
      textOf(members.description),
      2,
      `${context.path}: the description of the schema ${name}`,
    ),
    `Type: ${typeOf(context, schema)}`,
    describeConstraints(context.document, rest, { description: '' }),
    memberTable(context, schema),
    writeExamples(context.document, members),
  )
}
