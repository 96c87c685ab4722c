import type { Annotation, Block, Text } from '../../../page-format/types.ts'
import { blockTexts } from './block-texts.ts'
import { type Child, element } from './elements.ts'
import type { RenderContext } from './render-context.ts'
import { fill } from './texts.ts'

/** The body of an annotation, which stands below the text. */
export type Note = readonly Block[]

const noteId = (number: number): string => `footnote:${number}`
const markId = (number: number): string => `footnote-mark:${number}`

/** Adds the body of an annotation to the footnotes, and renders the number of the note. Null if it has no body. */
export function renderNoteMark({ fragments }: Annotation, { notes, locale }: RenderContext): Child {
  const blocks = fragments.flatMap(({ nodes }) => nodes)
  if (blocks.length === 0) return null
  const number = notes.push(blocks)
  return element(
    'sup',
    { className: ['note-mark'], id: markId(number) },
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
  if (notes.length === 0) return null
  const texts = blockTexts(locale)
  const items: Child[] = []
  // A note may have notes itself.
  for (let index = 0; index < notes.length; index++)
    items.push(
      element(
        'li',
        { id: noteId(index + 1) },
        renderBlocks(notes[index] ?? [], context),
        ' ',
        element('a', { href: `#${markId(index + 1)}`, ariaLabel: texts.backToText }, '↩'),
      ),
    )
  return element(
    'section',
    { className: ['footnotes'], ariaLabel: texts.footnotes },
    element('ol', {}, items),
  )
}
