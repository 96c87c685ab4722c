import type { Content } from 'pdfmake/interfaces.js'
import {
  type FontName,
  scriptCharacter,
  scriptParts,
  type scriptWeights,
} from '../../letters/script-fonts.ts'

type Weight = keyof typeof scriptWeights

/** The font files that a document needs, with their weights. */
export type NeededFonts = ReadonlyMap<string, ReadonlySet<Weight>>

type Node = Record<string, unknown>

/** Sets the fonts of all texts in scripts that Roboto lacks, and returns these fonts. */
export function setScriptFonts(content: Content, order: readonly FontName[]): NeededFonts {
  const needed = new Map<string, Set<Weight>>()
  eachText(content, false, (text, isBold) => {
    if (!scriptCharacter.test(text)) return text
    return scriptParts(text, order).map((part) => {
      if (part.file === undefined) return { text: part.text }
      needed.set(part.file, (needed.get(part.file) ?? new Set<Weight>()).add(isBold ? 'bold' : 'normal'))
      return { text: part.text, font: part.file }
    })
  })
  return needed
}

interface Part {
  readonly text: string
  readonly font?: string
}

/** Replaces the texts below a value by what a function returns for each, within the same look. */
function eachText(
  value: unknown,
  isInheritedBold: boolean,
  change: (text: string, isBold: boolean) => string | readonly Part[],
): void {
  if (Array.isArray(value)) {
    for (const child of value) eachText(child, isInheritedBold, change)
    return
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  const node = value as Node
  const isBold = typeof node.bold === 'boolean' ? node.bold : isInheritedBold
  if (typeof node.text === 'string') node.text = change(node.text, isBold)
  else if (Array.isArray(node.text))
    node.text = node.text.flatMap((part: string | Node) => parts(part, isBold))
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'text' && typeof child === 'object') eachText(child, isBold, change)
  }

  function parts(part: string | Node, isBoldAround: boolean): readonly (string | object)[] {
    const run = typeof part === 'string' ? { text: part } : part
    if (typeof run.text !== 'string') {
      eachText(run, isBoldAround, change)
      return [part]
    }
    const changed = change(run.text, typeof run.bold === 'boolean' ? run.bold : isBoldAround)
    return typeof changed === 'string' ? [part] : changed.map((one) => ({ ...run, ...one }))
  }
}
