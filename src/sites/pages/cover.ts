import type { ContentRef } from '../../formats/page/types.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'

/** Returns the reference of the cover of a page, if it has one. */
export const coverOf = ({ cover }: LocatedPage): ContentRef[] => {
  const { ref } = (cover ?? {}) as { ref?: ContentRef }
  return ref ? [ref] : []
}
