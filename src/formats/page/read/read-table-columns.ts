import { childElements, type HtmlAttributes, type HtmlElement, type HtmlToken, isSet } from '../html/html.ts'
import { defined, text } from '../model/nodes.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import type {
  Block,
  CardsView,
  GridView,
  Image,
  InlineImage,
  InlineNode,
  SelectOption,
  TableColumn,
} from '../types.ts'
import { readHtmlBlocks } from './html-content.ts'
import { htmlToPhrasing, isPhrasingElement } from './phrasing-elements.ts'
import type { ReadContext } from './read-context.ts'
import { readInline } from './read-inline.ts'

export function readTitle(cell: HtmlElement | undefined, context: ReadContext): InlineNode[] {
  if (!cell) return []
  const tokens = titleTokens(cell)
  const hasBlocks = tokens.some(
    (token) => (token.type === 'open' || token.type === 'close') && !isPhrasingElement(token.name),
  )
  if (!hasBlocks) return readInline(htmlToPhrasing(tokens), context)
  const parts = readHtmlBlocks(tokens, context).flatMap(titleParts)
  return normalizeInline(parts.flatMap((part, index) => (index === 0 ? part : [text(' '), ...part])))
}

/** Returns what a title keeps of a block: texts, and images, which are in the text of a title. */
function titleParts(block: Block): InlineNode[][] {
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [block.nodes]
    case 'images':
      return block.nodes.map((image) => [imageInText(image)])
    case 'blockquote':
    case 'list-item':
    case 'list-ordered':
    case 'list-tasks':
    case 'list-unordered':
      return block.nodes.flatMap(titleParts)
    default:
      return []
  }
}

function imageInText({ data: { ref, refDark, alt } }: Image): InlineImage {
  const data = defined({ ref, refDark, caption: alt } as InlineImage['data'])
  return { object: 'inline', type: 'inline-image', data, isVoid: true }
}

export function readColumn(id: string, title: string, cell: HtmlElement | undefined): TableColumn {
  const attributes = cell?.attributes ?? {}
  const select = cell && childElements(cell.children, 'select')[0]
  const multiple = isSet(attributes['data-multiple'])
  if (select) {
    const options = childElements(select.children, 'option').map(readOption)
    return { id, title, type: 'select', multiple: isSet(select.attributes.multiple), options }
  }
  switch (attributes['data-type']) {
    case 'number':
    case 'checkbox':
    case 'files':
    case 'content-ref':
    case 'image':
      return { id, title, type: attributes['data-type'] }
    case 'users':
      return { id, title, type: 'users', multiple }
    case 'rating':
      return { id, title, type: 'rating', max: Number(attributes['data-max']) || 5 }
    case 'select':
      return { id, title, type: 'select', multiple, options: readOptions(attributes['data-options']) }
    default:
      return textColumn(id, title, attributes)
  }
}

/** Returns what a header cell contains besides the options of its column: `Status<select><option …></select>`. */
function titleTokens({ children }: HtmlElement): HtmlToken[] {
  const isSelect = (token: HtmlToken) =>
    (token.type === 'open' || token.type === 'close') && token.name === 'select'
  const start = children.findIndex(isSelect)
  return start < 0
    ? children
    : [...children.slice(0, start), ...children.slice(children.findLastIndex(isSelect) + 1)]
}

const readOption = ({
  attributes: { value = '', label = value, color = '' },
}: HtmlElement): SelectOption => ({
  value,
  label,
  color,
})

function textColumn(id: string, title: string, attributes: HtmlAttributes): TableColumn {
  const { align, valign } = attributes
  const column = {
    id,
    title,
    type: 'text',
    textAlignment: align === 'center' || align === 'right' ? align : 'left',
  } as const
  return valign === 'top' || valign === 'middle' || valign === 'bottom'
    ? { ...column, verticalAlignment: valign }
    : column
}

function readOptions(json = '[]'): SelectOption[] {
  try {
    const options: unknown = JSON.parse(json)
    return Array.isArray(options) ? options.filter(isOption) : []
  } catch {
    return []
  }
}

const isOption = (option: unknown): option is SelectOption =>
  typeof option === 'object' &&
  option !== null &&
  ['value', 'label', 'color'].every((key) => typeof (option as Record<string, unknown>)[key] === 'string')

export function readView(
  attributes: HtmlAttributes,
  columns: readonly TableColumn[],
  cells: readonly (HtmlElement | undefined)[],
  hasNoHead: boolean,
): GridView | CardsView {
  const idWith = (name: string) => columns[cells.findIndex((cell) => cell && name in cell.attributes)]?.id
  const shown = columns
    .filter((_, index) => !isSet(cells[index]?.attributes['data-hidden']))
    .map(({ id }) => id)
  if (attributes['data-view'] === 'cards') {
    const target = idWith('data-card-target')
    const cover = idWith('data-card-cover')
    const dark = idWith('data-card-cover-dark')
    return {
      type: 'cards',
      cardSize: attributes['data-card-size'] === 'large' ? 'large' : 'medium',
      columns: shown,
      ...(target === undefined ? {} : { targetDefinition: target }),
      ...(cover === undefined ? {} : { coverDefinition: cover }),
      ...(dark === undefined ? {} : { coverDefinitionDark: dark }),
      ...('data-column-title-hidden' in attributes ? { hideColumnTitle: true } : {}),
    }
  }
  const widths = columns.flatMap(({ id }, index) => {
    const width = Number(cells[index]?.attributes.width?.replace(/(px|%)$/, ''))
    return Number.isFinite(width) ? [[id, width] as const] : []
  })
  return {
    type: 'grid',
    columns: shown,
    ...(widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {}),
    hideHeader: hasNoHead || isSet(attributes['data-header-hidden']),
    ...('data-new-sizing' in attributes ? { useNewSizing: true } : {}),
  }
}
