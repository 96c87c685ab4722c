import { positionAmong } from '../../base/positions.ts'
import type { PageType, PageVersion } from '../../generated/prisma/client.ts'

/** The structural members of a page in a page tree. */
export type TreePage = Readonly<Pick<PageVersion, 'pageId' | 'type'>> &
  Pick<PageVersion, 'parentId' | 'position' | 'slug'>

const inOrder = (a: TreePage, b: TreePage) => (a.position < b.position ? -1 : 1)

/** The page tree of one revision in memory, to which changes are applied before they are written. */
export class PageTree {
  readonly #pages = new Map<string, TreePage>()
  readonly #children = new Map<string | null, TreePage[]>()

  constructor(pages: Iterable<TreePage>) {
    for (const page of pages) {
      this.#pages.set(page.pageId, page)
      this.#siblings(page.parentId).push(page)
    }
    for (const siblings of this.#children.values()) siblings.sort(inOrder)
  }

  get(pageId: string): TreePage | undefined {
    return this.#pages.get(pageId)
  }

  countOf(type: PageType): number {
    return [...this.#pages.values()].filter((page) => page.type === type).length
  }

  /** Returns the children of a page, or the pages at the root, in order. */
  childrenOf(parentId: string | null): readonly TreePage[] {
    return this.#children.get(parentId) ?? []
  }

  /** Returns the position for the zero-based `index` among the siblings; the end if absent. */
  positionAt(parentId: string | null, index: number | null | undefined, pageId?: string): string {
    const siblings = this.childrenOf(parentId).map((page) => ({ id: page.pageId, position: page.position }))
    const others = siblings.filter(({ id }) => id !== pageId)
    return positionAmong(others, { before: index == null ? null : others[index]?.id })
  }

  /** Returns the child of a parent with the slug. */
  withSlug(parentId: string | null, slug: string): TreePage | undefined {
    return this.childrenOf(parentId).find((page) => page.slug === slug)
  }

  add(page: TreePage): void {
    this.#pages.set(page.pageId, page)
    this.#siblings(page.parentId).push(page)
    this.#siblings(page.parentId).sort(inOrder)
  }

  move(page: TreePage, parentId: string | null, position: string): void {
    this.#detach(page)
    page.parentId = parentId
    page.position = position
    this.add(page)
  }

  /** Removes a page with its descendants. Returns the ids of all removed pages. */
  remove(page: TreePage): string[] {
    this.#detach(page)
    return this.#removeSubtree(page)
  }

  #removeSubtree(page: TreePage): string[] {
    const below = this.childrenOf(page.pageId).flatMap((child) => this.#removeSubtree(child))
    this.#children.delete(page.pageId)
    this.#pages.delete(page.pageId)
    return [page.pageId, ...below]
  }

  /** Returns the page and its ancestors, from the page up to the root. */
  selfAndAncestors(pageId: string | null): TreePage[] {
    const pages: TreePage[] = []
    for (let id = pageId; id !== null; ) {
      const page = this.#pages.get(id)
      if (!page) break
      pages.push(page)
      id = page.parentId
    }
    return pages
  }

  /** Returns the number of levels that a page and its descendants span. */
  heightOf(page: TreePage): number {
    return 1 + Math.max(0, ...this.childrenOf(page.pageId).map((child) => this.heightOf(child)))
  }

  pathOf(pageId: string | null): string[] {
    return this.selfAndAncestors(pageId)
      .map(({ slug }) => slug ?? '')
      .reverse()
  }

  at(path: readonly string[]): TreePage | undefined {
    let page: TreePage | undefined
    for (const segment of path) {
      page = this.withSlug(page?.pageId ?? null, segment)
      if (!page) return undefined
    }
    return page
  }

  #siblings(parentId: string | null): TreePage[] {
    let siblings = this.#children.get(parentId)
    if (!siblings) {
      siblings = []
      this.#children.set(parentId, siblings)
    }
    return siblings
  }

  #detach(page: TreePage): void {
    const siblings = this.#siblings(page.parentId)
    siblings.splice(siblings.indexOf(page), 1)
  }
}
