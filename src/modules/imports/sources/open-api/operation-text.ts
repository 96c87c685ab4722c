import { escapeMarkdown, tableCell } from '../conversion.ts'
import { codeCell, fenced, table, type writeDescription } from './descriptions.ts'
import { isSmall, listOf, type Members, membersOf, textOf, textsOf } from './json.ts'
import type { Body, Operation } from './operations.ts'
import { resolve } from './references.ts'
import { exampleOf } from './samples.ts'
import { describeConstraints, memberTable, type Schemas, typeOf } from './schemas.ts'

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
  const { method, path, title, description, isDeprecated, parameters, body, responses, security } = operation
  const location = `${context.path}: the description of ${method} ${path}`
  return blocks(
    `## ${escapeMarkdown(title)}`,
    `**${method}** ${codeCell(path)}`,
    isDeprecated ? '{% hint style="warning" %}\nThis operation is deprecated.\n{% endhint %}' : undefined,
    context.describe(description, 2, location),
    writeSecurity(security),
    parameters.length > 0 ? blocks('### Parameters', parameterTable(context, parameters)) : undefined,
    body && blocks('### Request body', writeBody(context, body, `${location}, request body`)),
    responses.length > 0 ? blocks('### Responses', writeResponses(context, responses, location)) : undefined,
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
    { ...schema, ...deprecated },
    textOf(parameter.description) || textOf(schema.description),
  )
}

function writeBody(context: WriteContext, body: Body, location: string): string {
  const { description, isRequired, unresolved } = body
  return blocks(
    unresolved === undefined ? undefined : `Described elsewhere: ${typeOf(context, { $ref: unresolved })}`,
    isRequired ? 'Required.' : undefined,
    context.describe(description, 3, location),
    writeContent(context, body),
  )
}

/**
 * Writes the content of a body: types, members and an example, once for all media types with the same schema.
 */
function writeContent(context: WriteContext, { content }: Body): string {
  const groups: { types: string[]; schema: unknown; media: Members[] }[] = []
  for (const [type, media] of content) {
    const same = groups.find(({ schema }) => isSame(schema, media.schema))
    if (!same) groups.push({ types: [type], schema: media.schema, media: [media] })
    same?.types.push(type)
    same?.media.push(media)
  }
  return blocks(...groups.map((group) => writeMedia(context, group)))
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

/** Writes one example. JSON is preferred, because it can be generated if the document contains none. */
function writeExample(
  context: WriteContext,
  types: readonly string[],
  media: readonly Members[],
): string | undefined {
  const order = types
    .map((_, index) => index)
    .sort((a, b) => Number(isJson(types[b])) - Number(isJson(types[a])))
  for (const index of order) {
    const example = exampleOf(context, media[index] ?? {}, isJson(types[index]))
    if (example !== undefined) return fenced(syntaxOf(types[index]), example)
  }
  return undefined
}

const isJson = (type = '') => /json|\*\/\*/i.test(type)
const syntaxOf = (type = '') => (isJson(type) ? 'json' : /xml/i.test(type) ? 'xml' : '')

const writeResponses = (context: WriteContext, responses: Operation['responses'], location: string): string =>
  blocks(
    ...responses.map(([status, response]) =>
      blocks(
        `**${escapeMarkdown(status)}**`,
        writeBody(context, { ...response, isRequired: false }, `${location}, response ${status}`),
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
