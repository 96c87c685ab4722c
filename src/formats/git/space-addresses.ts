import { pageAtRelative, relativeAddress } from '../body/page-paths.ts'
import type { PageState } from '../merge/content-snapshot.ts'

/** The addresses of the pages of a space, which relative links in it follow. */
export class SpaceAddresses {
  readonly #pages: ReadonlyMap<string, PageState>
  #children: Map<string, string> | undefined

  constructor(pages: ReadonlyMap<string, PageState>) {
    this.#pages = pages
  }

  /** Returns the page that a relative URL in a page leads to. */
  pageAt(pageId: string, url: string): string | undefined {
    const address = relativeAddress(url)
    return address && pageAtRelative(address, this.#pathOf(pageId), (path) => this.#at(path))
  }

  #pathOf(pageId: string): string[] {
    const slugs: string[] = []
    for (let page = this.#pages.get(pageId); page; page = this.#pages.get(page.parentId ?? ''))
      slugs.unshift(page.slug ?? '')
    return slugs
  }

  #at(path: readonly string[]): string | undefined {
    this.#children ??= new Map(
      [...this.#pages.values()].map((page) => [keyOf(page.parentId, page.slug), page.pageId]),
    )
    let found: string | undefined
    for (const slug of path) {
      found = this.#children.get(keyOf(found ?? null, slug))
      if (found === undefined) return undefined
    }
    return found
  }
}

const keyOf = (parentId: string | null, slug: string | null): string => `${parentId ?? ''} ${slug ?? ''}`
