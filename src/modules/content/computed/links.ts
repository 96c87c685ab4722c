import { derivedId } from '../../../base/identifiers.ts'

/** Returns the id of the page generated from a source with a key; the same for the same seed. */
export const computedPageId = (seed: string, key: string): string => derivedId('Page', seed, key)

/** Returns a placeholder link to another page of the same source, for texts stored before the seed is known. */
export const computedPageLink = (key: string): string => `/pages/~${encodeURIComponent(key)}`

/** Replaces placeholder links with permanent links. */
export const resolveComputedLinks = (markdown: string, seed: string): string =>
  markdown.replace(
    /\]\(\/pages\/~([\w.%-]+)/g,
    (_link, key: string) => `](/pages/${computedPageId(seed, decodeURIComponent(key))}`,
  )
