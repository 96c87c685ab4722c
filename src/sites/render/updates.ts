import { updateDate } from '../../formats/page/model/update-data.ts'
import type { Prompt, Update, Updates, UpdatesFormat } from '../../formats/page/types.ts'
import { blockTexts } from './block-texts.ts'
import type { RenderBlocks } from './containers.ts'
import { type Child, element } from './elements.ts'
import { iconBefore } from './icons.ts'
import type { RenderContext } from './render-context.ts'

/** Renders updates, the first of a page below a link to the feed that tells them. */
export const renderUpdates = (
  updates: Updates,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Child => [
  context.feedPath !== undefined && updates === context.firstUpdates
    ? element('p', { className: ['feed'] }, element('a', { href: context.feedPath }, 'RSS'))
    : null,
  element(
    'div',
    { className: ['updates'] },
    updates.nodes.map((update) => renderUpdate(update, updates.data.format, context, renderBlocks)),
  ),
]

/** Renders an update below its date and its tags. */
export function renderUpdate(
  { data, nodes }: Update,
  format: UpdatesFormat,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Child {
  const tags = (data.tags ?? []).map(({ tag }) => element('span', { className: ['option'] }, tag))
  const date = element('time', { dateTime: data.date }, updateDate(data.date, format, context.locale))
  return element(
    'section',
    { className: ['update'] },
    element(
      'p',
      { className: ['update-date'] },
      date,
      tags.flatMap((tag) => [' ', tag]),
    ),
    renderBlocks(nodes, context),
  )
}

/** Renders a text for a language model as code with its description as caption. */
export const renderPrompt = (
  { data, nodes }: Prompt,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Child =>
  element(
    'figure',
    { className: ['prompt'] },
    element('figcaption', {}, iconBefore(data.icon), data.description || blockTexts(context.locale).prompt),
    renderBlocks(nodes, context),
  )
