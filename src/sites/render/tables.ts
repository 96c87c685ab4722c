import { referenceInCell } from '../../formats/page/model/document-references.ts'
import { plainText } from '../../formats/page/model/nodes.ts'
import { type CellSpan, cellSpans } from '../../formats/page/model/table-merges.ts'
import { hasHeader, orderedRecords } from '../../formats/page/model/table-records.ts'
import { walkDocument } from '../../formats/page/model/walk-document.ts'
import type {
  Block,
  CardsView,
  ContentRef,
  GridView,
  Table,
  TableColumn,
  TableRecord,
  TableValue,
} from '../../formats/page/types.ts'
import { blockTexts } from './block-texts.ts'
import type { RenderBlocks } from './containers.ts'
import { type Child, element } from './elements.ts'
import { labelOf, linkTo, renderInlines } from './inlines.ts'
import { renderPicture } from './media.ts'
import { linkProperties, type RenderContext } from './render-context.ts'

interface CellSource {
  readonly fragments: ReadonlyMap<string, readonly Block[]>
  readonly renderBlocks: RenderBlocks
  readonly context: RenderContext
}

export function renderTable(table: Table, context: RenderContext, renderBlocks: RenderBlocks): Child {
  const { view, definition } = table.data
  const columns = view.columns.flatMap((id) => definition[id] ?? [])
  const rows = orderedRecords(table.data)
  const fragments = new Map(table.fragments.map(({ fragment, nodes }) => [fragment ?? '', nodes]))
  const source = { fragments, renderBlocks, context }
  if (view.type === 'cards') {
    const { coverDefinition, coverDefinitionDark, targetDefinition } = view
    const parts = [coverDefinition, coverDefinitionDark, targetDefinition]
    const shown = columns.filter(({ id }) => !parts.includes(id))
    return element(
      'ul',
      { className: ['cards', ...(view.cardSize === 'large' ? ['large'] : [])] },
      rows.map(([, record]) => renderCard(view, shown, record, source)),
    )
  }
  const spanOf = cellSpans(
    table.data,
    rows.map(([id]) => id),
    columns.map(({ id }) => id),
  )
  // Wide tables can be scrolled, with the keyboard too.
  return element(
    'div',
    { className: ['table'], tabIndex: 0 },
    element(
      'table',
      {},
      columnWidths(view, columns),
      hasHeader(table, view) ? element('thead', {}, headRow(table, columns, source)) : null,
      element(
        'tbody',
        {},
        rows.map(([id, record]) =>
          element(
            'tr',
            {},
            columns.map((column) => bodyCell(column, record, spanOf(id, column.id), source)),
          ),
        ),
      ),
    ),
  )
}

/** Sets the widths of columns, which are in pixels. */
function columnWidths({ columnWidths: widths = {} }: GridView, columns: readonly TableColumn[]): Child {
  if (!columns.some(({ id }) => widths[id])) return null
  return element(
    'colgroup',
    {},
    columns.map(({ id }) => element('col', widths[id] ? { width: widths[id] } : {})),
  )
}

const headRow = ({ data }: Table, columns: readonly TableColumn[], source: CellSource): Child =>
  element(
    'tr',
    {},
    columns.map((column) => {
      const className = [...alignment(column), ...(hasLongText(column, data, source) ? ['long'] : [])]
      return element('th', { scope: 'col', ...classes(className) }, title(column, source))
    }),
  )

/** A wider text is wrapped after each word, or each Chinese character, where its column is not wide enough. */
const longText = 40

/** A character of Chinese, Japanese or Korean, which takes the room of two others. */
const wideCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu

const widthOf = (text: string): number => text.replace(wideCharacter, '  ').length

/** Returns whether a cell of the column has a text that needs room. */
const hasLongText = ({ id, type }: TableColumn, { records }: Table['data'], { fragments }: CellSource) =>
  type === 'text' &&
  Object.values(records).some(({ values: { [id]: value } }) => {
    let width = 0
    const nodes = (typeof value === 'string' && fragments.get(value)) || []
    for (const node of walkDocument({ object: 'document', data: {}, nodes: [...nodes] }))
      if (node.object === 'text') width += widthOf(plainText([node]))
    return width > longText
  })

/** Renders the title of a column, whose links, images and marks are in the fragment with its name. */
function title(column: TableColumn, { fragments, context }: CellSource): Child {
  const [written] = fragments.get(column.id) ?? []
  return written?.type === 'paragraph' ? renderInlines(written.nodes, context) : column.title
}

/** Renders a cell, unless another one takes its place. */
function bodyCell(
  column: TableColumn,
  { values }: TableRecord,
  span: CellSpan | undefined,
  source: CellSource,
): Child {
  if (span === 'covered') return null
  const { rowSpan = 1, colSpan = 1 } = span ?? {}
  const size = { ...(rowSpan > 1 && { rowSpan }), ...(colSpan > 1 && { colSpan }) }
  return element('td', { ...size, ...classes(alignment(column)) }, cell(values[column.id], column, source))
}

function alignment(column: TableColumn): string[] {
  const align = column.type === 'text' ? column.textAlignment : column.type === 'number' ? 'right' : 'left'
  return align === 'center' || align === 'right' ? [align === 'center' ? 'align-center' : 'align-end'] : []
}

const classes = (className: string[]) => (className.length > 0 ? { className } : {})

function renderCard(
  view: CardsView,
  columns: readonly TableColumn[],
  { values }: TableRecord,
  source: CellSource,
): Child {
  const { context } = source
  const [target] = referencesIn(view.targetDefinition && values[view.targetDefinition], 'file')
  const link = target && linkProperties(target, context)
  const label = target && labelOf(target, context).replace(/^https?:\/\//, '')
  return element(
    'li',
    {},
    renderCover(view, values, context),
    columns.map((column) => element('div', {}, cell(values[column.id], column, source))),
    link
      ? element('a', { ...link, className: ['card-link'] }, label || blockTexts(context.locale).openCard)
      : null,
  )
}

/** The widths of cards: that of the window on phones, else part of a row. */
const widthsOfCards = '(max-width: 30rem) 100vw, 24rem'

/** Renders the cover of a card, with its variant for dark pages. */
function renderCover(view: CardsView, values: TableRecord['values'], context: RenderContext): Child {
  const imageIn = (column: string | undefined) => {
    const [reference] = referencesIn(column && values[column], 'file')
    return reference?.kind === 'file' || reference?.kind === 'url' ? reference : undefined
  }
  const ref = imageIn(view.coverDefinition)
  const refDark = imageIn(view.coverDefinitionDark)
  return ref ? renderPicture({ ref, refDark }, { alt: '', loading: 'lazy' }, context, widthsOfCards) : null
}

function cell(value: TableValue | undefined, column: TableColumn, source: CellSource): Child {
  if (value === undefined) return null
  const { fragments, renderBlocks, context } = source
  switch (column.type) {
    case 'text':
      return renderBlocks((typeof value === 'string' && fragments.get(value)) || [], context)
    case 'checkbox':
      return check(value === true, context)
    case 'rating':
      return rating(Number(value), column.max)
    case 'select': {
      const labels = new Map(column.options.map((option) => [option.value, option.label]))
      return [value]
        .flat()
        .map((one, index) => [
          index === 0 ? null : ' ',
          element('span', { className: ['option'] }, labels.get(String(one)) ?? String(one)),
        ])
    }
    case 'files':
    case 'users':
    case 'content-ref': {
      const references = referencesIn(value, column.type === 'users' ? 'user' : 'file')
      return references.map((ref, index) => [
        index === 0 ? null : ', ',
        linkTo(ref, labelOf(ref, context), context),
      ])
    }
    case 'image': {
      const reference = referenceInCell(value)
      const isImage = reference?.kind === 'file' || reference?.kind === 'url'
      return isImage ? renderPicture({ ref: reference }, { alt: '', loading: 'lazy' }, context) : null
    }
    default:
      return typeof value === 'object' ? null : String(value)
  }
}

function check(isChecked: boolean, { locale }: RenderContext): Child {
  const { yes, no } = blockTexts(locale)
  return isChecked ? sign('✓', yes) : sign('–', no)
}

/** Renders characters that stand for a word. */
const sign = (characters: string, word: string): Child =>
  element('span', { role: 'img', ariaLabel: word }, characters)

/** The most stars that are drawn. More would say less than the number. */
const mostStars = 10

function rating(value: number, max: number): Child {
  const words = `${value} / ${max}`
  if (!(max <= mostStars) || !(value >= 0)) return words
  const filled = Math.min(max, Math.round(value))
  return sign('★'.repeat(filled) + '☆'.repeat(max - filled), words)
}

/** Returns the references of a cell; for a list of ids, as references of the given kind. */
function referencesIn(value: TableValue | undefined, kind: 'file' | 'user'): ContentRef[] {
  if (Array.isArray(value))
    return value.map((id) => (kind === 'file' ? { kind: 'file', file: id } : { kind: 'user', user: id }))
  const reference = referenceInCell(value)
  return reference ? [reference] : []
}
