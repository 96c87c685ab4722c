import GithubSlugger from 'github-slugger'
import { contentLimits } from './limits.ts'

/** Returns a slug made from the text that is not in `taken`, and adds it there. */
export function uniqueSlug(text: string, taken: Set<string>): string {
  const base = slugOf(text)
  let slug = base
  for (let number = 1; taken.has(slug); number++) slug = `${base}-${number}`
  taken.add(slug)
  return slug
}

function slugOf(text: string): string {
  const slug = [...new GithubSlugger().slug(text)].slice(0, contentLimits.slug.maxLength - 8).join('')
  return contentLimits.slug.pattern.test(slug) ? slug : 'page'
}
