import type { InlineTag, Paragraph, PhrasingContent } from 'mdast'
import { parseBlockTags } from '../syntax/block-tag.ts'
import { dividesText } from './read-tags.ts'

/**
 * Divides a paragraph at the tags that begin or end a block, at the beginning and end of its lines. Tags among words are a
 * part of the text.
 */
export function partsAtTags(paragraph: Paragraph): (Paragraph | InlineTag)[] {
  const { children } = paragraph
  const isTag = (child: PhrasingContent, index: number): child is InlineTag =>
    isContainer(child) && (endsLine(children[index - 1]) || beginsLine(children[index + 1]))
  if (!children.some(isTag)) return [paragraph]
  const parts: (Paragraph | InlineTag)[] = []
  let part: PhrasingContent[] = []
  const finishPart = () => {
    const text = withoutBreaks(part)
    if (text.length > 0) parts.push({ type: 'paragraph', children: text })
    part = []
  }
  for (const [index, child] of children.entries()) {
    if (isTag(child, index)) {
      finishPart()
      parts.push(child)
    } else part.push(child)
  }
  finishPart()
  return parts
}

const isContainer = (node: PhrasingContent): boolean =>
  node.type === 'inlineTag' && dividesText(parseBlockTags(node.value)?.[0]?.name ?? '')

const endsLine = (node: PhrasingContent | undefined): boolean =>
  node === undefined || node.type === 'break' || (node.type === 'text' && /\n[ \t]*$/.test(node.value))

const beginsLine = (node: PhrasingContent | undefined): boolean =>
  node === undefined || node.type === 'break' || (node.type === 'text' && /^[ \t]*\n/.test(node.value))

/** Removes the line ends and spaces around a text. */
function withoutBreaks(children: readonly PhrasingContent[]): PhrasingContent[] {
  const rest = [...children]
  while (rest[0]?.type === 'break') rest.shift()
  while (rest.at(-1)?.type === 'break') rest.pop()
  const first = rest[0]
  if (first?.type === 'text') rest[0] = { ...first, value: first.value.trimStart() }
  const last = rest.at(-1)
  if (last?.type === 'text') rest[rest.length - 1] = { ...last, value: last.value.trimEnd() }
  return rest.filter((node) => node.type !== 'text' || node.value !== '')
}
