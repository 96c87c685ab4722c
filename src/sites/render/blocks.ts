import { taskStateIn } from '../../formats/page/model/task-lists.ts'
import type { Block, List, ListItem } from '../../formats/page/types.ts'
import { blockTexts } from './block-texts.ts'
import { renderCode } from './code.ts'
import { renderColumns, renderExpandable, renderHint, renderStepper, renderTabs } from './containers.ts'
import { type Child, element } from './elements.ts'
import { renderHeading } from './headings.ts'
import { renderInlines } from './inlines.ts'
import { renderImage } from './media.ts'
import { renderOperationLine } from './operation-names.ts'
import { renderReference } from './references.ts'
import { alignment, type RenderContext } from './render-context.ts'
import { renderTable } from './tables.ts'
import { renderPrompt, renderUpdate, renderUpdates } from './updates.ts'

/** Renders blocks as flow content. */
export const renderBlocks = (blocks: readonly Block[], context: RenderContext): Child[] =>
  blocks.map((block) => renderBlock(block, context))

type Renderers = {
  readonly [Type in Block['type']]: (block: Extract<Block, { type: Type }>, context: RenderContext) => Child
}

const renderNested = ({ nodes }: { readonly nodes: readonly Block[] }, context: RenderContext): Child =>
  renderBlocks(nodes, context)

/** Renders the blocks that have their content in themselves. */
const renderers = {
  paragraph: ({ nodes, data }, context) =>
    renderOperationLine(nodes) ?? element('p', alignment(data?.align), renderInlines(nodes, context)),
  'heading-1': renderHeading,
  'heading-2': renderHeading,
  'heading-3': renderHeading,
  'list-ordered': renderList,
  'list-unordered': renderList,
  'list-tasks': renderList,
  divider: () => element('hr', {}),
  code: renderCode,
  table: (block, context) => renderTable(block, context, renderBlocks),
  images: ({ nodes, data }, context) =>
    element(
      'div',
      { className: ['images', data.align ?? 'center'] },
      nodes.map((image) => renderImage(image, context)),
    ),
  image: (block, context) => renderImage(block, context),
  updates: (block, context) => renderUpdates(block, context, renderBlocks),
  update: (block, context) => renderUpdate(block, 'full', context, renderBlocks),
  prompt: (block, context) => renderPrompt(block, context, renderBlocks),
  'list-item': renderNested,
  'tabs-item': renderNested,
  'stepper-step': renderNested,
  column: renderNested,
  'code-line': ({ nodes }, context) => element('p', {}, renderInlines(nodes, context)),
  blockquote: ({ nodes }, context) => element('blockquote', {}, renderBlocks(nodes, context)),
  hint: (block, context) => renderHint(block, context, renderBlocks),
  tabs: (block, context) => renderTabs(block, context, renderBlocks),
  stepper: (block, context) => renderStepper(block, context, renderBlocks),
  columns: (block, context) => renderColumns(block, context, renderBlocks),
  expandable: (block, context) => renderExpandable(block, context, renderBlocks),
} satisfies Partial<Renderers>

export type ReferenceBlock = Exclude<Block, { type: keyof typeof renderers }>

const isReference = (block: Block): block is ReferenceBlock => !Object.hasOwn(renderers, block.type)

const renderBlock = (block: Block, context: RenderContext): Child =>
  isReference(block) ? renderReference(block, context) : renderers[block.type](block as never, context)

function renderList(list: List, context: RenderContext): Child {
  const isDone = taskStateIn(list)
  const items = list.nodes.map((item) => renderItem(item, isDone(item), context))
  if (list.type !== 'list-ordered')
    return element('ul', list.type === 'list-tasks' ? { className: ['tasks'] } : {}, items)
  const { start } = list.data ?? {}
  return element('ol', start === undefined ? {} : { start }, items)
}

function renderItem({ nodes }: ListItem, checked: boolean | undefined, context: RenderContext): Child {
  if (checked === undefined) return element('li', {}, renderBlocks(nodes, context))
  const { done, open } = blockTexts(context.locale)
  const box = { type: 'checkbox', disabled: true, checked, ariaLabel: checked ? done : open }
  return element('li', {}, element('input', box), element('div', {}, renderBlocks(nodes, context)))
}
