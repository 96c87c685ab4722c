import { placeAmong } from '../../database/positions.ts'
import type { PageType } from '../../generated/prisma/client.ts'

/** A page of the tree that a batch of changes works on, without its body and its other members. */
export interface TreePage {
  readonly pageId: string
  readonly type: PageType
  parentId: string | null
  position: string
  slug: string | null
}

const inOrder = (a: TreePage, b: TreePage) => (a.position < b.position ? -1 : 1)

/** The page tree of one revision in memory, where changes are tried out before they are written. */
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

  /** The pages directly below a page, or at the root, in order. */
  childrenOf(parentId: string | null): readonly TreePage[] {
    return this.#children.get(parentId) ?? []
  }

  /** The position that makes a page the one number `index` (from 0) of its siblings; the last if absent. */
  positionAt(parentId: string | null, index: number | null | undefined, pageId?: string): string {
    const siblings = this.childrenOf(parentId).map((page) => ({ id: page.pageId, position: page.position }))
    const others = siblings.filter(({ id }) => id !== pageId)
    return placeAmong(others, { before: index == null ? null : others[index]?.id })
  }

  /** The page among the children of a parent that has the slug. */
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

  /** Takes out a page with all pages below it; gives back the ids of them all. */
  remove(page: TreePage): string[] {
    this.#detach(page)
    return this.#forget(page)
  }

  #forget(page: TreePage): string[] {
    const below = this.childrenOf(page.pageId).flatMap((child) => this.#forget(child))
    this.#children.delete(page.pageId)
    this.#pages.delete(page.pageId)
    return [page.pageId, ...below]
  }

  /** The page and those above it, from the page upwards. */
  lineOf(pageId: string | null): TreePage[] {
    const line: TreePage[] = []
    for (let id = pageId; id !== null; ) {
      const page = this.#pages.get(id)
      if (!page) break
      line.push(page)
      id = page.parentId
    }
    return line
  }

  /** How many levels a page and the pages below it take up. */
  heightOf(page: TreePage): number {
    return 1 + Math.max(0, ...this.childrenOf(page.pageId).map((child) => this.heightOf(child)))
  }

  pathOf(pageId: string | null): string[] {
    return this.lineOf(pageId)
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
