import type { Construct, Extension } from 'micromark-util-types'
import type { Processor } from 'unified'

/**
 * The constructs of bare addresses, with what a text that has one contains. The parser tries them at every word, which takes
 * a quarter of its time.
 */
const constructs: Readonly<Record<string, RegExp>> = {
  emailAutolink: /@/,
  protocolAutolink: /https?:\/\//i,
  wwwAutolink: /www\./i,
}

/** Returns the names of the constructs that cannot match in a text. */
export const absentAddresses = (markdown: string): string[] =>
  Object.keys(constructs).filter((name) => !constructs[name]?.test(markdown))

/** Removes constructs of inline text from the syntax. */
export function withoutConstructs(this: Processor, names: readonly string[]): void {
  const data = this.data()
  data.micromarkExtensions = (data.micromarkExtensions ?? []).map((extension) => without(extension, names))
}

function without({ text, ...extension }: Extension, names: readonly string[]): Extension {
  if (!text) return extension
  const kept = Object.entries(text).map(([code, listed]): [string, Construct[]] => [
    code,
    [listed ?? []].flat().filter(({ name }) => !names.includes(name ?? '')),
  ])
  return { ...extension, text: Object.fromEntries(kept.filter(([, list]) => list.length > 0)) }
}
