import { decodedText } from '../../../base/decoded-text.ts'
import { pageAtRelative, referenceTo, relativeAddress } from '../../../formats/body/page-paths.ts'
import type { AnchorTarget, AnchorTargets } from '../../../formats/page/model/anchor-targets.ts'
import { formatContentRef, formatFragment } from '../../../formats/page/model/content-references.ts'
import type { ContentRef, ContentRefAnchor } from '../../../formats/page/types.ts'
import type { FileVersion } from '../../../generated/prisma/client.ts'
import { type KnownPicture, knownPicture } from '../../../pictures/known-picture.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { readPagePaths, readPages } from '../../content/page-reads.ts'
import { rowsIn } from '../../content/revision-rows.ts'
import type { VisibleSiteSpace } from '../visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../visits/visit.ts'
import type { SpacePages } from './space-pages.ts'
import { readTargetSections } from './target-sections.ts'

/** A site-space with its pages. References in a text of the space are resolved from here. */
export interface SiteSpacePages {
  readonly siteSpace: VisibleSiteSpace
  readonly pages: SpacePages
}

interface KnownPage {
  readonly siteSpace: VisibleSiteSpace
  readonly title: string
  readonly path: string
  readonly isFirst: boolean
}

/**
 * Forms of URLs: paths for links in HTML, or absolute URLs of Markdown for texts that are read outside of the site.
 */
export type AddressForm = 'page' | 'markdown'

/**
 * Resolves references of texts to the URLs that a visitor can open: of pages, files and spaces that are visible on
 * the site. All other references have no URL.
 */
export class References {
  readonly #visit: Visit
  readonly #origin: SiteSpacePages
  readonly #files: ReadonlyMap<string, FileVersion>
  readonly #pages: ReadonlyMap<string, KnownPage>
  /** The sections of pages whose anchors are not as links name them, or whose titles are shown. */
  readonly #sections: ReadonlyMap<string, AnchorTargets>
  /** The page with the text, which its relative URLs begin at. */
  readonly #page: LocatedPage | undefined

  private constructor(
    visit: Visit,
    origin: SiteSpacePages,
    files: ReadonlyMap<string, FileVersion>,
    pages: ReadonlyMap<string, KnownPage>,
    sections: ReadonlyMap<string, AnchorTargets>,
    page?: LocatedPage,
  ) {
    this.#visit = visit
    this.#origin = origin
    this.#files = files
    this.#pages = pages
    this.#sections = sections
    this.#page = page
  }

  /** Reads the targets of all references in the texts, and the sections of pages where their anchors differ. */
  static async read(visit: Visit, origin: SiteSpacePages, texts: readonly string[]): Promise<References> {
    const files = await readFiles(visit, origin, texts)
    const pages = await readPagesElsewhere(visit, texts)
    const { revisionId } = origin.siteSpace.space
    const pageOf = (id: string) => origin.pages.byId.get(id)
    const sections = await readTargetSections(visit, { revisionId, pageOf }, texts)
    return new References(visit, origin, files, pages, sections)
  }

  /** Returns the same references for the text of a page of the space. */
  inPage(page: LocatedPage): References {
    return new References(this.#visit, this.#origin, this.#files, this.#pages, this.#sections, page)
  }

  /** Returns the reference to a page that a relative URL leads to, and any other reference as it is. */
  resolve(ref: ContentRef): ContentRef {
    const address = ref.kind === 'url' && this.#page ? relativeAddress(ref.url) : undefined
    if (!address) return ref
    const own = (this.#page?.path ?? '').split('/')
    const found = pageAtRelative(address, own, (path) => this.#origin.pages.byPath.get(path.join('/')))
    return found ? referenceTo(found.pageId, address) : ref
  }

  addressOf(given: ContentRef, form: AddressForm = 'page'): string | undefined {
    const ref = this.resolve(given)
    switch (ref.kind) {
      case 'url':
        return webAddress(ref.url, this.#base(form))
      case 'file': {
        const file = this.#files.get(ref.file)
        const base = form === 'markdown' ? this.#visit.address : this.#visit.assets
        return file && fileAddress(base, file) + formatFragment(ref.fragment)
      }
      case 'page': {
        const page = this.#knownPage(ref.page, ref.space)
        return page && this.pageAddress(page, form)
      }
      case 'anchor':
        return this.#anchorAddress(ref, form)
      case 'space': {
        const siteSpace = this.#siteSpaceOf(ref.space)
        return siteSpace && this.#base(form) + siteSpacePath(this.#visit, siteSpace)
      }
      default:
        return undefined
    }
  }

  /** Returns what is known of a picture before it is loaded: its size, and its smaller forms. */
  pictureOf(given: ContentRef): KnownPicture | undefined {
    const ref = this.resolve(given)
    if (ref.kind !== 'file') return undefined
    const file = this.#files.get(ref.file)
    const address = this.addressOf({ kind: 'file', file: ref.file })
    return file && address !== undefined ? knownPicture(file, address) : undefined
  }

  labelOf(given: ContentRef): string | undefined {
    const ref = this.resolve(given)
    switch (ref.kind) {
      case 'file':
        return this.#files.get(ref.file)?.name
      case 'page':
        return this.#knownPage(ref.page, ref.space)?.title
      case 'anchor':
        return (
          this.#sectionOf(ref)?.title ||
          (ref.page && this.#knownPage(ref.page, ref.space)?.title) ||
          `#${ref.anchor}`
        )
      case 'space':
        return this.#siteSpaceOf(ref.space)?.space.title
      default:
        return undefined
    }
  }

  pageAddress({ siteSpace, path, isFirst }: KnownPage, form: AddressForm): string {
    const space = this.#base(form) + siteSpacePath(this.#visit, siteSpace)
    if (form === 'markdown') return `${space}${encodePagePath(path)}.md`
    return isFirst ? space || '/' : space + encodePagePath(path)
  }

  #base(form: AddressForm): string {
    return form === 'markdown' ? this.#visit.address : this.#visit.base
  }

  /** Returns the section that a link means on a page of the space. */
  #sectionOf({ anchor, page, space }: ContentRefAnchor): AnchorTarget | undefined {
    const isOwn = space === undefined || space === this.#origin.siteSpace.spaceId
    return isOwn && page !== undefined ? this.#sections.get(page)?.find(anchor) : undefined
  }

  #anchorAddress(ref: ContentRefAnchor, form: AddressForm): string | undefined {
    const { page, space } = ref
    const fragment = `#${encodeURIComponent(this.#sectionOf(ref)?.anchor ?? ref.anchor)}`
    if (page === undefined && space === undefined) return fragment
    const target: ContentRef =
      page === undefined ? { kind: 'space', space: space as string } : { kind: 'page', page, space }
    const address = this.addressOf(target, form)
    return address === undefined ? undefined : address + fragment
  }

  /** Looks up a page of the space itself, or one of another space that was read for the references. */
  #knownPage(pageId: string, spaceId?: string): KnownPage | undefined {
    const { siteSpace, pages } = this.#origin
    if (spaceId !== undefined && spaceId !== siteSpace.spaceId) return this.#pages.get(`${spaceId}/${pageId}`)
    const page = pages.byId.get(pageId)
    if (!page || page.slug === null) return undefined
    return { siteSpace, title: page.title, path: page.path ?? '', isFirst: page === pages.first }
  }

  #siteSpaceOf(spaceId: string): VisibleSiteSpace | undefined {
    const { siteSpace } = this.#origin
    return spaceId === siteSpace.spaceId ? siteSpace : siteSpaceOf(this.#visit, spaceId)
  }
}

const siteSpaceOf = ({ structure }: Visit, spaceId: string): VisibleSiteSpace | undefined =>
  structure.siteSpaces.find((siteSpace) => siteSpace.spaceId === spaceId)

/** Formats references that are not part of a text as one, for `References.read`. */
export const textOfReferences = (refs: readonly ContentRef[]): string => refs.map(formatContentRef).join('\n')

export const fileAddress = (base: string, { id, name }: Pick<FileVersion, 'id' | 'name'>): string =>
  `${base}/~files/${id}/${encodeURIComponent(name)}`

/**
 * Returns the URL if browsers may open it: http, https, mailto, tel, or a path, which is relative to the base path of
 * the site.
 */
export function webAddress(url: string, base: string): string | undefined {
  if (/^\/(?!\/)/.test(url)) return base + url
  const parsed = URL.parse(url)
  return parsed && /^(https?|mailto|tel):$/.test(parsed.protocol) ? parsed.href : undefined
}

async function readFiles(
  { services }: Visit,
  { siteSpace }: SiteSpacePages,
  texts: readonly string[],
): Promise<Map<string, FileVersion>> {
  const ids = idsIn(texts, /\/files\/([A-Za-z0-9._~%-]+)/g).map(([id]) => id)
  if (ids.length === 0) return new Map()
  const rows = await services.database.query<FileVersion>(
    `SELECT v.* FROM "Revision" r
     CROSS JOIN LATERAL ${rowsIn('FileVersion', 'r', 'v."fileId" = ANY($2::text[])')} v WHERE r.id = $1`,
    [siteSpace.space.revisionId, ids],
  )
  return new Map(rows.map((file) => [file.fileId, file]))
}

async function readPagesElsewhere(visit: Visit, texts: readonly string[]): Promise<Map<string, KnownPage>> {
  const wanted = idsIn(texts, /\/spaces\/([A-Za-z0-9._~%-]+)\/pages\/([A-Za-z0-9._~%-]+)/g).flatMap(
    ([spaceId, pageId]) => {
      const siteSpace = siteSpaceOf(visit, spaceId as string)
      return siteSpace
        ? [{ siteSpace, pageId: pageId as string, revisionId: siteSpace.space.revisionId }]
        : []
    },
  )
  if (wanted.length === 0) return new Map()
  const { query } = visit.services.database
  const [pages, paths] = await Promise.all([readPages(query, wanted), readPagePaths(query, wanted)])
  return new Map(
    wanted.flatMap(({ siteSpace, pageId }, index) => {
      const page = pages[index]
      if (!page || page.slug === null) return []
      const known = { siteSpace, title: page.title, path: paths[index] ?? '', isFirst: false }
      return [[`${siteSpace.spaceId}/${pageId}`, known] as const]
    }),
  )
}

/** Returns the ids in the URLs of texts, without duplicates. */
function idsIn(texts: readonly string[], pattern: RegExp): string[][] {
  const found = new Map<string, string[]>()
  for (const text of texts)
    for (const [address, ...ids] of text.matchAll(pattern)) found.set(address, ids.map(decodedText))
  return [...found.values()]
}
