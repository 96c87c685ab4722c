import { taskStateIn } from '../../formats/page/model/task-lists.ts'
import type { Block, Heading, List, ListItem } from '../../formats/page/types.ts'
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

function renderBlock(block: Block, context: RenderContext): Child {
  switch (block.type) {
    case 'paragraph':
      return (
        renderOperationLine(block.nodes) ??
        element('p', alignment(block.data?.align), renderInlines(block.nodes, context))
      )
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
    case 'hint':
      return renderHint(block, context, renderBlocks)
    case 'tabs':
      return renderTabs(block, context, renderBlocks)
    case 'stepper':
      return renderStepper(block, context, renderBlocks)
    case 'columns':
      return renderColumns(block, context, renderBlocks)
    case 'expandable':
      return renderExpandable(block, context, renderBlocks)
    default:
      return renderReference(block, context)
  }
}

export type ReferenceBlock = Exclude<
  OtherBlock,
  { type: 'blockquote' | 'hint' | 'tabs' | 'stepper' | 'columns' | 'expandable' }
>
