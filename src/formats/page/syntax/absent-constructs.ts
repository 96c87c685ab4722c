import type { Construct, ConstructRecord, Extension } from 'micromark-util-types'
import type { Processor } from 'unified'

/**
 * The constructs that the parser tries at every word or line, with what a text that has one contains. Bare addresses take a
 * quarter of its time, and tables a tenth.
 */
const constructs: Readonly<Record<string, RegExp>> = {
  emailAutolink: /[\w.+-]@[\w.-]*\./,
  protocolAutolink: /https?:\/\//i,
  wwwAutolink: /www\./i,
  table: /[|:][ \t]*-|-[ \t]*[|:]/,
}

/** Returns the names of the constructs that cannot match in a text. */
export const absentConstructs = (markdown: string): string[] =>
  Object.keys(constructs).filter((name) => !constructs[name]?.test(markdown))

/** Removes constructs of blocks and of inline text from the syntax. */
export function withoutConstructs(this: Processor, names: readonly string[]): void {
  const data = this.data()
  data.micromarkExtensions = (data.micromarkExtensions ?? []).map((extension) => without(extension, names))
}

const without = ({ flow, text, ...extension }: Extension, names: readonly string[]): Extension => ({
  ...extension,
  ...(flow && { flow: kept(flow, names) }),
  ...(text && { text: kept(text, names) }),
})

function kept(record: ConstructRecord, names: readonly string[]): ConstructRecord {
  const lists = Object.entries(record).map(([code, listed]): [string, Construct[]] => [
    code,
    [listed ?? []].flat().filter(({ name }) => !names.includes(name ?? '')),
  ])
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0))
}
