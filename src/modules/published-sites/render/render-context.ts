import type { ContentRef, Heading } from '../../../page-format/types.ts'

/** How references, links and headings of a text are rendered. */
export interface RenderContext {
  /** Returns the URL of a reference; undefined for targets that the visitor cannot open. */
  readonly addressOf: (ref: ContentRef) => string | undefined
  /** Returns the label of a reference without text. */
  readonly labelOf: (ref: ContentRef) => string | undefined
  /** Links to other sites open in a new tab. */
  readonly opensNewTabs: boolean
  readonly anchors: ReadonlyMap<Heading, string>
}

const outside = /^(https?:|mailto:|tel:|\/\/)/i

/** Returns the attributes of a link; null for a URL that browsers may not open. */
export function linkProperties(
  ref: ContentRef,
  { addressOf, opensNewTabs }: RenderContext,
): Record<string, string | string[]> | null {
  const href = addressOf(ref)
  if (href === undefined) return null
  const leaves = ref.kind === 'url' && outside.test(href)
  return leaves && opensNewTabs ? { href, target: '_blank', rel: ['noopener'] } : { href }
}
