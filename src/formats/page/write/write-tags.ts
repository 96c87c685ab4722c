import type { RootContent } from 'mdast'
import { formatContentRef } from '../model/content-references.ts'
import { writeLength } from '../model/lengths.ts'
import { isEmptyParagraph, plainText } from '../model/nodes.ts'
import { writeUpdateData } from '../model/update-data.ts'
import { formatBlockTag, parseBlockTags, quoteTagValue } from '../syntax/block-tag.ts'
import type { Block, ContentRef, Embed, File, Integration } from '../types.ts'
import type { WriteContext } from './write-context.ts'
import { writeAddress } from './write-inline.ts'

type Attributes = Record<string, string | number | boolean | undefined>

const tag = (value: string, role: 'open' | 'close' | 'standalone'): RootContent => ({
  type: 'blockTag',
  value,
  role,
})

const standalone = (name: string, attributes: Attributes = {}): RootContent[] => [
  tag(formatBlockTag(name, attributes), 'standalone'),
]

function enclose(name: string, attributes: Attributes, content: RootContent[]): RootContent[] {
  return [tag(formatBlockTag(name, attributes), 'open'), ...content, tag(`{% end${name} %}`, 'close')]
}

/** Serializes a tag that references other content, with a link as a fallback for other Markdown renderers. */
function withFallbackLink(
  name: string,
  attributes: Attributes,
  ref: ContentRef,
  context: WriteContext,
): RootContent[] {
  const url = formatContentRef(ref)
  const link = writeAddress(url, null, [{ type: 'text', value: url }], context)
  return enclose(name, attributes, [{ type: 'paragraph', children: link }])
}

/** Serializes blocks that are represented by block tags. */
export function writeTaggedBlock(block: Block, context: WriteContext): RootContent[] {
  switch (block.type) {
    case 'hint':
      return enclose(
        'hint',
        { style: block.data.style, icon: block.data.icon },
        context.writeEnclosed(block.nodes),
      )
    case 'tabs':
      return enclose('tabs', { fullWidth: block.data?.fullWidth }, context.writeBlocks(block.nodes))
    case 'tabs-item':
      return enclose(
        'tab',
        { title: block.data.title, icon: block.data.icon },
        context.writeEnclosed(block.nodes),
      )
    case 'stepper':
      return enclose('stepper', {}, context.writeBlocks(block.nodes))
    case 'stepper-step':
      return enclose('step', { icon: block.data.icon }, context.writeEnclosed(block.nodes))
    case 'columns':
      return enclose('columns', { fullWidth: block.data.fullWidth }, context.writeBlocks(block.nodes))
    case 'column':
      return enclose('column', { width: writeLength(block.data.width) }, context.writeEnclosed(block.nodes))
    case 'updates':
      return enclose('updates', { format: block.data.format }, context.writeBlocks(block.nodes))
    case 'update':
      return enclose('update', writeUpdateData(block.data), context.writeEnclosed(block.nodes))
    case 'prompt':
      return enclose('prompt', block.data, context.writeBlocks(block.nodes))
    case 'if':
      return writeIf(block.data.expression, context.writeEnclosed(block.nodes))
    case 'code-line':
      return [{ type: 'paragraph', children: [{ type: 'text', value: plainText(block.nodes) }] }]
    case 'embed':
      return withCaption('embed', block.data, block, context)
    case 'file':
      return withCaption('file', { src: formatContentRef(block.data.ref) }, block, context)
    default:
      return writeReference(block, context)
  }
}

/** Serializes a tag with the paragraphs of a caption, if there is one. */
function withCaption(
  name: string,
  attributes: Attributes,
  { fragments = [] }: Embed | File,
  context: WriteContext,
): RootContent[] {
  const caption = fragments.flatMap(({ nodes }) => nodes).filter((block) => !isEmptyParagraph(block))
  return caption.length === 0
    ? standalone(name, attributes)
    : enclose(name, attributes, context.writeBlocks(caption))
}

function writeReference(block: Block, context: WriteContext): RootContent[] {
  switch (block.type) {
    case 'drawing':
      return standalone('drawing', { src: block.data.ref && formatContentRef(block.data.ref) })
    case 'content-ref':
      return withFallbackLink(
        'content-ref',
        { url: formatContentRef(block.data.ref) },
        block.data.ref,
        context,
      )
    case 'reusable-content':
      return [tag(`{% include ${quoteTagValue(formatContentRef(block.data.ref))} %}`, 'standalone')]
    case 'swagger': {
      const { ref, path, method, expanded, fullWidth } = block.data
      return withFallbackLink(
        'openapi',
        { src: formatContentRef(ref), path, method, expanded, fullWidth },
        ref,
        context,
      )
    }
    case 'openapi-operation': {
      const { ref, path, method } = block.data
      return withFallbackLink(block.type, { spec: ref.spec, path, method }, ref, context)
    }
    case 'openapi-schemas': {
      const { ref, schemas, grouped } = block.data
      return withFallbackLink(
        block.type,
        { spec: ref.spec, schemas: schemas.join(','), grouped },
        ref,
        context,
      )
    }
    case 'openapi-webhook': {
      const { ref, name, method } = block.data
      return withFallbackLink(block.type, { spec: ref.spec, name, method }, ref, context)
    }
    case 'integration':
      return writeIntegration(block, context)
    default:
      return []
  }
}

/** Serializes a condition. The expression is written unquoted unless it would be parsed differently. */
function writeIf(expression: string, content: RootContent[]): RootContent[] {
  const bare = `{% if ${expression} %}`
  const tags = expression.includes('\n') ? undefined : parseBlockTags(bare)
  const isBare = tags?.length === 1 && tags[0]?.rest === expression && !expression.startsWith('expression=')
  const open = isBare ? bare : formatBlockTag('if', { expression })
  return [tag(open, 'open'), ...content, tag('{% endif %}', 'close')]
}

const reservedAttributes = ['fullWidth', 'data-props', 'data-url', 'data-action']

/** Serializes an integration block. A tag of HTML in a value would be one of the element that the block is in. */
export function writeIntegration({ data }: Integration, context: WriteContext): RootContent[] {
  const { integration, block, props, url, action, fullWidth } = data
  const isPlain = Object.entries(props).every(
    ([key, value]) =>
      typeof value === 'string' &&
      /^[A-Za-z][\w.:-]*$/.test(key) &&
      !reservedAttributes.includes(key) &&
      !context.wouldHaveTag(value),
  )
  const json = (value: object) =>
    context.isInElement ? JSON.stringify(value).replaceAll('<', '\\u003c') : JSON.stringify(value)
  const attributes = isPlain ? (props as Attributes) : { 'data-props': json(props) }
  return standalone(`@${integration}/${block}`, {
    ...attributes,
    'data-url': url,
    'data-action': action && json(action),
    fullWidth,
  })
}
