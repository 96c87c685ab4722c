import type { JSONDocument } from '../types.ts'

/** A part of a tree that may have a key, and parts below it. */
interface Keyed {
  readonly object: string
  readonly key?: string
  readonly nodes?: readonly Keyed[]
  readonly fragments?: readonly Keyed[]
}

/**
 * Returns a document whose blocks, inlines, texts and fragments all have a key that no other part of it has. Equal
 * documents get equal keys. Keys that authors gave are kept.
 */
export function withKeys(document: JSONDocument): JSONDocument {
  const taken = new Set<string>()
  let count = 0
  const newKey = (): string => {
    for (;;) {
      const key = `n${(count++).toString(36)}`
      if (!taken.has(key)) return key
    }
  }
  const keyed = (part: Keyed): Keyed => {
    const key = part.key !== undefined && !taken.has(part.key) ? part.key : newKey()
    taken.add(key)
    const { nodes, fragments } = part
    return {
      ...part,
      key,
      ...(nodes && { nodes: nodes.map(keyed) }),
      ...(fragments && { fragments: fragments.map(keyed) }),
    }
  }
  const nodes = document.nodes as readonly Keyed[]
  return { ...document, nodes: nodes.map(keyed) as unknown as JSONDocument['nodes'] }
}
