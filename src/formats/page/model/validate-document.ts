import { z } from 'zod'
import { invalidInput } from '../../../base/errors.ts'
import { brokenRule } from '../../../base/rules.ts'
import { documentLimits } from '../limits.ts'
import type { Block, Fragment, InlineNode, JSONDocument, Text } from '../types.ts'
import { blockData, inlineData, leafSchema } from './data-schemas.ts'
import { assertNothingLost, membersOf } from './lost-members.ts'
import { assertTreeSize } from './tree-size.ts'

/**
 * Validates a document tree from a client. Missing, invalid and unknown members throw an input error with their path: what
 * is stored is never less than what was sent.
 */
export function validateDocument(value: unknown, path = 'document'): JSONDocument {
  assertJsonDepth(value, path)
  const document = record(value, path)
  assertTreeSize(document, path)
  if (document.object !== 'document') throw invalidInput(`${path}.object`, 'must be document')
  assertNothingLost(document, documentMembers, path)
  const data = parse(documentData, document.data ?? {}, `${path}.data`)
  return { object: 'document', data, nodes: list(document.nodes, `${path}.nodes`, block) }
}

/** The token in `meta` is for reading what the tree refers to. */
const documentMembers = ['object', 'data', 'nodes', 'key', 'meta']
const blockMembers = ['object', 'type', 'key', 'data', 'meta', 'isVoid']
const inlineMembers = ['object', 'type', 'key', 'data', 'isVoid']

const documentData = z.object({ schemaVersion: z.int().optional() })

type Members = Record<string, unknown>

/**
 * Throws an input error if a value nests too deeply. Iterates without recursion, so that no depth overflows the
 * stack.
 */
function assertJsonDepth(value: unknown, path: string): void {
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (typeof entry.value !== 'object' || entry.value === null) continue
    if (entry.depth > documentLimits.jsonDepth) {
      throw brokenRule(path, 'BODY_TOO_DEEP', { maximum: documentLimits.depth })
    }
    for (const member of Object.values(entry.value)) stack.push({ value: member, depth: entry.depth + 1 })
  }
}

function record(value: unknown, path: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidInput(path, 'must be an object')
  }
  return value as Members
}

function list<Item>(value: unknown, path: string, read: (item: unknown, path: string) => Item): Item[] {
  if (!Array.isArray(value)) throw invalidInput(path, 'must be a list')
  return value.map((item, index) => read(item, `${path}.${index}`))
}

function parse<Output>(schema: z.ZodType<Output>, value: unknown, path: string): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalidInput([path, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is not valid')
}

const inlineParents = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code-line'])

/** The only child type of each container that has one. These types but code are not allowed anywhere else. */
const onlyChildTypes = new Map([
  ['list-ordered', 'list-item'],
  ['list-unordered', 'list-item'],
  ['list-tasks', 'list-item'],
  ['images', 'image'],
  ['code', 'code-line'],
  ['tabs', 'tabs-item'],
  ['stepper', 'stepper-step'],
  ['columns', 'column'],
  ['updates', 'update'],
  ['prompt', 'code'],
])

const restrictedTypes = new Set(onlyChildTypes.values())
restrictedTypes.delete('code')

const fragmentedTypes = new Set(['image', 'expandable', 'table'])

/** Blocks that may have a caption. */
const captionedTypes = new Set(['embed', 'file'])

const voidTypes = new Set(
  'image expandable table divider file drawing embed math swagger openapi-operation openapi-schemas openapi-webhook content-ref integration reusable-content'.split(
    ' ',
  ),
)

const block = (value: unknown, path: string): Block => readBlock(value, path, undefined)

function readBlock(value: unknown, path: string, expectedType: string | undefined): Block {
  const node = record(value, path)
  if (node.object !== 'block') throw invalidInput(`${path}.object`, 'must be block')
  const type = String(node.type)
  const schema = blockData.get(type)
  const isMisplaced = expectedType === undefined ? restrictedTypes.has(type) : type !== expectedType
  if (!schema || isMisplaced) throw invalidInput(`${path}.type`, `must not be ${type.slice(0, 50)} here`)
  const data = dataOf(schema, node, path)
  assertNothingLost(node, [...blockMembers, ...partsOf(type)], path)
  const common = { object: 'block', type, ...keyOf(node), data, ...metaOf(node, path) }
  if (fragmentedTypes.has(type) || (captionedTypes.has(type) && node.fragments !== undefined)) {
    const fragments = list(node.fragments, `${path}.fragments`, fragment)
    return { ...common, isVoid: true, fragments } as Block
  }
  if (voidTypes.has(type)) return { ...common, isVoid: true } as Block
  const nodes = list(node.nodes, `${path}.nodes`, (child, childPath) =>
    inlineParents.has(type)
      ? inlineNode(child, childPath)
      : readBlock(child, childPath, onlyChildTypes.get(type)),
  )
  if (type === 'prompt' && nodes.length !== 1)
    throw invalidInput(`${path}.nodes`, 'must have exactly one block')
  return { ...common, ...(type === 'images' || type === 'columns' ? { isVoid: false } : {}), nodes } as Block
}

/** Returns the members of a block that have its content. */
function partsOf(type: string): string[] {
  if (fragmentedTypes.has(type) || captionedTypes.has(type)) return ['fragments']
  return voidTypes.has(type) ? [] : ['nodes']
}

function dataOf(schema: z.ZodType, node: Members, path: string): unknown {
  const given = record(node.data ?? {}, `${path}.data`)
  assertNothingLost(given, membersOf(schema), `${path}.data`)
  return parse(schema, given, `${path}.data`)
}

const keyOf = ({ key }: Members): { key?: string } => (typeof key === 'string' ? { key } : {})

const metaSchema = z.object({ id: z.string() })

function metaOf({ meta }: Members, path: string): { meta?: { id: string } } {
  return meta === undefined ? {} : { meta: parse(metaSchema, meta, `${path}.meta`) }
}

function fragment(value: unknown, path: string): Fragment {
  const node = record(value, path)
  if (node.object !== 'fragment') throw invalidInput(`${path}.object`, 'must be fragment')
  assertNothingLost(node, ['object', 'key', 'fragment', 'type', 'nodes', 'data'], path)
  return {
    object: 'fragment',
    ...keyOf(node),
    ...(typeof node.fragment === 'string' ? { fragment: node.fragment } : {}),
    ...(typeof node.type === 'string' ? { type: node.type } : {}),
    nodes: list(node.nodes, `${path}.nodes`, block),
  }
}

function inlineNode(value: unknown, path: string): InlineNode {
  const node = record(value, path)
  if (node.object === 'text') return text(node, path)
  if (node.object !== 'inline') throw invalidInput(`${path}.object`, 'must be text or inline')
  const type = String(node.type)
  const schema = inlineData.get(type)
  if (!schema) throw invalidInput(`${path}.type`, `must not be ${type.slice(0, 50)} here`)
  const data = dataOf(schema, node, path)
  const isParent = type === 'link' || type === 'annotation'
  const parts = isParent ? ['nodes', ...(type === 'annotation' ? ['fragments'] : [])] : []
  assertNothingLost(node, [...inlineMembers, 'meta', ...parts], path)
  const common = { object: 'inline', type, ...keyOf(node), data }
  if (type !== 'link' && type !== 'annotation') return { ...common, isVoid: true } as InlineNode
  const allowed = type === 'link' ? 'inline-image' : undefined
  const nodes = list(node.nodes, `${path}.nodes`, (child, childPath) => childNode(child, childPath, allowed))
  if (type === 'link') return { ...common, isVoid: false, nodes } as InlineNode
  return {
    ...common,
    isVoid: false,
    nodes,
    fragments: list(node.fragments, `${path}.fragments`, fragment),
  } as InlineNode
}

/** Validates a child of a link or an annotation: a text, or an image in a link. */
function childNode(value: unknown, path: string, allowed: string | undefined): InlineNode {
  const node = inlineNode(value, path)
  if (node.object === 'inline' && node.type !== allowed) {
    throw invalidInput(`${path}.type`, `must not be ${node.type} here`)
  }
  return node
}

function text(node: Members, path: string): Text {
  assertNothingLost(node, ['object', 'key', 'leaves'], path)
  const leaves = list(node.leaves, `${path}.leaves`, (leaf, leafPath) => {
    assertNothingLost(record(leaf, leafPath), membersOf(leafSchema), leafPath)
    return parse(leafSchema, leaf, leafPath)
  })
  return { object: 'text', ...keyOf(node), leaves } as Text
}
