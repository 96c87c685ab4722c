import type { ContentRef } from '../../formats/page/types.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'

export const coverOf = ({ cover }: LocatedPage): ContentRef[] => {
  const { ref } = (cover ?? {}) as { ref?: ContentRef }
  return ref ? [ref] : []
}
