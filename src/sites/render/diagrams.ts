import type { Code } from '../../formats/page/types.ts'
import { keyOfCode } from '../code/code-block.ts'
import { blockTexts } from './block-texts.ts'
import { type Child, element, rawHtml } from './elements.ts'
import type { RenderContext } from './render-context.ts'

/** The width in pixels above which a diagram would be too small to read in the width of a page, so that it is scrolled. */
const widestAtOnce = 1000

/**
 * Renders a diagram above its source, which is folded. One that cannot be drawn is its source with a note that says so, and one
 * that is not drawn yet its source.
 */
export function renderDiagram(
  block: Code,
  context: RenderContext,
  renderSource: (block: Code, context: RenderContext) => Child,
): Child {
  const diagram = context.diagrams.get(keyOfCode(block))
  const source = renderSource(block, context)
  const texts = blockTexts(context.locale)
  if (diagram === undefined) return source
  if (diagram === null)
    return element(
      'div',
      { className: ['undrawn'] },
      element('p', { className: ['note'] }, texts.undrawn),
      source,
    )
  const { svg, title, description, width } = diagram
  const name = [block.data?.title || title || texts.diagram, description].filter(Boolean).join('. ')
  return element(
    'figure',
    { className: ['diagram'] },
    block.data?.title ? element('figcaption', {}, block.data.title) : null,
    // A wide diagram can be scrolled, with the keyboard too.
    element(
      'div',
      {
        className: ['drawing', ...(width > widestAtOnce ? ['scrolled'] : [])],
        role: 'img',
        ariaLabel: name,
        tabIndex: 0,
      },
      rawHtml(svg),
    ),
    element('details', {}, element('summary', {}, texts.diagramSource), source),
  )
}
