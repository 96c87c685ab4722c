import { referenceInCell } from '../../../page-format/document-references.ts'
import type {
  Block,
  CardsView,
  ContentRef,
  Table,
  TableColumn,
  TableRecord,
  TableValue,
} from '../../../page-format/types.ts'
import { type Child, element } from './elements.ts'
import { imageAddress, labelOf, linkTo } from './inlines.ts'
import { linkProperties, type RenderContext } from './render-context.ts'

type RenderBlocks = (blocks: readonly Block[], context: RenderContext) => Child[]

interface CellSource {
  readonly fragments: ReadonlyMap<string, readonly Block[]>
  readonly renderBlocks: RenderBlocks
  readonly context: RenderContext
}

export function renderTable(table: Table, context: RenderContext, renderBlocks: RenderBlocks): Child {
  const { view, records, definition } = table.data
  const columns = view.columns.flatMap((id) => definition[id] ?? [])
  const rows = Object.values(records).sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
  const fragments = new Map(table.fragments.map(({ fragment, nodes }) => [fragment ?? '', nodes]))
  const source = { fragments, renderBlocks, context }
  if (view.type === 'cards') {
    const { coverDefinition, coverDefinitionDark, targetDefinition } = view
    const parts = [coverDefinition, coverDefinitionDark, targetDefinition]
    const shown = columns.filter(({ id }) => !parts.includes(id))
    return element(
      'ul',
      { className: ['cards'] },
      rows.map((record) => renderCard(view, shown, record, source)),
    )
  }
  const head = element(
    'tr',
    {},
    columns.map((column) => element('th', { services: 'col', ...alignment(column) }, column.title)),
  )
  const body = rows.map((record) =>
    element(
      'tr',
      {},
      columns.map((column) =>
        element('td', alignment(column), cell(record.values[column.id], column, source)),
      ),
    ),
  )
  // Wide tables can be scrolled, with the keyboard too.
  return element(
    'div',
    { className: ['table'], tabIndex: 0 },
    element('table', {}, view.hideHeader ? null : element('thead', {}, head), element('tbody', {}, body)),
  )
}

function alignment(column: TableColumn): Record<string, string[]> {
  const align = column.type === 'text' ? column.textAlignment : column.type === 'number' ? 'right' : 'left'
  return align === 'center' || align === 'right'
    ? { className: [align === 'center' ? 'align-center' : 'align-end'] }
    : {}
}

function renderCard(
  view: CardsView,
  columns: readonly TableColumn[],
  { values }: TableRecord,
  source: CellSource,
): Child {
  const { context } = source
  const [cover] = referencesIn(view.coverDefinition && values[view.coverDefinition], 'file')
  const [target] = referencesIn(view.targetDefinition && values[view.targetDefinition], 'file')
  const src = cover && imageAddress(cover, context)
  const link = target && linkProperties(target, context)
  return element(
    'li',
    {},
    src ? element('img', { src, alt: '', loading: 'lazy' }) : null,
    columns.map((column) => element('div', {}, cell(values[column.id], column, source))),
    link ? element('a', link, (target && labelOf(target, context)) || 'Open') : null,
  )
}

function cell(value: TableValue | undefined, column: TableColumn, source: CellSource): Child {
  if (value === undefined) return null
  const { fragments, renderBlocks, context } = source
  switch (column.type) {
    case 'text':
      return renderBlocks((typeof value === 'string' && fragments.get(value)) || [], context)
    case 'checkbox':
      return value === true ? '✓' : '–'
    case 'rating':
      return `${String(value)} / ${column.max}`
    case 'select': {
      const labels = new Map(column.options.map((option) => [option.value, option.label]))
      return [value].flat().map((one, index) => [index === 0 ? null : ', ', labels.get(String(one)) ?? ''])
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
      const src = reference && imageAddress(reference, context)
      return src ? element('img', { src, alt: '', loading: 'lazy' }) : null
    }
    default:
      return typeof value === 'object' ? null : String(value)
  }
}

/** Returns the references of a cell; for a list of ids, as references of the given kind. */
function referencesIn(value: TableValue | undefined, kind: 'file' | 'user'): ContentRef[] {
  if (Array.isArray(value))
    return value.map((id) => (kind === 'file' ? { kind: 'file', file: id } : { kind: 'user', user: id }))
  const reference = referenceInCell(value)
  return reference ? [reference] : []
}
