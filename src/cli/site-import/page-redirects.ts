import { parseFrontMatter } from '../../formats/body/front-matter.ts'
import { addressMembers } from '../../formats/import/markdown/dialects/generator-front-matter.ts'
import type { ReadFolder } from '../../modules/imports/service.ts'
import { pagesBelow } from './read-pages.ts'
import type { WrittenRedirect } from './written-redirects.ts'

/** Addresses of one page, of which more are no list of an author. */
const maximumOfPage = 100

/** Returns redirects from the addresses that the front matter of pages says that they have as well. */
export function redirectsOfPages({ read }: ReadFolder): WrittenRedirect[] {
  const redirects: WrittenRedirect[] = []
  for (const { page, address } of pagesBelow(read.content.pages)) {
    const file = page.git?.path
    if (file === undefined || !page.frontMatter) continue
    for (const from of addressesIn(page.frontMatter))
      if (from.replace(/^\/|\/$/g, '') !== address) redirects.push({ file, from, to: file })
  }
  return redirects
}

/** Names of pages are no addresses, which begin with a slash. */
function addressesIn(frontMatter: string): string[] {
  const matter = parseFrontMatter(frontMatter)
  if (typeof matter !== 'object' || matter === null) return []
  const values = addressMembers.flatMap((name) => (matter as Record<string, unknown>)[name] ?? [])
  const texts = values.filter((value): value is string => typeof value === 'string')
  return texts.filter((text) => /^\/[^:]*$/.test(text)).slice(0, maximumOfPage)
}
