import GithubSlugger from 'github-slugger'
import { escapeMarkdown } from '../conversion.ts'
import { type Members, membersOf, textOf } from './json.ts'
import { blocks, type Writing } from './operation-text.ts'
import type { PageWriter, WrittenPage } from './page-writer.ts'
import { memberTable, remarksOn, typeOf } from './schemas.ts'

/** Returns the component schemas of a document, by name. */
const modelsOf = (document: Members): [string, unknown][] =>
  Object.entries(membersOf(membersOf(document.components).schemas ?? document.definitions))

/** Writes the pages of the component schemas. Also returns a function that gives the URL of a schema. */
export function writeModels(
  base: Omit<Writing, 'addressOf'>,
  writer: PageWriter,
  linkTo: (path: string) => string,
): { pages: WrittenPage[]; addressOf: Writing['addressOf'] } {
  const slugger = new GithubSlugger()
  const models = modelsOf(base.document)
  const anchors = new Map(models.map(([name]) => [name, slugger.slug(`schema-${name}`)]))
  // The length of the pages determines the page of each schema, which links to schemas have to include. Schemas
  // are therefore written twice.
  const draft: Writing = {
    ...base,
    addressOf: (name) => (anchors.has(name) ? `${linkTo('models-00.md')}#${anchors.get(name)}` : undefined),
  }
  const parts = models.map(([name, schema]) =>
    writer.part(name, writeModel(draft, name, schema, anchors.get(name) ?? '')),
  )
  const arranged = models.length === 0 ? [] : writer.arrange('Models', 'models', parts)
  const addresses = new Map(
    arranged.flatMap(({ path, parts: own }) =>
      own.map(({ name }) => [name, `${linkTo(path)}#${anchors.get(name)}`] as const),
    ),
  )
  const writing: Writing = { ...base, addressOf: (name) => addresses.get(name) }
  const schemas = new Map(models)
  const pages = arranged.map(({ title, path, parts: own }) => ({
    title,
    path,
    text: blocks(
      ...own.map(({ name }) => writeModel(writing, name, schemas.get(name), anchors.get(name) ?? '')),
    ),
  }))
  return { pages, addressOf: writing.addressOf }
}

function writeModel(writing: Writing, name: string, schema: unknown, anchor: string): string {
  const members = membersOf(schema)
  return blocks(
    `## ${escapeMarkdown(name)} <a href="#${anchor}" id="${anchor}"></a>`,
    writing.describe(
      textOf(members.description),
      2,
      `${writing.path}: the description of the schema ${name}`,
    ),
    `Type: ${typeOf(writing, schema)}`,
    remarksOn({ ...members, description: '' }),
    memberTable(writing, schema),
  )
}
