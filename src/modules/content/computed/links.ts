import { derivedId } from '../../../identifiers.ts'

/** The id of the page that a source gives under a key, wherever it is computed with the seed. */
export const computedPageId = (seed: string, key: string): string => derivedId('Page', seed, key)

/** The address of another page of the same source, in a text that is stored before anybody knows its seed. */
export const computedPageLink = (key: string): string => `/pages/~${encodeURIComponent(key)}`

/** The text with the lasting addresses of the other pages. */
export const withComputedLinks = (markdown: string, seed: string): string =>
  markdown.replace(
    /\]\(\/pages\/~([\w.%-]+)/g,
    (_link, key: string) => `](/pages/${computedPageId(seed, decodeURIComponent(key))}`,
  )
