import { slug } from 'github-slugger'

/** Maximum length of the path of a section or a site-space. */
export const maximumPathLength = 100

/**
 * Returns a path derived from a title that is unique among the siblings: the slug, or the slug with the first free
 * number from 1. Titles without letters and digits use the fallback.
 */
export function derivePath(title: string, taken: Iterable<string>, fallback: string): string {
  const paths = new Set(taken)
  const base = cut(slug(title).replace(/^-+|-+$/g, ''), maximumPathLength) || fallback
  if (!paths.has(base)) return base
  for (let number = 1; ; number++) {
    const suffix = `-${number}`
    const path = cut(base, maximumPathLength - suffix.length) + suffix
    if (!paths.has(path)) return path
  }
}

/** Returns the first characters of a text, counted in code points as limits are. */
const cut = (text: string, length: number) => [...text].slice(0, length).join('').replace(/-+$/, '')
