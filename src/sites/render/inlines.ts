import type { ElementContent } from 'hast'
import { markElements } from '../../formats/page/model/mark-elements.ts'
import { isUnderline } from '../../formats/page/model/underlines.ts'
import { emojiCharacters } from '../../formats/page/syntax/emoji-names.ts'
import type {
  Annotation,
  Button,
  ContentRef,
  InlineImage,
  InlineNode,
  Leaf,
  Mark,
} from '../../formats/page/types.ts'
import { type Child, element } from './elements.ts'
import { isNoteLabel, renderNoteMark } from './footnotes.ts'
import { iconBefore, renderIcon } from './icons.ts'
import { colorClass } from './mark-colors.ts'
import { renderPicture } from './media.ts'
import { linkProperties, type RenderContext } from './render-context.ts'
import { renderMath } from './render-math.ts'
import { renderUnderlines } from './underlines.ts'

export function renderInlines(nodes: readonly InlineNode[], context: RenderContext): Child[] {
  if (!nodes.some((node) => node.object === 'text' && node.leaves.some(isUnderline)))
    return nodes.map((node) => renderInline(node, context))
  const parts = nodes.flatMap((node) =>
    node.object === 'text'
      ? node.leaves.map((leaf) => (isUnderline(leaf) ? leaf : { rendered: renderLeaf(leaf) }))
      : [{ rendered: renderInline(node, context) }],
  )
  return renderUnderlines(parts)
}

function renderInline(node: InlineNode, context: RenderContext): Child {
  if (node.object === 'text') return node.leaves.map(renderLeaf)
  switch (node.type) {
    case 'link':
      return linkTo(node.data.ref, renderInlines(node.nodes, context), context, { title: node.data.title })
    case 'emoji':
      return emojiText(node.data.code)
    case 'icon':
      return renderIcon(node.data.icon, { color: node.data.color })
    case 'expression':
      return element('code', { className: ['expression'] }, `{{ ${node.data.expression} }}`)
    case 'inline-math':
      return renderMath(node.data.formula, false)
    case 'inline-image':
      return renderInlineImage(node, context)
    case 'annotation':
      return renderAnnotation(node, context)
    case 'mention':
      return linkTo(node.data.ref, labelOf(node.data.ref, context), context)
    case 'button':
      return renderButton(node, context)
  }
}

/**
 * Renders a button: as a link to its target or to the search of the site, which the script of the site opens in its place.
 * Other actions are of what sites do not have, and leave the label.
 */
function renderButton({ data: { label, kind, icon, ref, action } }: Button, context: RenderContext): Child {
  const className = ['button', kind === 'primary' ? 'primary' : 'secondary']
  const content = [iconBefore(icon), label]
  if (ref) return linkTo(ref, content, context, { className })
  if (action?.action !== 'search') return element('span', { className }, content)
  const query = action.query ? `?query=${encodeURIComponent(action.query)}` : ''
  return element(
    'a',
    { className: [...className, 'opens-search'], href: context.searchPath + query },
    content,
  )
}

/** Returns the label of a reference without text. */
export const labelOf = (ref: ContentRef, context: RenderContext): string =>
  context.labelOf(ref) ?? (ref.kind === 'url' ? ref.url : ref.kind === 'user' ? '@member' : '')

interface LinkLook {
  readonly className?: string[]
  /** The tooltip of the link. */
  readonly title?: string | undefined
}

/** Renders a link, or only its text if it has no target. */
export function linkTo(
  ref: ContentRef,
  children: Child,
  context: RenderContext,
  { className, title }: LinkLook = {},
): ElementContent {
  const link = linkProperties(ref, context)
  const look = { ...(className && { className }), ...(title && { title }) }
  return link ? element('a', { ...link, ...look }, children) : element('span', look, children)
}

function renderLeaf({ text, marks }: Leaf): Child {
  if (text === '') return null
  const lines = text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [element('br', {}), line]))
  return marks.reduceRight<Child>((inner, mark) => marked(mark, inner), lines)
}

function marked(mark: Mark, inner: Child): Child {
  if (mark.type !== 'color') return element(markElements[mark.type], {}, inner)
  const { text, background } = mark.data
  const className = [...colorClass('color', text), ...colorClass('background', background)]
  return element('span', { className }, inner)
}

function renderInlineImage(
  { data: { caption = '', size, ...refs } }: InlineImage,
  context: RenderContext,
): Child {
  const className = size === 'line' ? ['inline-image', 'line'] : ['inline-image']
  return renderPicture(refs, { alt: caption, className }, context) ?? caption
}

/** Schemes of image URLs that are rendered: http, https, and data URLs of images. */
export function imageAddress(ref: ContentRef, context: RenderContext): string | undefined {
  if (ref.kind === 'url' && /^data:image\/(png|jpeg|gif|webp|avif);/i.test(ref.url)) return ref.url
  const address = context.addressOf(ref)
  return address === undefined || /^(mailto|tel):/i.test(address) ? undefined : address
}

/** Returns the characters of an emoji, which is stored by its code points, by name, or as characters. */
export const emojiText = (code: string): string =>
  emojiCharacters(code) ?? (/^[\w+-]+$/.test(code) ? `:${code}:` : code)

/** Renders an annotated text and the number of its note. A label alone, as of a footnote in Markdown, is not shown besides. */
const renderAnnotation = (annotation: Annotation, context: RenderContext): Child => [
  isNoteLabel(annotation.nodes) ? null : renderInlines(annotation.nodes, context),
  renderNoteMark(annotation, context),
]
