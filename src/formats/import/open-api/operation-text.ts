import { escapeMarkdown, tableCell } from '../conversion/markdown-syntax.ts'
import { describeConstraints } from './constraints.ts'
import { codeCell, fenced, table, type writeDescription } from './descriptions.ts'
import { statedExamples } from './examples.ts'
import { isMembers, isSmall, listOf, type Members, membersOf, textOf, textsOf } from './json.ts'
import type { Body, Callback, Operation } from './operations.ts'
import { resolve } from './references.ts'
import { exampleText, generatedExample } from './samples.ts'
import { isBinaryMedia, memberTable, type Schemas, typeOf } from './schemas.ts'

export interface WriteContext extends Schemas {
  /** The path of the document, for error messages. */
  readonly path: string
  readonly describe: typeof writeDescription
}

/** Joins blocks of Markdown. Empty ones are omitted. */
export const blocks = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n')

/** Writes an operation as a section with a level-2 heading. */
export function writeOperation(context: WriteContext, operation: Operation): string {
  const { method, path, title, callbacks } = operation
  const location = `${context.path}: the description of ${method} ${path}`
  return blocks(
    `## ${escapeMarkdown(title)}`,
    `**${method}** ${codeCell(path)}`,
    writeDetails(context, operation, { location, level: 2 }),
    callbacks.length > 0 ? '### Callbacks' : undefined,
    ...callbacks.map((callback) => writeCallback(context, callback, location)),
  )
}

/** The position of a description in the document, for error messages, and the level of the heading above it. */
interface Place {
  readonly location: string
  readonly level: number
}

function writeDetails(context: WriteContext, operation: Operation, { location, level }: Place): string {
  const { description, isDeprecated, parameters, body, responses, security } = operation
  const marks = '#'.repeat(level + 1)
  const bodyPlace = { location: `${location}, request body`, level: level + 1 }
  return blocks(
    isDeprecated ? '{% hint style="warning" %}\nThis operation is deprecated.\n{% endhint %}' : undefined,
    context.describe(description, level, location),
    writeSecurity(security),
    parameters.length > 0 ? blocks(`${marks} Parameters`, parameterTable(context, parameters)) : undefined,
    body && blocks(`${marks} Request body`, writeBody(context, body, bodyPlace)),
    responses.length > 0
      ? blocks(`${marks} Responses`, writeResponses(context, responses, { location, level: level + 1 }))
      : undefined,
  )
}

function writeCallback(
  context: WriteContext,
  { name, operations, unresolved }: Callback,
  of: string,
): string {
  if (unresolved !== undefined)
    return blocks(
      `#### ${escapeMarkdown(name)}`,
      `Described elsewhere: ${typeOf(context, { $ref: unresolved })}`,
    )
  return blocks(
    `#### ${escapeMarkdown(name)}`,
    ...operations.map((operation) => {
      const { method, path, title } = operation
      const location = `${of}, callback ${name}`
      const line = `Request to the caller: **${method}** ${codeCell(path)}`
      const ownTitle = title === `${method} ${path}` ? undefined : escapeMarkdown(title)
      return blocks(ownTitle, line, writeDetails(context, operation, { location, level: 4 }))
    }),
  )
}

function writeSecurity(security: unknown): string | undefined {
  const choices = listOf(security).map((choice) => {
    const schemes = Object.entries(membersOf(choice)).map(([name, scopes]) => {
      const named = textsOf(scopes).map(codeCell)
      return named.length > 0 ? `${codeCell(name)} (${named.join(', ')})` : codeCell(name)
    })
    return schemes.join(' and ') || 'none'
  })
  return choices.length === 0 ? undefined : `Authentication: ${choices.join(' or ')}`
}

const parameterTable = (context: WriteContext, parameters: readonly Members[]): string =>
  table(
    ['Name', 'In', 'Type', 'Required', 'Description'],
    parameters.map((parameter) => [
      codeCell(textOf(parameter.name)),
      tableCell(escapeMarkdown(textOf(parameter.in))),
      typeOf(context, schemaOf(parameter)),
      parameter.required === true ? 'Yes' : '',
      remarks(context, parameter),
    ]),
  )

/**
 * Returns the schema of a parameter. In version 2, a parameter is its own schema; in version 3, it can have a
 * media type instead.
 */
function schemaOf(parameter: Members): unknown {
  const [media] = Object.values(membersOf(parameter.content))
  return parameter.schema ?? membersOf(media).schema ?? parameter
}

function remarks({ document }: WriteContext, parameter: Members): string {
  const schema = resolve(document, schemaOf(parameter)).value
  const deprecated = parameter.deprecated === true ? { deprecated: true } : {}
  return describeConstraints(
    document,
    { ...schema, ...deprecated },
    {
      description: textOf(parameter.description) || textOf(schema.description),
      examplesOf: [parameter, ...Object.values(membersOf(parameter.content)).map(membersOf)],
    },
  )
}

function writeBody(context: WriteContext, body: Body, { location, level }: Place): string {
  const { description, isRequired, unresolved } = body
  return blocks(
    unresolved === undefined ? undefined : `Described elsewhere: ${typeOf(context, { $ref: unresolved })}`,
    isRequired ? 'Required.' : undefined,
    context.describe(description, level, location),
    writeContent(context, body),
  )
}

/**
 * Writes the content of a body: types, members and an example, once for all media types with the same schema.
 */
function writeContent(context: WriteContext, { content }: Body): string {
  const groups: { types: string[]; schema: unknown; media: Members[] }[] = []
  for (const [type, media] of content) {
    const stated = schemaOfMedia(type, media)
    const same = groups.find(({ schema }) => isSame(schema, stated))
    if (!same) groups.push({ types: [type], schema: stated, media: [media] })
    same?.types.push(type)
    same?.media.push(media)
  }
  return blocks(...groups.map((group) => writeMedia(context, group)))
}

/** Files need no schema, or an empty one. */
function schemaOfMedia(type: string, { schema }: Members): unknown {
  const isEmpty = schema === undefined || (isMembers(schema) && Object.keys(schema).length === 0)
  return isEmpty && isBinaryMedia(type) ? { type: 'string', format: 'binary' } : schema
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (isSmall(one) && isSmall(other) && JSON.stringify(one) === JSON.stringify(other))

interface MediaGroup {
  readonly types: readonly string[]
  readonly schema: unknown
  readonly media: readonly Members[]
}

function writeMedia(context: WriteContext, { types, schema, media }: MediaGroup): string {
  const named = types.map(codeCell).join(', ')
  return blocks(
    schema === undefined ? named : `${named}: ${typeOf(context, schema)}`,
    memberTable(context, schema),
    writeExample(context, types, media),
  )
}

/** Writes the stated examples of one media type, or a generated one. JSON is preferred, because it can be generated. */
function writeExample(
  context: WriteContext,
  types: readonly string[],
  media: readonly Members[],
): string | undefined {
  const order = types
    .map((_, index) => index)
    .sort((a, b) => Number(isJson(types[b])) - Number(isJson(types[a])))
  for (const index of order) {
    const stated = writeExamples(context.document, media[index] ?? {}, syntaxOf(types[index]))
    if (stated !== '') return stated
    const example = isJson(types[index]) ? generatedExample(context, media[index]?.schema) : undefined
    if (example !== undefined) return fenced(syntaxOf(types[index]), example)
  }
  return undefined
}

/** Writes the examples that a media type or a schema states, each with its name if there are several. */
export function writeExamples(document: Members, holder: Members, syntax = 'json'): string {
  const written = statedExamples(document, holder).flatMap(({ label, value }) => {
    const text = exampleText(value)
    return text === undefined ? [] : [{ label, code: fenced(syntax, text) }]
  })
  const isNamed = written.length > 1
  return blocks(
    ...written.flatMap(({ label, code }) => [
      isNamed && label ? `Example: ${escapeMarkdown(label)}` : '',
      code,
    ]),
  )
}

const isJson = (type = '') => /json|\*\/\*/i.test(type)
const syntaxOf = (type = '') => (isJson(type) ? 'json' : /xml/i.test(type) ? 'xml' : '')

const writeResponses = (
  context: WriteContext,
  responses: Operation['responses'],
  { location, level }: Place,
): string =>
  blocks(
    ...responses.map(([status, response]) =>
      blocks(
        `**${escapeMarkdown(status)}**`,
        writeBody(
          context,
          { ...response, isRequired: false },
          { location: `${location}, response ${status}`, level },
        ),
        headerTable(context, response.headers),
      ),
    ),
  )

const headerTable = (context: WriteContext, headers: Members): string =>
  table(
    ['Header', 'Type', 'Description'],
    Object.entries(headers).map(([name, node]) => {
      const header = resolve(context.document, node).value
      return [codeCell(name), typeOf(context, schemaOf(header)), remarks(context, header)]
    }),
  )
