/**
 * Whether every fence and every block tag of a text that begins also ends. A merge of lines can tear a block apart
 * although neither side did: one puts lines into a block, the other takes its end away.
 */
export function isBalanced(markdown: string): boolean {
  const open: string[] = []
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const marker = /^ {0,3}(?:[-*+>]\s+|\d+[.)]\s+|>\s*)*(`{3,}|~{3,})(.*)$/.exec(line.trimEnd())
    if (fence !== undefined) {
      if (marker?.[2] === '' && marker[1]?.startsWith(fence)) fence = undefined
      continue
    }
    if (marker && !marker[2]?.includes('`')) {
      fence = marker[1]
      continue
    }
    if (!closeTags(line, open)) return false
  }
  return fence === undefined && open.length === 0
}

/** The tags that have an end tag; the others stand alone. */
const paired = new Set(['hint', 'tabs', 'tab', 'stepper', 'step', 'code', 'columns', 'column', 'content-ref'])

/** Follows the block tags of a line. False for an end without a beginning. */
function closeTags(line: string, open: string[]): boolean {
  for (const [, name = ''] of line.matchAll(/\{%\s*([a-z-]+)/g)) {
    if (paired.has(name)) open.push(name)
    else if (name.startsWith('end') && paired.has(name.slice(3)) && open.pop() !== name.slice(3)) return false
  }
  return true
}
