import { expandableParts, isEmptyTitle } from '../../formats/page/model/expandables.ts'
import type { Block, Columns, Expandable, Hint, Length, Stepper, Tabs } from '../../formats/page/types.ts'
import { fill } from '../../languages/fill.ts'
import { blockTexts } from './block-texts.ts'
import { type Child, element } from './elements.ts'
import { iconBefore, renderIcon } from './icons.ts'
import { renderInlines } from './inlines.ts'
import type { RenderContext } from './render-context.ts'

export type RenderBlocks = (blocks: readonly Block[], context: RenderContext) => Child[]

const hintNames = { info: 'note', success: 'tip', warning: 'warning', danger: 'danger' } as const

export const renderHint = (
  { data, nodes }: Hint,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Child =>
  element(
    'aside',
    {
      className: ['hint', data.style, ...(data.icon ? ['own-icon'] : [])],
      role: 'note',
      ariaLabel: blockTexts(context.locale)[hintNames[data.style]],
    },
    data.icon ? renderIcon(data.icon, { isDecoration: true }) : null,
    element('div', {}, renderBlocks(nodes, context)),
  )

/** Renders tabs below each other, each with its title. The script of the site makes them tabs. */
export const renderTabs = ({ nodes }: Tabs, context: RenderContext, renderBlocks: RenderBlocks): Child =>
  element(
    'div',
    { className: ['tabs'] },
    nodes.map((tab, index) => {
      const title = tab.data?.title || fill(blockTexts(context.locale).tab, String(index + 1))
      return element(
        'section',
        { className: ['tab'], ariaLabel: title },
        element('p', { className: ['tab-title'] }, iconBefore(tab.data?.icon), title),
        renderBlocks(tab.nodes, context),
      )
    }),
  )

export const renderStepper = (
  { nodes }: Stepper,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Child =>
  element(
    'ol',
    { className: ['stepper'] },
    nodes.map(({ data, nodes: inside }) =>
      element(
        'li',
        {},
        data?.icon
          ? element('span', { className: ['step-icon'] }, renderIcon(data.icon, { isDecoration: true }))
          : null,
        renderBlocks(inside, context),
      ),
    ),
  )

export function renderColumns({ nodes }: Columns, context: RenderContext, renderBlocks: RenderBlocks): Child {
  const taken = sharesOf(nodes.map(({ data }) => data?.width))
  return element(
    'div',
    { className: ['columns'] },
    nodes.map(({ nodes: inside }, index) => {
      const share = taken[index]
      const className = share === undefined ? undefined : [`share-${share}`]
      return element('div', { className }, renderBlocks(inside, context))
    }),
  )
}

/** Shares of the width of columns, in twelfths, because the policy of pages applies no style attributes. */
const shares = 12

/** Returns the shares of columns. Those without a width get equal parts of what the others leave. Empty if none has one. */
function sharesOf(widths: readonly (Length | undefined)[]): number[] {
  const chosen = widths.map(shareOf)
  const given = chosen.filter((share) => share !== undefined)
  if (given.length === 0) return []
  const left = shares - given.reduce((total, share) => total + share, 0)
  const part = Math.max(1, Math.round(left / (widths.length - given.length)))
  return chosen.map((share) => share ?? part)
}

function shareOf(width: Length | undefined): number | undefined {
  if (typeof width !== 'object' || width.unit !== '%' || !(width.value > 0)) return undefined
  return Math.min(shares, Math.max(1, Math.round((width.value / 100) * shares)))
}

/** Renders an expandable. Its anchor is within what is closed, which browsers open for whoever follows a link to it. */
export function renderExpandable(
  expandable: Expandable,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Child {
  const { title, body } = expandableParts(expandable.fragments)
  const [id] = context.aliases.get(expandable) ?? []
  return element(
    'details',
    {},
    element(
      'summary',
      {},
      isEmptyTitle(title) ? blockTexts(context.locale).details : renderInlines(title, context),
    ),
    element('div', { className: ['inside'], ...(id !== undefined && { id }) }, renderBlocks(body, context)),
  )
}
