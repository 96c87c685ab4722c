import type { Annotation, Block, Text } from '../../formats/page/types.ts'
import { fill } from '../../languages/fill.ts'
import { blockTexts } from './block-texts.ts'
import { type Child, element } from './elements.ts'
import type { RenderContext } from './render-context.ts'

/** The body of annotations, which stands below the text. */
interface Note {
  readonly number: number
  readonly blocks: readonly Block[]
}

/** Footnotes in their order, by their content: annotations with the same one share a footnote. */
export type Notes = Map<string, Note>

const noteId = (number: number): string => `footnote:${number}`
const markId = (number: number): string => `footnote-mark:${number}`

/** Adds the body of an annotation to the footnotes, and renders the number of the note. Null if it has no body. */
export function renderNoteMark({ fragments }: Annotation, { notes, locale }: RenderContext): Child {
  const blocks = fragments.flatMap(({ nodes }) => nodes)
  if (blocks.length === 0) return null
  const content = JSON.stringify(blocks)
  const known = notes.get(content)
  const number = known?.number ?? notes.size + 1
  if (!known) notes.set(content, { number, blocks })
  return element(
    'sup',
    { className: ['note-mark'], ...(!known && { id: markId(number) }) },
    element(
      'a',
      { href: `#${noteId(number)}`, ariaLabel: fill(blockTexts(locale).toFootnote, String(number)) },
      String(number),
    ),
  )
}

/** Returns whether a text is the label of a footnote, in whose place stands the number of the note. */
export const isNoteLabel = (nodes: readonly Text[]): boolean =>
  nodes
    .flatMap(({ leaves }) => leaves)
    .every(({ text, marks }) => text === '' || marks.some(({ type }) => type === 'superscript'))

/** Renders the footnotes of a text. Null if it has none. */
export function renderNotes(
  context: RenderContext,
  renderBlocks: (blocks: readonly Block[], context: RenderContext) => Child[],
): Child {
  const { notes, locale } = context
  if (notes.size === 0) return null
  const texts = blockTexts(locale)
  const items: Child[] = []
  // A note may have notes itself.
  for (const { number, blocks } of notes.values())
    items.push(
      element(
        'li',
        { id: noteId(number) },
        renderBlocks(blocks, context),
        ' ',
        element('a', { href: `#${markId(number)}`, ariaLabel: texts.backToText }, '↩'),
      ),
    )
  return element(
    'section',
    { className: ['footnotes'], ariaLabel: texts.footnotes },
    element('ol', {}, items),
  )
}
