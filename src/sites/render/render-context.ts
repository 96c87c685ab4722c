import type { TitledBlock } from '../../formats/page/model/title-anchors.ts'
import type { SpecSections } from '../../formats/page/spec-sections.ts'
import type { ContentRef, Heading, Image, TextAlignment, Updates } from '../../formats/page/types.ts'
import type { Language } from '../../languages/catalogue.ts'
import type { KnownPicture } from '../../pictures/known-picture.ts'
import type { HighlightedCode } from '../code/code-block.ts'
import type { DrawnDiagrams } from '../code/diagram-job.ts'
import type { Notes } from './footnotes.ts'

/** The colors of a page: of one scheme, or of that which the visitor prefers. */
export type ColorScheme = 'light' | 'dark' | 'preferred'

/** The options of rendering the texts of a site for a visitor. */
export interface RenderOptions {
  /** Links to other sites open in a new tab. */
  readonly opensNewTabs: boolean
  readonly searchPath: string
  /** The path of the feed of the site. Undefined for a site that programs may not read. */
  readonly feedPath: string | undefined
  readonly colorScheme: ColorScheme
  /** The language of what nobody wrote, such as the label of a hint. */
  readonly locale: Language
  readonly highlighted: HighlightedCode
  readonly diagrams: DrawnDiagrams
  /** A cover stands above the text. */
  readonly hasCover: boolean
  readonly specSections: SpecSections
}

/** The options of rendering the references, links and headings of a text. */
export interface RenderContext extends RenderOptions {
  /** Returns the URL of a reference; undefined for targets that the visitor cannot open. */
  readonly addressOf: (ref: ContentRef) => string | undefined
  /** Returns the label of a reference without text. */
  readonly labelOf: (ref: ContentRef) => string | undefined
  /** Returns what is known of a picture before it is loaded. */
  readonly pictureOf: (ref: ContentRef) => KnownPicture | undefined
  /** The picture that readers see first, which browsers load before all others. */
  readonly firstPicture: Image | undefined
  /** The updates above which the link to the feed stands. */
  readonly firstUpdates: Updates | undefined
  readonly anchors: ReadonlyMap<Heading, string>
  /** The further anchors that links to a heading may have, and those of expandables. */
  readonly aliases: ReadonlyMap<TitledBlock, readonly string[]>
  readonly levels: ReadonlyMap<Heading, number>
  /** The footnotes of the text so far. */
  readonly notes: Notes
}

const outside = /^(https?:|mailto:|tel:|\/\/)/i

/** Returns the attributes of a link; null for a URL that browsers may not open. */
export function linkProperties(
  ref: ContentRef,
  { addressOf, opensNewTabs }: Pick<RenderContext, 'addressOf' | 'opensNewTabs'>,
): Record<string, string | string[]> | null {
  const href = addressOf(ref)
  if (href === undefined) return null
  const leaves = ref.kind === 'url' && outside.test(href)
  return leaves && opensNewTabs ? { href, target: '_blank', rel: ['noopener'] } : { href }
}

export const alignment = (align: TextAlignment | undefined) =>
  align === undefined || align === 'start' ? {} : { className: [`align-${align}`] }
