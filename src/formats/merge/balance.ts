/**
 * Returns whether every fence, block tag and expandable of a text is closed. A line merge can break a block although
 * neither side did: one side inserts lines into a block and the other removes its end.
 */
export function isBalanced(markdown: string): boolean {
  const open: string[] = []
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined
      continue
    }
    const text = line.slice(containers.exec(line)?.[0].length)
    fence = openingFence(text)
    if (!trackBlocks(text, open)) return false
  }
  return fence === undefined && open.length === 0
}

/**
 * Matches the list and quote markers at the start of a line. The alternatives are disjoint and nothing has to follow, so
 * that matching takes linear time.
 */
const containers = /^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*)*/

function openingFence(text: string): string | undefined {
  const [, marks = '', info = ''] = /^(`{3,}|~{3,}|\${2,})(.*)/.exec(text) ?? []
  // Except after tildes, the same mark later in the line closes inline code or inline math.
  const isInline = !marks.startsWith('~') && info.includes(marks.charAt(0))
  return marks === '' || isInline ? undefined : marks
}

function closesFence(line: string, fence: string): boolean {
  const marks = line.replace(/^[\s>]+/, '').trimEnd()
  return marks.startsWith(fence) && marks === fence.charAt(0).repeat(marks.length)
}

/** The blocks that have an end tag. */
const pairedBlocks = new Set([
  'hint',
  'tabs',
  'tab',
  'stepper',
  'step',
  'code',
  'columns',
  'column',
  'content-ref',
  'if',
  'details',
])

/** Updates the stack of open blocks with the tags of a line. Returns false for an end tag that closes no open block. */
function trackBlocks(line: string, open: string[]): boolean {
  for (const name of tagsOf(line)) {
    if (pairedBlocks.has(name)) open.push(name)
    else if (name.startsWith('end') && pairedBlocks.has(name.slice(3)) && open.pop() !== name.slice(3))
      return false
  }
  return true
}

/** Returns the names of the block tags of a line; expandables, which are HTML, are named like block tags. */
function tagsOf(line: string): string[] {
  if (line.startsWith('{%')) return [...line.matchAll(/\{%\s*([a-z-]+)/g)].map(([, name = '']) => name)
  if (!line.startsWith('<') && !line.trimEnd().endsWith('</details>')) return []
  return [...line.matchAll(/<(\/?)details\b/g)].map(([, slash]) => (slash ? 'enddetails' : 'details'))
}
