/**
 * Whether every fence and every block tag of a text that begins also ends, and every expandable. A merge of lines can tear a block apart
 * although neither side did: one puts lines into a block, the other takes its end away.
 */
export function isBalanced(markdown: string): boolean {
  const open: string[] = []
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    if (fence !== undefined) {
      if (endsFence(line, fence)) fence = undefined
      continue
    }
    const text = line.slice(containers.exec(line)?.[0].length)
    fence = beginningFence(text)
    if (!closeBlocks(text, open)) return false
  }
  return fence === undefined && open.length === 0
}

/**
 * The marks of the lists and quotes that a line is in. No mark can be read in two ways and nothing has to follow, so
 * that no line takes more than one pass.
 */
const containers = /^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*)*/

function beginningFence(text: string): string | undefined {
  const [, marks = '', info = ''] = /^(`{3,}|~{3,}|\${2,})(.*)/.exec(text) ?? []
  // Behind marks other than tildes the same mark would end what is code or math within a line.
  const isInline = !marks.startsWith('~') && info.includes(marks.charAt(0))
  return marks === '' || isInline ? undefined : marks
}

function endsFence(line: string, fence: string): boolean {
  const marks = line.replace(/^[\s>]+/, '').trimEnd()
  return marks.startsWith(fence) && marks === fence.charAt(0).repeat(marks.length)
}

/** The blocks that have an end tag; the others stand alone. */
const paired = new Set([
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

/** Follows the blocks that a line begins and ends. False for an end without a beginning. */
function closeBlocks(line: string, open: string[]): boolean {
  for (const name of tagsOf(line)) {
    if (paired.has(name)) open.push(name)
    else if (name.startsWith('end') && paired.has(name.slice(3)) && open.pop() !== name.slice(3)) return false
  }
  return true
}

/** The names of the block tags of a line, and of expandables, which are HTML, as if they were such tags. */
function tagsOf(line: string): string[] {
  if (line.startsWith('{%')) return [...line.matchAll(/\{%\s*([a-z-]+)/g)].map(([, name = '']) => name)
  if (!line.startsWith('<') && !line.trimEnd().endsWith('</details>')) return []
  return [...line.matchAll(/<(\/?)details\b/g)].map(([, slash]) => (slash ? 'enddetails' : 'details'))
}
