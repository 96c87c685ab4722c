import type { ContentRef, Heading } from '../../../page-format/types.ts'

/** What a rendering knows of what stands around the text. */
export interface RenderContext {
  /** Where a reference leads on the site; undefined for what visitors cannot go to. */
  readonly addressOf: (ref: ContentRef) => string | undefined
  /** What a reference is called where its author gave no text. */
  readonly labelOf: (ref: ContentRef) => string | undefined
  /** Links to other sites open in a new tab. */
  readonly opensNewTabs: boolean
  readonly anchors: ReadonlyMap<Heading, string>
}

const outside = /^(https?:|mailto:|tel:|\/\/)/i

/** The attributes of a link; null for an address that a browser should not be led to. */
export function linkProperties(
  ref: ContentRef,
  { addressOf, opensNewTabs }: RenderContext,
): Record<string, string | string[]> | null {
  const href = addressOf(ref)
  if (href === undefined) return null
  const leaves = ref.kind === 'url' && outside.test(href)
  return leaves && opensNewTabs ? { href, target: '_blank', rel: ['noopener'] } : { href }
}
