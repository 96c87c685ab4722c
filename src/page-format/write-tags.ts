import type { Link, RootContent } from 'mdast'
import { formatBlockTag, parseBlockTags, quoteTagValue } from './block-tag.ts'
import { addressOf } from './content-references.ts'
import { writeLength } from './lengths.ts'
import { plainText } from './nodes.ts'
import type { Block, ContentRef, Integration } from './types.ts'
import { writeBlocks, writeEnclosed } from './write-blocks.ts'
import type { WriteContext } from './write-context.ts'

type Attributes = Record<string, string | number | boolean | undefined>

const tag = (value: string, place: 'open' | 'close' | 'alone'): RootContent => ({
  type: 'blockTag',
  value,
  place,
})

const alone = (name: string, attributes: Attributes = {}): RootContent[] => [
  tag(formatBlockTag(name, attributes), 'alone'),
]

function around(name: string, attributes: Attributes, content: RootContent[]): RootContent[] {
  return [tag(formatBlockTag(name, attributes), 'open'), ...content, tag(`{% end${name} %}`, 'close')]
}

/** A tag about something elsewhere, with a link for readers that do not know the tag. */
function referring(name: string, attributes: Attributes, ref: ContentRef): RootContent[] {
  const url = addressOf(ref)
  const link: Link = { type: 'link', url, children: [{ type: 'text', value: url }] }
  return around(name, attributes, [{ type: 'paragraph', children: [link] }])
}

/** Writes the blocks that block tags carry. */
export function writeTagged(block: Block, context: WriteContext): RootContent[] {
  switch (block.type) {
    case 'hint':
      return around('hint', { style: block.data.style }, writeEnclosed(block.nodes, context))
    case 'tabs':
      return around('tabs', { fullWidth: block.data?.fullWidth }, writeBlocks(block.nodes, context))
    case 'tabs-item':
      return around('tab', { title: block.data.title }, writeEnclosed(block.nodes, context))
    case 'stepper':
      return around('stepper', {}, writeBlocks(block.nodes, context))
    case 'stepper-step':
      return around('step', { icon: block.data.icon }, writeEnclosed(block.nodes, context))
    case 'columns':
      return around('columns', { fullWidth: block.data.fullWidth }, writeBlocks(block.nodes, context))
    case 'column':
      return around('column', { width: writeLength(block.data.width) }, writeEnclosed(block.nodes, context))
    case 'if':
      return writeIf(block.data.expression, writeEnclosed(block.nodes, context))
    case 'code-line':
      return [{ type: 'paragraph', children: [{ type: 'text', value: plainText(block.nodes) }] }]
    default:
      return writeReferring(block)
  }
}

function writeReferring(block: Block): RootContent[] {
  switch (block.type) {
    case 'embed':
      return alone('embed', block.data)
    case 'file':
      return alone('file', { src: addressOf(block.data.ref) })
    case 'drawing':
      return alone('drawing', { src: block.data.ref && addressOf(block.data.ref) })
    case 'content-ref':
      return referring('content-ref', { url: addressOf(block.data.ref) }, block.data.ref)
    case 'reusable-content':
      return [tag(`{% include ${quoteTagValue(addressOf(block.data.ref))} %}`, 'alone')]
    case 'swagger': {
      const { ref, path, method, expanded, fullWidth } = block.data
      return referring('openapi', { src: addressOf(ref), path, method, expanded, fullWidth }, ref)
    }
    case 'openapi-operation': {
      const { ref, path, method } = block.data
      return referring(block.type, { spec: ref.spec, path, method }, ref)
    }
    case 'openapi-schemas': {
      const { ref, schemas, grouped } = block.data
      return referring(block.type, { spec: ref.spec, schemas: schemas.join(','), grouped }, ref)
    }
    case 'openapi-webhook': {
      const { ref, name, method } = block.data
      return referring(block.type, { spec: ref.spec, name, method }, ref)
    }
    case 'integration':
      return writeIntegration(block)
    default:
      return []
  }
}

/** The expression stands as it is, unless that would be read as something else. */
function writeIf(expression: string, content: RootContent[]): RootContent[] {
  const bare = `{% if ${expression} %}`
  const tags = expression.includes('\n') ? undefined : parseBlockTags(bare)
  const isBare = tags?.length === 1 && tags[0]?.rest === expression && !expression.startsWith('expression=')
  const open = isBare ? bare : formatBlockTag('if', { expression })
  return [tag(open, 'open'), ...content, tag('{% endif %}', 'close')]
}

const reservedAttributes = ['fullWidth', 'data-props', 'data-url', 'data-action']

function writeIntegration({ data }: Integration): RootContent[] {
  const { integration, block, props, url, action, fullWidth } = data
  const isPlain = Object.entries(props).every(
    ([key, value]) =>
      typeof value === 'string' && /^[A-Za-z][\w.:-]*$/.test(key) && !reservedAttributes.includes(key),
  )
  const attributes = isPlain ? (props as Attributes) : { 'data-props': JSON.stringify(props) }
  return alone(`@${integration}/${block}`, {
    ...attributes,
    'data-url': url,
    'data-action': action && JSON.stringify(action),
    fullWidth,
  })
}
