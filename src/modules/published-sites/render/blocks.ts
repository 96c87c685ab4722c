import type {
  Block,
  Code,
  Expandable,
  Fragment,
  Heading,
  List,
  ListItem,
  TextAlignment,
} from '../../../page-format/types.ts'
import { type Child, element } from './elements.ts'
import { labelOf, linkTo, renderInlines } from './inlines.ts'
import { renderImage } from './media.ts'
import type { RenderContext } from './render-context.ts'
import { renderMath } from './render-math.ts'
import { renderTable } from './tables.ts'
import { renderPrompt, renderUpdate, renderUpdates } from './updates.ts'

/** Renders blocks as flow content. */
export const renderBlocks = (blocks: readonly Block[], context: RenderContext): Child[] =>
  blocks.map((block) => renderBlock(block, context))

function renderBlock(block: Block, context: RenderContext): Child {
  switch (block.type) {
    case 'paragraph':
      return element('p', alignment(block.data?.align), renderInlines(block.nodes, context))
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return renderHeading(block, context)
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return renderList(block, context)
    case 'divider':
      return element('hr', {})
    case 'code':
      return renderCode(block, context)
    case 'table':
      return renderTable(block, context, renderBlocks)
    case 'images':
      return element(
        'div',
        { className: ['images', block.data.align ?? 'center'] },
        block.nodes.map((image) => renderImage(image, context)),
      )
    case 'image':
      return renderImage(block, context)
    case 'updates':
      return renderUpdates(block, context, renderBlocks)
    case 'update':
      return renderUpdate(block, 'full', context, renderBlocks)
    case 'prompt':
      return renderPrompt(block, context, renderBlocks)
    case 'list-item':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
      return renderBlocks(block.nodes, context)
    case 'code-line':
      return element('p', {}, renderInlines(block.nodes, context))
    default:
      return renderContainer(block, context)
  }
}

const alignment = (align: TextAlignment | undefined) =>
  align === undefined || align === 'start' ? {} : { className: [`align-${align}`] }

/** Headings start at level 2, because the title of the page is level 1. */
function renderHeading(heading: Heading, context: RenderContext): Child {
  const level = Number(heading.type.slice(-1)) + 1
  const id = context.anchors.get(heading)
  return element(
    `h${level}`,
    { ...(id === undefined ? {} : { id }), ...alignment(heading.data?.align) },
    renderInlines(heading.nodes, context),
  )
}

function renderList(list: List, context: RenderContext): Child {
  const items = list.nodes.map((item) => renderItem(item, list.type === 'list-tasks', context))
  if (list.type !== 'list-ordered')
    return element('ul', list.type === 'list-tasks' ? { className: ['tasks'] } : {}, items)
  const { start } = list.data ?? {}
  return element('ol', start === undefined ? {} : { start }, items)
}

function renderItem({ data, nodes }: ListItem, isTask: boolean, context: RenderContext): Child {
  const box = isTask
    ? element('input', { type: 'checkbox', disabled: true, checked: data?.checked === true })
    : null
  return element('li', {}, box, renderBlocks(nodes, context))
}

function renderCode({ data, nodes }: Code, context: RenderContext): Child {
  const lines = nodes.map((line) => {
    const text = renderInlines(line.nodes, context)
    return [line.data?.highlighted ? element('mark', {}, text) : text, '\n']
  })
  const language = data?.syntax ? { className: [`language-${data.syntax.replace(/\s+/g, '-')}`] } : {}
  const wrapped = data?.overflow === 'wrap' ? { className: ['wrap'] } : {}
  // Long lines can be scrolled, with the keyboard too.
  const code = element('pre', { ...wrapped, tabIndex: 0 }, element('code', language, lines))
  return data?.title
    ? element('figure', { className: ['code'] }, element('figcaption', {}, data.title), code)
    : code
}

type OtherBlock = Exclude<
  Block,
  {
    type:
      | 'paragraph'
      | Heading['type']
      | List['type']
      | 'divider'
      | 'code'
      | 'table'
      | 'images'
      | 'image'
      | 'updates'
      | 'update'
      | 'prompt'
      | 'list-item'
      | 'tabs-item'
      | 'stepper-step'
      | 'column'
      | 'code-line'
  }
>

function renderContainer(block: OtherBlock, context: RenderContext): Child {
  switch (block.type) {
    case 'blockquote':
      return element('blockquote', {}, renderBlocks(block.nodes, context))
    case 'hint': {
      const { style } = block.data
      const inside = renderBlocks(block.nodes, context)
      return element(
        'aside',
        { className: ['hint', style], role: 'note', ariaLabel: hintNames[style] },
        inside,
      )
    }
    case 'tabs':
      return block.nodes.map((tab, index) =>
        element(
          'section',
          { className: ['tab'] },
          element('p', { className: ['tab-title'] }, tab.data?.title || `Tab ${index + 1}`),
          renderBlocks(tab.nodes, context),
        ),
      )
    case 'stepper':
      return element(
        'ol',
        { className: ['stepper'] },
        block.nodes.map((step) => element('li', {}, renderBlocks(step.nodes, context))),
      )
    case 'columns':
      return element(
        'div',
        { className: ['columns'] },
        block.nodes.map((column) => element('div', {}, renderBlocks(column.nodes, context))),
      )
    case 'expandable':
      return renderExpandable(block, context)
    default:
      return renderReference(block, context)
  }
}

const hintNames = { info: 'Note', success: 'Tip', warning: 'Warning', danger: 'Danger' } as const

function renderExpandable({ fragments }: Expandable, context: RenderContext): Child {
  const blocksOf = (name: string) =>
    fragments
      .filter(({ fragment, type }: Fragment) => (fragment ?? type) === name)
      .flatMap(({ nodes }) => nodes)
  const title = blocksOf('expandable-title').map((block) =>
    block.type === 'paragraph' ? renderInlines(block.nodes, context) : null,
  )
  return element(
    'details',
    {},
    element('summary', {}, title),
    renderBlocks(blocksOf('expandable-body'), context),
  )
}

type ReferenceBlock = Exclude<
  OtherBlock,
  { type: 'blockquote' | 'hint' | 'tabs' | 'stepper' | 'columns' | 'expandable' }
>

/** Renders blocks that reference other content. */
function renderReference(block: ReferenceBlock, context: RenderContext): Child {
  switch (block.type) {
    case 'math':
      return renderMath(block.data.formula, true)
    case 'drawing':
      return block.data.ref
        ? renderImage(
            {
              object: 'block',
              type: 'image',
              isVoid: true,
              data: { ref: block.data.ref, alt: 'Drawing' },
              fragments: [],
            },
            context,
          )
        : null
    case 'file':
      return card(linkTo(block.data.ref, labelOf(block.data.ref, context) || 'File', context))
    case 'content-ref':
      return card(linkTo(block.data.ref, labelOf(block.data.ref, context), context))
    case 'embed':
      return card(linkTo({ kind: 'url', url: block.data.url }, block.data.url, context))
    // Conditions and reusable contents were resolved before rendering.
    case 'if':
    case 'reusable-content':
      return null
    case 'integration':
      return block.data.url
        ? card(linkTo({ kind: 'url', url: block.data.url }, block.data.url, context))
        : null
    default:
      return card(element('code', {}, operationName(block)))
  }
}

const card = (content: Child): Child => element('p', { className: ['card'] }, content)

type APIBlock = Extract<
  Block,
  { type: 'swagger' | 'openapi-operation' | 'openapi-schemas' | 'openapi-webhook' }
>

function operationName(block: APIBlock): string {
  if (block.type === 'openapi-schemas') return block.data.schemas.join(', ')
  if (block.type === 'openapi-webhook') return `${block.data.method.toUpperCase()} ${block.data.name}`
  return `${block.data.method.toUpperCase()} ${block.data.path}`
}
