import { isHeading } from '../../formats/page/model/heading-anchors.ts'
import { plainText } from '../../formats/page/model/nodes.ts'
import type { Block, Heading } from '../../formats/page/types.ts'

/** A heading that the outline of a page links to. */
export interface OutlineEntry {
  readonly anchor: string
  readonly title: string
  /** The level in HTML: 2 for the highest headings of a body. */
  readonly level: number
}

/** The anchors and the levels of the headings of a page. */
interface Headings {
  readonly anchors: ReadonlyMap<Heading, string>
  readonly levels: ReadonlyMap<Heading, number>
}

/** Entries from which on an outline has those of the highest level alone: nobody finds anything in a longer one. */
const manyEntries = 200

/** Maximum entries of an outline, which would be most of the page. */
const maximumEntries = 1000

const highestLevel = 2
const lowestLevel = 3

/** Returns the headings of the two highest levels. Those in tabs and expandables, which may be closed, are left out. */
export function outlineOf(blocks: readonly Block[], headings: Headings): OutlineEntry[] {
  const entries = entriesOf(blocks, headings)
  const shown = entries.length > manyEntries ? entries.filter(({ level }) => level === highestLevel) : entries
  return (shown.length > 0 ? shown : entries).slice(0, maximumEntries)
}

function entriesOf(blocks: readonly Block[], { anchors, levels }: Headings): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  for (const heading of openHeadings(blocks)) {
    const anchor = anchors.get(heading)
    const level = levels.get(heading) ?? lowestLevel
    const title = plainText(heading.nodes).trim()
    if (level > lowestLevel || anchor === undefined || title === '') continue
    entries.push({ anchor, title, level })
  }
  return entries
}

function* openHeadings(blocks: readonly Block[]): Generator<Heading> {
  for (const block of blocks) {
    if (isHeading(block)) yield block
    else if (block.type === 'stepper' || block.type === 'columns') yield* openHeadings(block.nodes)
    else if (block.type === 'stepper-step' || block.type === 'column') yield* openHeadings(block.nodes)
  }
}
