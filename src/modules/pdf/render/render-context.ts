import { formatContentRef } from '../../../page-format/content-references.ts'
import type { ContentRef } from '../../../page-format/types.ts'
import type { Destinations } from './destinations.ts'
import { pdfLimits } from './limits.ts'
import type { PreparedImage } from './prepare-images.ts'
import type { OutgoingReference } from './source.ts'

/** What is the same for all pages. */
export interface Book {
  readonly destinations: Destinations
  readonly references: ReadonlyMap<string, OutgoingReference>
  readonly images: ReadonlyMap<string, PreparedImage>
}

/** Where a block stands: on which page, how wide it may be, and inside how many others. */
export interface RenderContext {
  readonly book: Book
  readonly pageId: string
  /** Points. */
  readonly width: number
  /** Containers around the block that are drawn. */
  readonly depth: number
  /** Containers around the block. */
  readonly textDepth: number
}

/** The context of what stands in a container, or undefined where there is no room for one more of them. */
export function contained(context: RenderContext, indent: number): RenderContext | undefined {
  const width = context.width - indent
  if (width < pdfLimits.narrowest || context.depth >= pdfLimits.depth) return undefined
  return { ...context, width, depth: context.depth + 1 }
}

export interface LinkTarget {
  link?: string
  linkToDestination?: string
}

/** Links to what is in the PDF stay in it. A reference that leads nowhere is no link. */
export function linkTargetOf(ref: ContentRef, { book, pageId }: RenderContext): LinkTarget {
  const destination = destinationOf(ref, book, pageId)
  if (destination !== undefined) return { linkToDestination: destination }
  const link = webAddress(outgoing(ref, book)?.address ?? (ref.kind === 'url' ? ref.url : undefined))
  return link === undefined ? {} : { link }
}

function destinationOf(ref: ContentRef, { destinations }: Book, pageId: string): string | undefined {
  if (ref.kind === 'page') return destinations.ofPage(ref.page)
  if (ref.kind !== 'anchor') return undefined
  const target = ref.page ?? (ref.space === undefined ? pageId : undefined)
  return target === undefined ? undefined : destinations.ofAnchor(target, ref.anchor)
}

const outgoing = (ref: ContentRef, { references }: Book) => references.get(formatContentRef(ref))

const webProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:'])

/** The address in ASCII, as PDF wants it; undefined for what a reader could not or should not open. */
export function webAddress(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return webProtocols.has(url.protocol) ? url.href : undefined
}

/** What to call the target of a reference for which its author gave no text. */
export function labelOf(ref: ContentRef, context: RenderContext): string {
  const { book, pageId } = context
  const pageOfRef = ref.kind === 'page' ? ref.page : ref.kind === 'anchor' ? (ref.page ?? pageId) : undefined
  const title = pageOfRef === undefined ? undefined : book.destinations.titleOfPage(pageOfRef)
  if (title !== undefined) return ref.kind === 'anchor' ? `${title} #${ref.anchor}` : title
  if (ref.kind === 'url') return ref.url
  const reference = outgoing(ref, book)
  const image = ref.kind === 'file' ? book.images.get(ref.file) : undefined
  return reference?.label ?? image?.name ?? reference?.address ?? formatContentRef(ref)
}
