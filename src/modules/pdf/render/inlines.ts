import type {
  Annotation,
  Button,
  ContentRef,
  InlineImage,
  InlineNode,
  Leaf,
  Link,
  Mark,
} from '../../../page-format/types.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import { printable } from './characters.ts'
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
  form: Form = {},
): InlinePart[] {
  const parts: InlinePart[] = []
  for (const node of nodes) {
    for (const part of partsOf(node, context, form)) {
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

type Form = Omit<Run, 'text'>

const textPart = (runs: Run[]): InlinePart[] => [{ kind: 'text', runs }]

function partsOf(node: InlineNode, context: RenderContext, form: Form): InlinePart[] {
  if (node.object === 'text') return textPart(node.leaves.flatMap((leaf) => leafRuns(leaf, form)))
  switch (node.type) {
    case 'link':
      return linkParts(node, context, form)
    case 'inline-image':
      return [{ kind: 'image', image: node, target: targetIn(form) }]
    case 'emoji':
      return textPart([{ ...form, text: emojiText(node.data.code) }])
    case 'icon':
      return []
    case 'expression':
      return textPart(codeRuns(`{{ ${printable(node.data.expression)} }}`, { ...form, color: colors.faint }))
    case 'inline-math':
      return textPart(codeRuns(printable(node.data.formula), form))
    case 'annotation':
      return textPart(annotationRuns(node, context, form))
    case 'mention':
      return textPart([mentionRun(node.data.ref, context, form)])
    case 'button':
      return textPart([buttonRun(node, context, form)])
  }
}

const targetIn = ({ link, linkToDestination }: Form): LinkTarget => ({
  ...(link === undefined ? {} : { link }),
  ...(linkToDestination === undefined ? {} : { linkToDestination }),
})

function linkParts({ data, nodes }: Link, context: RenderContext, form: Form): InlinePart[] {
  const target = linkTargetOf(data.ref, context)
  const linkForm = Object.keys(target).length === 0 ? form : { ...form, ...target, color: colors.link }
  return inlineParts(nodes, context, linkForm)
}

function leafRuns({ text, marks }: Leaf, form: Form): Run[] {
  const marked = marks.reduce(withMark, form)
  const isCode = marks.some(({ type }) => type === 'code' || type === 'keyboard')
  if (text === '') return []
  if (!isCode) return [{ ...marked, text: printable(text) }]
  return codeRuns(printable(text), { ...marked, background: marked.background ?? colors.surface })
}

function withMark(form: Form, mark: Mark): Form {
  switch (mark.type) {
    case 'bold':
      return { ...form, bold: true }
    case 'italic':
      return { ...form, italics: true }
    case 'strikethrough':
      return { ...form, decoration: 'lineThrough' }
    case 'superscript':
      return { ...form, sup: true }
    case 'subscript':
      return { ...form, sub: true }
    case 'color':
      return withColor(form, markTextColors[mark.data.text], markBackgrounds[mark.data.background])
    default:
      return form
  }
}

const withColor = (form: Form, color: string | undefined, background: string | undefined): Form => ({
  ...form,
  ...(color === undefined ? {} : { color }),
  ...(background === undefined ? {} : { background }),
})

/**
 * Returns the text of an emoji, which is stored by its name or its code points. The fonts have almost no emoji.
 */
export function emojiText(code: string): string {
  if (!/^[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/i.test(code)) return `:${printable(code)}:`
  const codePoints = code.split('-').map((digits) => Number.parseInt(digits, 16))
  if (codePoints.some((codePoint) => codePoint > 0x10ffff)) return `:${code}:`
  return printable(String.fromCodePoint(...codePoints))
}

function annotationRuns({ nodes, fragments }: Annotation, context: RenderContext, form: Form): Run[] {
  const runs = inlineParts(nodes, context, form).flatMap((part) => (part.kind === 'text' ? part.runs : []))
  const note: string[] = []
  for (const fragment of fragments) {
    for (const node of walkDocument({ object: 'document', data: {}, nodes: fragment.nodes })) {
      if (node.object === 'text') note.push(node.leaves.map(({ text }) => text).join(''))
    }
  }
  const text = printable(note.join(' ').trim())
  return text === '' ? runs : [...runs, { ...form, text: ` [${text}]`, color: colors.faint, italics: true }]
}

function mentionRun(ref: ContentRef, context: RenderContext, form: Form): Run {
  const sign = ref.kind === 'user' ? '@' : ''
  const target = linkTargetOf(ref, context)
  const isLink = Object.keys(target).length > 0
  return {
    ...form,
    ...target,
    text: sign + printable(labelOf(ref, context)),
    ...(isLink ? { color: colors.link } : {}),
  }
}

function buttonRun({ data }: Button, context: RenderContext, form: Form): Run {
  const text = `\u00a0${printable(data.label).replaceAll(' ', '\u00a0')}\u00a0`
  const look =
    data.kind === 'primary'
      ? { color: '#ffffff', background: colors.link }
      : { color: colors.link, background: colors.surface }
  return { ...form, ...linkTargetOf(data.ref, context), ...look, text, bold: true }
}

/** Renders an image as a link to it. */
export function imageRuns({ data }: InlineImage, target: LinkTarget, context: RenderContext): Run[] {
  const name = data.caption || labelOf(data.ref, context)
  return [{ text: `[${printable(name)}]`, color: colors.link, ...linkTargetOf(data.ref, context), ...target }]
}
