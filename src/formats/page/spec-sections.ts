import { markdownToDocument } from './read/markdown-to-document.ts'
import { parseBlockTags } from './syntax/block-tag.ts'
import type { Block, JSONDocument } from './types.ts'

/** A part of a specification that a page shows: an operation, a webhook by its name, or a schema. */
export type SpecPart =
  | { readonly spec: string; readonly method: string; readonly path: string }
  | { readonly spec: string; readonly schema: string }

export const keyOfPart = (part: SpecPart): string =>
  'schema' in part
    ? `${part.spec} schema ${part.schema}`
    : `${part.spec} ${part.method.toUpperCase()} ${part.path}`

/** The sections of OpenAPI specifications that pages show, as Markdown by `keyOfPart`. */
export type SpecSections = ReadonlyMap<string, string>

/** Returns the parts of specifications that a text has blocks for. */
export const specPartsIn = (text: string): SpecPart[] =>
  [...text.matchAll(/\{%-?\s*openapi-(?:operation|webhook|schemas)\b[^\n]*?%\}/g)].flatMap(([tag]) =>
    (parseBlockTags(tag) ?? []).flatMap(({ attributes }): SpecPart[] => {
      const { spec, method, path, name, schemas } = attributes
      const at = path ?? name
      if (spec && method && at) return [{ spec, method, path: at }]
      return spec && schemas ? namesOf(schemas).map((schema) => ({ spec, schema })) : []
    }),
  )

const namesOf = (schemas: string): string[] => schemas.split(',').map((name) => name.trim())

/** Returns a document with the sections of specifications in the place of the blocks that stand for them. */
export const withSpecSections = (document: JSONDocument, sections: SpecSections): JSONDocument =>
  sections.size === 0 ? document : { ...document, nodes: replaced(document.nodes, sections) }

function replaced(blocks: readonly Block[], sections: SpecSections): Block[] {
  return blocks.flatMap((block): Block[] => {
    const keys = keysOf(block)
    if (keys.some((key) => sections.has(key)))
      return keys.flatMap((key) => blocksOfSection(block, sections.get(key) ?? ''))
    if ('nodes' in block && block.nodes.every(isBlock))
      return [{ ...block, nodes: replaced(block.nodes, sections) } as Block]
    return [block]
  })
}

const isBlock = (node: { readonly object: string }): node is Block => node.object === 'block'

function keysOf(block: Block): string[] {
  switch (block.type) {
    case 'openapi-operation':
      return [keyOfPart({ spec: block.data.ref.spec, method: block.data.method, path: block.data.path })]
    case 'openapi-webhook':
      return [keyOfPart({ spec: block.data.ref.spec, method: block.data.method, path: block.data.name })]
    case 'openapi-schemas':
      return block.data.schemas.map((schema) => keyOfPart({ spec: block.data.ref.spec, schema }))
    default:
      return []
  }
}

/** Returns the blocks of a section. The line with the method and the path is the block itself. */
function blocksOfSection(block: Block, markdown: string): Block[] {
  const { nodes } = markdownToDocument(markdown)
  const [heading, line, ...rest] = nodes
  return heading && line && block.type !== 'openapi-schemas' ? [heading, block, ...rest] : nodes
}
