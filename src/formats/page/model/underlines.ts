import type { Leaf } from '../types.ts'

/** The tags of underlines. Pages have no mark for them, so texts keep the tags, as importers write them. */
export const underlineTags = { opening: '<u>', closing: '</u>' } as const

export const isUnderline = ({ source }: Pick<Leaf, 'source'>): boolean =>
  source === underlineTags.opening || source === underlineTags.closing
