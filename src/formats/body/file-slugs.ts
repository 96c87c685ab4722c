import { contentLimits } from './limits.ts'

/**
 * Returns the slug of a file or folder by its name, without its extension: the name in lower case, with its dots. Empty if
 * no character of it can be one of a slug.
 */
export function slugOfName(name: string): string {
  const clean = name
    .toLowerCase()
    .replace(/\s/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._~-]/gu, '')
  return contentLimits.slug.pattern.test(clean) && /[\p{L}\p{N}]/u.test(clean) ? clean : ''
}
