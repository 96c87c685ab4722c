import type { Content } from 'pdfmake/interfaces.js'
import type { Diagram } from '../../diagrams/draw-diagram.ts'
import { formatContentRef } from '../page/model/content-references.ts'
import type { Block, ContentRef } from '../page/types.ts'
import type { Destinations } from './destinations.ts'
import { pdfLimits } from './limits.ts'
import type { PreparedImage } from './prepare-images.ts'
import type { OutgoingReference } from './source.ts'
import type { PdfTexts } from './texts.ts'

/** The shared data of all pages. */
export interface SharedResources {
  readonly destinations: Destinations
  readonly references: ReadonlyMap<string, OutgoingReference>
  readonly images: ReadonlyMap<string, PreparedImage>
  readonly texts: PdfTexts
  /** The drawn diagrams by their sources. */
  readonly diagrams: ReadonlyMap<string, Diagram>
}

/** The page, the available width and the nesting depth of a block. */
export interface RenderContext {
  readonly resources: SharedResources
  readonly pageId: string
  /** The available width in points. */
  readonly width: number
  /** The number of drawn containers that contain the block. */
  readonly depth: number
  /** The number of containers that contain the block. */
  readonly textDepth: number
}

export type RenderBlocks = (blocks: readonly Block[], context: RenderContext) => Content[]

/**
 * Returns the context of the content of a container, or undefined if there is no room for another container.
 */
export function enterContainer(context: RenderContext, indent: number): RenderContext | undefined {
  const width = context.width - indent
  if (width < pdfLimits.narrowest || context.depth >= pdfLimits.depth) return undefined
  return { ...context, width, depth: context.depth + 1 }
}

export interface LinkTarget {
  link?: string
  linkToDestination?: string
}

/**
 * Returns the link of a reference: a destination in the PDF if there is one, or else a URL. Broken references
 * have no link.
 */
export function linkTargetOf(ref: ContentRef, { resources, pageId }: RenderContext): LinkTarget {
  const destination = destinationOf(ref, resources, pageId)
  if (destination !== undefined) return { linkToDestination: destination }
  const link = safeUrl(outgoingReference(ref, resources)?.url ?? (ref.kind === 'url' ? ref.url : undefined))
  return link === undefined ? {} : { link }
}

function destinationOf(
  ref: ContentRef,
  { destinations }: SharedResources,
  pageId: string,
): string | undefined {
  if (ref.kind === 'page') return destinations.ofPage(ref.page)
  if (ref.kind !== 'anchor') return undefined
  const target = ref.page ?? (ref.space === undefined ? pageId : undefined)
  return target === undefined ? undefined : destinations.ofAnchor(target, ref.anchor)
}

const outgoingReference = (ref: ContentRef, { references }: SharedResources) =>
  references.get(formatContentRef(ref))

const webProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:'])

/**
 * Returns the URL in ASCII, as required by PDF. Returns undefined for URLs that viewers cannot open or should
 * not.
 */
export function safeUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return webProtocols.has(url.protocol) ? url.href : undefined
}

/** Returns the label of a reference that has no text of its own. */
export function labelOf(ref: ContentRef, context: RenderContext): string {
  const { resources, pageId } = context
  const pageOfRef = ref.kind === 'page' ? ref.page : ref.kind === 'anchor' ? (ref.page ?? pageId) : undefined
  const title = pageOfRef === undefined ? undefined : resources.destinations.titleOfPage(pageOfRef)
  if (pageOfRef !== undefined && ref.kind === 'anchor') {
    const section = resources.destinations.titleOfSection(pageOfRef, ref.anchor)
    if (section) return section
  }
  if (title !== undefined) return ref.kind === 'anchor' ? `${title} #${ref.anchor}` : title
  if (ref.kind === 'url') return ref.url
  const reference = outgoingReference(ref, resources)
  const image = ref.kind === 'file' ? resources.images.get(ref.file) : undefined
  return reference?.label ?? image?.name ?? reference?.url ?? formatContentRef(ref)
}
