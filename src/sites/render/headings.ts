import { headingLevel, plainText } from '../../formats/page/model/nodes.ts'
import type { Heading } from '../../formats/page/types.ts'
import { fill } from '../../languages/fill.ts'
import { blockTexts } from './block-texts.ts'
import { type Child, element } from './elements.ts'
import { renderInlines } from './inlines.ts'
import { alignment, type RenderContext } from './render-context.ts'

const deepestLevel = 6

/**
 * Returns the levels of the headings of a page, in their order. The title of the page is level 1, and no level is left out:
 * readers who listen to a page go by its headings.
 */
export function headingLevels(headings: Iterable<Heading>): Map<Heading, number> {
  const levels = new Map<Heading, number>()
  const around: number[] = []
  for (const heading of headings) {
    const depth = headingLevel(heading)
    while ((around.at(-1) ?? 0) >= depth) around.pop()
    around.push(depth)
    levels.set(heading, Math.min(1 + around.length, deepestLevel))
  }
  return levels
}

/** Renders a heading with a link to itself. */
export function renderHeading(heading: Heading, context: RenderContext): Child {
  const id = context.anchors.get(heading)
  const text = plainText(heading.nodes).trim()
  const link = id === undefined || text === '' ? null : linkToItself(id, text, context)
  return element(
    `h${context.levels.get(heading) ?? 2}`,
    { ...(id === undefined ? {} : { id }), ...alignment(heading.data?.align) },
    context.aliases.get(heading)?.map((alias) => element('span', { id: alias })),
    renderInlines(heading.nodes, context),
    link,
  )
}

const linkToItself = (id: string, text: string, { locale }: RenderContext): Child =>
  element('a', {
    className: ['anchor'],
    href: `#${encodeURIComponent(id)}`,
    ariaLabel: fill(blockTexts(locale).linkTo, text),
  })
