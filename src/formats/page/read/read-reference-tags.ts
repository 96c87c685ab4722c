import { isFileReference, parseContentRef, parseImageRef } from '../model/content-references.ts'
import { defined, fragment, orEmptyText, paragraph, text } from '../model/nodes.ts'
import type { BlockTag } from '../syntax/block-tag.ts'
import type { referenceTagNames } from '../syntax/tag-names.ts'
import type { Block, ContentRefOpenAPI, Embed, JSONObject } from '../types.ts'
import { captionParagraph } from './caption-text.ts'

/**
 * Creates the block of a tag. Returns undefined if required attributes are missing; the tag is then kept as it is.
 */
type ReadTag = (tag: BlockTag) => Block | undefined

const flag = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true'

const openApiRef = (spec: string): ContentRefOpenAPI => ({ kind: 'openapi', spec })

function readSwagger({ attributes }: BlockTag): Block | undefined {
  const { src, path, method, expanded, fullWidth } = attributes
  if (!src || path === undefined || method === undefined) return undefined
  const data = {
    ref: parseImageRef(src),
    path,
    method,
    expanded: flag(expanded),
    fullWidth: flag(fullWidth),
  }
  return {
    object: 'block',
    type: 'swagger',
    data: defined(data) as typeof data & object,
    isVoid: true,
  } as Block
}

/** Returns the caption that older repositories have as an attribute, and not between two tags. */
const captionOf = (caption: string | undefined): Pick<Embed, 'fragments'> =>
  caption ? { fragments: [fragment('caption', [captionParagraph(caption)])] } : {}

/** Tags that reference other content, by name. */
export const referenceTags = new Map<string, ReadTag>(
  Object.entries({
    embed: ({ attributes: { url, fullWidth, caption } }) => {
      if (url === undefined) return undefined
      const data = fullWidth === 'true' ? { url, fullWidth: true } : { url }
      return { object: 'block', type: 'embed', data, ...captionOf(caption), isVoid: true }
    },
    file: ({ attributes: { src, caption } }) => {
      if (!src) return undefined
      const ref = parseContentRef(src)
      if (isFileReference(ref))
        return { object: 'block', type: 'file', data: { ref }, ...captionOf(caption), isVoid: true }
      const nodes = orEmptyText([text(src)])
      return paragraph([{ object: 'inline', type: 'link', data: { ref }, isVoid: false, nodes }])
    },
    drawing: ({ attributes: { src } }) => {
      const ref = src === undefined ? undefined : parseContentRef(src)
      if (ref && !isFileReference(ref)) return undefined
      return { object: 'block', type: 'drawing', data: ref ? { ref } : {}, isVoid: true }
    },
    'content-ref': ({ attributes: { url } }) =>
      url
        ? { object: 'block', type: 'content-ref', data: { ref: parseContentRef(url) }, isVoid: true }
        : undefined,
    'page-ref': ({ attributes: { page } }) =>
      page
        ? { object: 'block', type: 'content-ref', data: { ref: parseContentRef(page) }, isVoid: true }
        : undefined,
    include: ({ argument }) => {
      const ref = parseContentRef(argument ?? '')
      if (ref.kind !== 'reusable-content') return undefined
      return { object: 'block', type: 'reusable-content', data: { ref }, isVoid: true }
    },
    openapi: readSwagger,
    swagger: readSwagger,
    'openapi-operation': ({ attributes: { spec, path, method } }) =>
      spec && path !== undefined && method !== undefined
        ? {
            object: 'block',
            type: 'openapi-operation',
            data: { ref: openApiRef(spec), path, method },
            isVoid: true,
          }
        : undefined,
    'openapi-schemas': ({ attributes: { spec, schemas, grouped } }) => {
      if (!spec || schemas === undefined) return undefined
      const names = schemas === '' ? [] : schemas.split(',').map((name) => name.trim())
      const data = { ref: openApiRef(spec), schemas: names }
      if (grouped === undefined) return { object: 'block', type: 'openapi-schemas', data, isVoid: true }
      const grouping = { ...data, grouped: grouped === 'true' }
      return { object: 'block', type: 'openapi-schemas', data: grouping, isVoid: true }
    },
    'openapi-webhook': ({ attributes: { spec, name, method } }) =>
      spec && name !== undefined && method !== undefined
        ? {
            object: 'block',
            type: 'openapi-webhook',
            data: { ref: openApiRef(spec), name, method },
            isVoid: true,
          }
        : undefined,
    '@': readIntegration,
  } satisfies Record<(typeof referenceTagNames)[number], ReadTag>),
)

/**
 * Reads an integration block. Attributes other than those of the block itself are properties for the
 * integration.
 */
function readIntegration({ name, attributes }: BlockTag): Block | undefined {
  const [integration = '', block = ''] = name.slice(1).split('/')
  const { fullWidth, 'data-props': json, 'data-url': url, 'data-action': action, ...plain } = attributes
  const props = json === undefined ? (plain as JSONObject) : parseObject(json)
  if (!props) return undefined
  const data = { integration, block, props }
  const rest = {
    url,
    action: action === undefined ? undefined : parseObject(action),
    fullWidth: flag(fullWidth),
  }
  return {
    object: 'block',
    type: 'integration',
    data: Object.assign(data, defined(rest)),
    isVoid: true,
  } as Block
}

function parseObject(json: string): JSONObject | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JSONObject)
      : undefined
  } catch {
    return undefined
  }
}
