import { themeOfImage } from '../page/model/content-references.ts'
import { walkDocument } from '../page/model/walk-document.ts'
import { emojiCharacters, emojiNameOf } from '../page/syntax/emoji-names.ts'
import type {
  Annotation,
  Button,
  ContentRef,
  InlineImage,
  InlineNode,
  Leaf,
  Link,
  Mark,
  MarkColor,
} from '../page/types.ts'
import { isReadable, printable } from './characters.ts'
import { inlineFormulaRuns } from './inline-formulas.ts'
import { type LinkTarget, labelOf, linkTargetOf, type RenderContext } from './render-context.ts'
import { codeRuns, type Run } from './runs.ts'
import { colors, markBackgrounds, markTextColors } from './styles.ts'

/**
 * A part of inline content. Images are placed on separate lines, because the layout does not support inline
 * images.
 */
export type InlinePart =
  | { kind: 'text'; runs: Run[] }
  | { kind: 'image'; image: InlineImage; target: LinkTarget }

export function inlineParts(
  nodes: readonly InlineNode[],
  context: RenderContext,
  style: RunStyle = {},
): InlinePart[] {
  const parts: InlinePart[] = []
  for (const node of nodes) {
    for (const part of partsOf(node, context, style)) {
      const last = parts.at(-1)
      if (part.kind === 'text' && last?.kind === 'text') last.runs.push(...part.runs)
      else parts.push(part)
    }
  }
  return parts
}

/** Renders inline content as text only, where images are not possible. */
export const inlineRuns = (nodes: readonly InlineNode[], context: RenderContext): Run[] =>
  inlineParts(nodes, context).flatMap((part) =>
    part.kind === 'text' ? part.runs : imageRuns(part.image, part.target, context),
  )

type RunStyle = Omit<Run, 'text'>

/** The character that replaces an icon, because the layout has only letters in a line of text. */
export const iconGlyph = '◊'

const iconColor = (color: MarkColor = 'default'): string => markTextColors[color] ?? colors.faint

const textPart = (runs: Run[]): InlinePart[] => [{ kind: 'text', runs }]

function partsOf(node: InlineNode, context: RenderContext, style: RunStyle): InlinePart[] {
  if (node.object === 'text') return textPart(node.leaves.flatMap((leaf) => leafRuns(leaf, style)))
  switch (node.type) {
    case 'link':
      return linkParts(node, context, style)
    case 'inline-image':
      return [{ kind: 'image', image: node, target: targetIn(style) }]
    case 'emoji':
      return textPart([{ ...style, text: emojiText(node.data.code) }])
    case 'icon':
      return textPart([{ ...style, text: iconGlyph, color: iconColor(node.data.color) }])
    case 'expression':
      return textPart(codeRuns(`{{ ${printable(node.data.expression)} }}`, { ...style, color: colors.faint }))
    case 'inline-math':
      return textPart(inlineFormulaRuns(node.data.formula, style))
    case 'annotation':
      return textPart(annotationRuns(node, context, style))
    case 'mention':
      return textPart([mentionRun(node.data.ref, context, style)])
    case 'button':
      return textPart([buttonRun(node, context, style)])
  }
}

const targetIn = ({ link, linkToDestination }: RunStyle): LinkTarget => ({
  ...(link === undefined ? {} : { link }),
  ...(linkToDestination === undefined ? {} : { linkToDestination }),
})

function linkParts({ data, nodes }: Link, context: RenderContext, style: RunStyle): InlinePart[] {
  const target = linkTargetOf(data.ref, context)
  const linkForm = Object.keys(target).length === 0 ? style : { ...style, ...target, color: colors.link }
  return inlineParts(nodes, context, linkForm)
}

function leafRuns({ text, marks }: Leaf, style: RunStyle): Run[] {
  const marked = marks.reduce(withMark, style)
  const isCode = marks.some(({ type }) => type === 'code' || type === 'keyboard')
  if (text === '') return []
  if (!isCode) return [{ ...marked, text: printable(text) }]
  return codeRuns(printable(text), { ...marked, background: marked.background ?? colors.surface })
}

function withMark(style: RunStyle, mark: Mark): RunStyle {
  switch (mark.type) {
    case 'bold':
      return { ...style, bold: true }
    case 'italic':
      return { ...style, italics: true }
    case 'strikethrough':
      return { ...style, decoration: 'lineThrough' }
    case 'superscript':
      return { ...style, sup: true }
    case 'subscript':
      return { ...style, sub: true }
    case 'color':
      return withColor(style, markTextColors[mark.data.text], markBackgrounds[mark.data.background])
    default:
      return style
  }
}

const withColor = (style: RunStyle, color: string | undefined, background: string | undefined): RunStyle => ({
  ...style,
  ...(color === undefined ? {} : { color }),
  ...(background === undefined ? {} : { background }),
})

/** Returns the text of an emoji: its characters, or its name if the fonts lack them. */
export function emojiText(code: string): string {
  const characters = printable(emojiCharacters(code) ?? '')
  return characters !== '' && isReadable(characters)
    ? characters
    : `:${printable(emojiNameOf(code) ?? code)}:`
}

function annotationRuns({ nodes, fragments }: Annotation, context: RenderContext, style: RunStyle): Run[] {
  const runs = inlineParts(nodes, context, style).flatMap((part) => (part.kind === 'text' ? part.runs : []))
  const note: string[] = []
  for (const fragment of fragments) {
    for (const node of walkDocument({ object: 'document', data: {}, nodes: fragment.nodes })) {
      if (node.object === 'text') note.push(node.leaves.map(({ text }) => text).join(''))
    }
  }
  const text = printable(note.join(' ').trim())
  return text === '' ? runs : [...runs, { ...style, text: ` [${text}]`, color: colors.faint, italics: true }]
}

const mentionRun = (ref: ContentRef, context: RenderContext, style: RunStyle): Run => ({
  ...style,
  ...referenceRun(ref, context, ref.kind === 'user' ? '@' : ''),
})

/** Renders the label of a reference, as a link if it leads anywhere. */
export function referenceRun(ref: ContentRef, context: RenderContext, prefix = ''): Run {
  const target = linkTargetOf(ref, context)
  const isLink = Object.keys(target).length > 0
  return {
    ...target,
    text: prefix + printable(labelOf(ref, context)),
    ...(isLink ? { color: colors.link } : {}),
  }
}

function buttonRun({ data }: Button, context: RenderContext, style: RunStyle): Run {
  const text = `\u00a0${printable(data.label).replaceAll(' ', '\u00a0')}\u00a0`
  const buttonColors =
    data.kind === 'primary'
      ? { color: '#ffffff', background: colors.link }
      : { color: colors.link, background: colors.surface }
  const target = data.ref ? linkTargetOf(data.ref, context) : {}
  return { ...style, ...target, ...buttonColors, text, bold: true }
}

/** Renders an image as a link to it. */
export function imageRuns({ data }: InlineImage, target: LinkTarget, context: RenderContext): Run[] {
  if (!data.refDark && themeOfImage(data.ref) === 'dark') return []
  const name = data.caption || labelOf(data.ref, context)
  return [{ text: `[${printable(name)}]`, color: colors.link, ...linkTargetOf(data.ref, context), ...target }]
}
