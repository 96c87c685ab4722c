import { getOrCreate } from '../../../base/get-or-create.ts'
import { gitbookSlug } from '../model/gitbook-slug.ts'
import { defined, heading, orEmptyParagraph, paragraph, plainMark, plainText, text } from '../model/nodes.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import { opaqueSource } from '../model/opaque.ts'
import { type BlockTag, parseBlockTags } from '../syntax/block-tag.ts'
import type { Block, InlineNode, Tabs } from '../types.ts'
import { textTable } from './read-table.ts'

/**
 * Reads the blocks of operations that GitBook had before it had specifications: `{% swagger method="get" path="/pets" %}`, and
 * `{% api-method %}` of earlier years. Their parts are tags in them, which are read here and nowhere else.
 */

/** The titles of groups of parameters, by what names them: the attribute `in`, or the tag around them. */
const groups: ReadonlyMap<string, string> = new Map(
  Object.entries({
    path: 'Path parameters',
    query: 'Query parameters',
    header: 'Headers',
    headers: 'Headers',
    cookie: 'Cookies',
    body: 'Request body',
    'form-data': 'Form data',
  }),
)

const groupTag = /^api-method-(path|query|headers|body|form-data)(?:-parameters)?$/

/** The tags of parts, with the attributes of which readers see the value. */
export const legacyParts: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'swagger-description': [],
    'swagger-parameter': ['in', 'name', 'type', 'required'],
    'swagger-response': ['status', 'description'],
    'api-method-summary': [],
    'api-method-description': [],
    'api-method-spec': [],
    'api-method-request': [],
    'api-method-path-parameters': [],
    'api-method-query-parameters': [],
    'api-method-headers': [],
    'api-method-body-parameters': [],
    'api-method-form-data-parameters': [],
    'api-method-parameter': ['name', 'type', 'required'],
    'api-method-response': [],
    'api-method-response-example': ['httpCode'],
    'api-method-response-example-description': [],
  }),
)

/** The attributes of operations of which readers see the value. */
export const legacyAttributes = ['method', 'path', 'baseUrl', 'host', 'summary'] as const

/** Returns whether a tag begins an operation. One with `src` is that of a specification. */
export const isLegacyApi = ({ name, attributes }: BlockTag): boolean =>
  name === 'api-method' || (name === 'swagger' && !attributes.src)

interface Frame {
  readonly tag: BlockTag
  readonly blocks: Block[]
}

interface Part {
  readonly attributes: BlockTag['attributes']
  readonly blocks: Block[]
}

class Operation {
  summary: string | undefined
  readonly description: Block[] = []
  readonly parameters = new Map<string, Part[]>()
  readonly responses: Part[] = []
  /** The content that is in none of the parts. */
  readonly rest: Block[] = []
  readonly #frames: Frame[] = []

  read(blocks: readonly Block[]): void {
    for (const block of blocks) {
      const [tag] = parseBlockTags(opaqueSource(block) ?? '') ?? []
      const name = tag?.name.replace(/^end/, '')
      if (!tag || name === undefined || !legacyParts.has(name)) this.#current().push(block)
      else if (tag.name === name) this.#open(tag)
      else this.#close(name)
    }
    while (this.#frames.length > 0) this.#finish()
  }

  #current(): Block[] {
    return this.#frames.at(-1)?.blocks ?? this.rest
  }

  /** Opens a part. One that has text ends where the next one begins, except for the description in a response. */
  #open(tag: BlockTag): void {
    const isInner = tag.name === 'api-method-response-example-description'
    while (!isInner && leaves.test(this.#frames.at(-1)?.tag.name ?? '')) this.#finish()
    if (this.#frames.length === maximumDepth) return
    const isGroup = !leaves.test(tag.name)
    this.#frames.push({ tag, blocks: isGroup ? this.#current() : [] })
  }

  #close(name: string): void {
    if (!this.#frames.some(({ tag }) => tag.name === name)) return
    while (this.#frames.at(-1)?.tag.name !== name) this.#finish()
    this.#finish()
  }

  #finish(): void {
    const { tag, blocks } = this.#frames.pop() as Frame
    const { name, attributes } = tag
    const part = { attributes, blocks }
    if (name.endsWith('-summary')) this.summary = plainTextOf(blocks)
    else if (name === 'swagger-description' || name === 'api-method-description')
      addAll(this.description, blocks)
    else if (name.endsWith('-parameter')) this.#addParameter(part)
    else if (name === 'swagger-response' || name === 'api-method-response-example') this.responses.push(part)
    else if (leaves.test(name)) addAll(this.#current(), blocks)
  }

  #addParameter(part: Part): void {
    const around = this.#frames.findLast(({ tag }) => groupTag.test(tag.name))?.tag.name ?? ''
    const place = part.attributes.in ?? groupTag.exec(around)?.[1] ?? ''
    const title = groups.get(place.toLowerCase()) ?? (place === '' ? 'Parameters' : place)
    getOrCreate(this.parameters, title, (): Part[] => []).push(part)
  }
}

/** Maximum groups of parts in each other, which have three levels. */
const maximumDepth = 10

function addAll(blocks: Block[], more: readonly Block[]): void {
  for (const block of more) blocks.push(block)
}

/** Matches the parts that have text and no other parts. */
const leaves =
  /^(?:swagger-.*|api-method-(?:summary|description|parameter|response-example|response-example-description))$/

const plainTextOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => ('nodes' in block ? plainText(block.nodes as InlineNode[]) : ''))
    .join(' ')
    .trim()

/** Creates the blocks of an operation from its tag and the content of it. */
export function readLegacyApi({ attributes }: BlockTag, content: readonly Block[]): Block[] {
  const operation = new Operation()
  operation.read(content)
  const { method = 'get', path = '', baseUrl, host } = attributes
  const summary = attributes.summary || operation.summary
  const address = `${baseUrl ?? host ?? ''}${path}`
  const code = (value: string) => text(value, [plainMark('code')])
  const id = summary === undefined ? '' : gitbookSlug(summary)
  return [
    heading(
      3,
      normalizeInline([text(`${method.toUpperCase()} `), code(path || address || '/')]),
      id === '' ? {} : { id },
    ),
    ...(summary ? [paragraph([text(summary, [plainMark('bold')])])] : []),
    ...(address !== path ? [paragraph([code(address)])] : []),
    ...operation.description,
    ...[...operation.parameters].flatMap(([title, parts]) => parametersTable(title, parts)),
    ...responsesOf(operation.responses),
    ...operation.rest,
  ]
}

const parametersTable = (title: string, parts: readonly Part[]): Block[] => [
  paragraph([text(title, [plainMark('bold')])]),
  textTable(
    ['Name', 'Type', 'Description'],
    parts.map(({ attributes: { name = '', type, required }, blocks }) => [
      name === '' ? [] : [paragraph([text(name, [plainMark('code')])])],
      typeOf(type, required),
      blocks,
    ]),
  ),
]

function typeOf(type: string | undefined, required: string | undefined): Block[] {
  const words = [type, required === 'true' ? 'required' : undefined].filter(Boolean).join(', ')
  return words === '' ? [] : [paragraph([text(words)])]
}

function responsesOf(parts: readonly Part[]): Block[] {
  if (parts.length === 0) return []
  const tabs: Tabs = {
    object: 'block',
    type: 'tabs',
    data: {},
    nodes: parts.map(({ attributes: { status, httpCode, description }, blocks }) => ({
      object: 'block',
      type: 'tabs-item',
      data: defined({ title: status ?? httpCode }),
      nodes: orEmptyParagraph([...(description ? [paragraph([text(description)])] : []), ...blocks]),
    })),
  }
  return [paragraph([text('Responses', [plainMark('bold')])]), tabs]
}
