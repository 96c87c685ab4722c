import { tabBlock, tabsBlock } from './blocks.ts'
import { Fences } from './fences.ts'

/**
 * Makes tabs of the sections below a heading such as `## Title {.tabset}`, which Wiki.js does not show itself: each heading of
 * the next level is the title of one, up to the next heading of its own level or above.
 */
export function tabsetLines(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes('{.tabset'))) return lines
  const written: string[] = []
  let level = 0
  let hasTab = false
  const fences = new Fences()
  const end = () => {
    if (hasTab) written.push(...tabBlock('').close, ...tabsBlock.close)
    level = 0
    hasTab = false
  }
  for (const line of lines) {
    const [, marks = '', title = ''] = (!fences.isCode(line) && /^(#{1,6})[ \t]+(.*)$/.exec(line)) || []
    if (marks !== '' && level > 0 && marks.length <= level) end()
    if (marks !== '' && /\{\.tabset[^{}]*\}\s*$/.test(title)) level = marks.length
    else if (level > 0 && marks.length === level + 1) {
      written.push(...(hasTab ? tabBlock('').close : tabsBlock.open), ...tabBlock(title.trim()).open)
      hasTab = true
    } else written.push(line)
  }
  end()
  return written
}
