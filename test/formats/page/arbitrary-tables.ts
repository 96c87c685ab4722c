import fc from 'fast-check'
import { generateNKeysBetween } from 'fractional-indexing'
import { fragment, isEmptyParagraph } from '../../../src/formats/page/model/nodes.ts'
import type {
  Block,
  Fragment,
  Table,
  TableColumn,
  TableData,
  TableRecord,
  TableValue,
} from '../../../src/formats/page/types.ts'
import { compact, contentRef, id, imageRef, line } from './arbitrary-inline.ts'

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })

const textColumn = fc.record({
  type: fc.constant('text' as const),
  textAlignment: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
})

const anyColumn = fc.oneof(
  textColumn,
  fc.record({
    type: fc.constant('text' as const),
    textAlignment: fc.constantFrom('left' as const, 'center' as const),
    verticalAlignment: fc.constantFrom('top' as const, 'middle' as const, 'bottom' as const),
  }),
  fc.constantFrom('number', 'checkbox', 'files', 'content-ref', 'image').map((type) => ({ type })),
  fc.record({ type: fc.constant('users'), multiple: fc.boolean() }),
  fc.record({ type: fc.constant('rating'), max: fc.integer({ min: 1, max: 10 }) }),
  fc.record({
    type: fc.constant('select'),
    multiple: fc.boolean(),
    options: fc.array(fc.record({ value: id, label: line, color: id }), { maxLength: 2 }),
  }),
)

type Cell = TableValue | Block[] | undefined

function valueFor(column: { type: string }, blocks: fc.Arbitrary<Block[]>): fc.Arbitrary<Cell> {
  switch (column.type) {
    case 'text':
      return blocks.map((all) => (all.length === 1 && all.every(isEmptyParagraph) ? undefined : all))
    case 'number':
    case 'rating':
      return optional(fc.constantFrom(0, 1, -2.5, 1000))
    case 'checkbox':
      return optional(fc.boolean())
    case 'content-ref':
      return optional(contentRef)
    case 'image':
      return optional(
        fc.oneof(
          imageRef,
          fc.record({ ref: imageRef, objectFit: fc.constantFrom('contain' as const, 'fill' as const) }),
        ),
      )
    case 'select':
      return optional(
        fc.oneof(
          id.map((value): Cell => value),
          fc.array(line, { minLength: 1, maxLength: 2 }),
        ),
      )
    default:
      return optional(fc.array(id, { minLength: 1, maxLength: 2 }))
  }
}

type Shape = Record<string, unknown> & { type: string }

function build(columns: Shape[], titles: string[], rows: Cell[][], view: object, fullWidth?: boolean): Table {
  const ids = columns.map((_, index) => `column-${index + 1}`)
  const fragments: Fragment[] = []
  const keys = generateNKeysBetween(null, null, rows.length)
  const records = rows.map((row, rowIndex): [string, TableRecord] => {
    const values: TableRecord['values'] = {}
    row.forEach((cell, index) => {
      const name = `row-${rowIndex + 1}-${ids[index]}`
      if (columns[index]?.type === 'text' && Array.isArray(cell)) {
        fragments.push(fragment(name, cell as Block[]))
        values[ids[index] as string] = name
      } else if (cell !== undefined) values[ids[index] as string] = cell as TableValue
    })
    return [`row-${rowIndex + 1}`, { orderIndex: keys[rowIndex] as string, values }]
  })
  const definition = columns.map(
    (column, index) =>
      [ids[index], { id: ids[index], title: titles[index], ...column }] as [string, TableColumn],
  )
  const data = {
    view: { columns: ids, ...view } as TableData['view'],
    records: Object.fromEntries(records),
    definition: Object.fromEntries(definition),
    fullWidth,
  }
  return compact({ object: 'block', type: 'table', data, fragments, isVoid: true } as Table)
}

const shape = (column: fc.Arbitrary<{ type: string }>, blocks: fc.Arbitrary<Block[]>) =>
  fc
    .array(column, { minLength: 1, maxLength: 3 })
    .chain((columns) =>
      fc.tuple(
        fc.constant(columns as Shape[]),
        fc.tuple(...columns.map(() => line)),
        fc.array(fc.tuple(...columns.map((one) => valueFor(one, blocks))), { maxLength: 3 }),
      ),
    )

const grid = { type: 'grid', hideHeader: false }

/** Tables with lines of text, as in Markdown, and tables with all supported content. */
export const tables = (
  paragraphs: fc.Arbitrary<Block[]>,
  cells: fc.Arbitrary<Block[]>,
): fc.Arbitrary<Table> =>
  fc.oneof(
    shape(textColumn, paragraphs).map(([columns, titles, rows]) => build(columns, titles, rows, grid)),
    fc
      .tuple(shape(anyColumn, cells), fc.boolean(), fc.boolean(), optional(fc.constant(true)))
      .map(([[columns, titles, rows], hideHeader, hasWidth, flag]) =>
        build(
          columns,
          titles,
          rows,
          {
            type: 'grid',
            hideHeader,
            ...(hasWidth ? { columnWidths: { 'column-1': 120.5 } } : {}),
            ...(flag ? { useNewSizing: flag } : {}),
          },
          flag,
        ),
      ),
    fc
      .tuple(shape(anyColumn, cells), fc.constantFrom('medium', 'large'), optional(fc.constant(true)))
      .map(([[columns, titles, rows], cardSize, flag]) =>
        build(columns, titles, rows, {
          type: 'cards',
          cardSize,
          ...(flag
            ? {
                hideColumnTitle: flag,
                targetDefinition: 'column-1',
                coverDefinition: 'column-1',
                coverDefinitionDark: 'column-1',
              }
            : {}),
          ...(flag ? { columns: columns.slice(0, -1).map((_, index) => `column-${index + 1}`) } : {}),
        }),
      ),
  )
