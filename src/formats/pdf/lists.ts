import type { Column, Content } from 'pdfmake/interfaces.js'
import { taskStateIn } from '../page/model/task-lists.ts'
import { walkDocument } from '../page/model/walk-document.ts'
import type { List, ListItem } from '../page/types.ts'
import { enterContainer, type RenderBlocks, type RenderContext } from './render-context.ts'
import { colors, gap, sizes } from './styles.ts'
import type { Tag } from './tags.ts'
import { type Direction, directionOf } from './text-direction.ts'

const markerWidth = 18

/** Space below list items in points, less than between blocks. */
const itemGap = 3

export function listContent(list: List, context: RenderContext, renderBlocks: RenderBlocks): Content[] {
  const inner = enterContainer(context, markerWidth)
  if (!inner) return list.nodes.flatMap((item) => renderBlocks(item.nodes, context))
  const start = list.type === 'list-ordered' ? firstNumber(list.data?.start) : 0
  const isDone = taskStateIn(list)
  const direction = directionOf(lettersOf(list))
  const rows = list.nodes.map((item, index): Content => {
    const marker = markerOf(list, { number: start + index, isDone: isDone(item), direction }, context)
    const body: Column = {
      width: inner.width,
      tag: { type: 'LBody' },
      stack: itemContent(item, inner, renderBlocks),
    }
    return {
      tag: { type: 'LI' },
      columns: direction === 'rtl' ? [body, marker] : [marker, body],
      columnGap: 0,
    }
  })
  return [{ stack: rows, tag: listTag(list), margin: [0, 0, 0, gap - itemGap] }]
}

const listTag = ({ type }: List): Tag => ({
  type: 'L',
  attributes: { O: 'List', ListNumbering: type === 'list-ordered' ? 'Decimal' : 'Disc' },
})

const firstNumber = (start = 1) => (Number.isSafeInteger(start) && Math.abs(start) < 1e6 ? start : 1)

/** Returns the first text of a list with letters, which gives the list its direction. */
function lettersOf(list: List): string {
  for (const node of walkDocument(list))
    if (node.object === 'text') {
      const text = node.leaves.map((leaf) => leaf.text).join('')
      if (/\p{L}/u.test(text)) return text
    }
  return ''
}

interface MarkedItem {
  readonly number: number
  readonly direction: Direction
  /** Undefined for an item without a checkbox. */
  readonly isDone: boolean | undefined
}

/** Returns the marker of an item. It is read before the item also where it is drawn after it, at the right. */
function markerOf({ type }: List, { number, isDone, direction }: MarkedItem, context: RenderContext): Column {
  const tag: Tag = { type: 'Lbl', isFirst: true }
  const place = { width: markerWidth, ...(direction === 'rtl' && { direction, alignment: 'right' as const }) }
  if (type === 'list-ordered') return { ...place, tag, text: `${number}.`, noWrap: true, color: colors.faint }
  if (isDone !== undefined) {
    const box = { ...checkBoxTag('Lbl', isDone, context), isFirst: true }
    return { ...place, tag: box, canvas: checkBox(isDone) }
  }
  return { ...place, tag, text: `\u00a0${context.depth % 2 === 0 ? '•' : '–'}`, color: colors.faint }
}

export function checkBoxTag(
  type: 'Lbl' | 'Figure',
  isChecked: boolean,
  { resources: { texts } }: RenderContext,
): Tag {
  return { type, alt: isChecked ? texts.done : texts.toDo }
}

/** Draws a checkbox, because neither font has one. */
export function checkBox(isChecked: boolean) {
  const size = sizes.text * 0.85
  const frame = {
    type: 'rect' as const,
    x: 0.5,
    y: 2.5,
    w: size,
    h: size,
    r: 1.5,
    lineWidth: 0.8,
    lineColor: isChecked ? colors.link : colors.faint,
    ...(isChecked ? { color: colors.link } : {}),
  }
  const tick = {
    type: 'polyline' as const,
    lineWidth: 1.3,
    lineColor: '#ffffff',
    points: [
      { x: 2.6, y: 7.2 },
      { x: 4.4, y: 9 },
      { x: 7.6, y: 4.8 },
    ],
  }
  return isChecked ? [frame, tick] : [frame]
}

/** Renders the blocks of an item with less space between texts. */
function itemContent(item: ListItem, context: RenderContext, renderBlocks: RenderBlocks): Content[] {
  const contents = renderBlocks(item.nodes, context)
  return contents.map((content) =>
    typeof content === 'object' &&
    'text' in content &&
    'marginBottom' in content &&
    content.marginBottom === gap
      ? { ...content, marginBottom: itemGap }
      : content,
  )
}
