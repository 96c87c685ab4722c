import { AnchorTargets } from '../../formats/page/model/anchor-targets.ts'
import { HeadingAnchors, isHeading } from '../../formats/page/model/heading-anchors.ts'
import { isReachedByTitle, type TitledBlock, titleAnchors } from '../../formats/page/model/title-anchors.ts'
import { walkDocument } from '../../formats/page/model/walk-document.ts'
import { withSpecSections } from '../../formats/page/spec-sections.ts'
import type { ContentRef, Heading, Image, JSONDocument, Updates } from '../../formats/page/types.ts'
import { renderBlocks } from '../render/blocks.ts'
import type { Child } from '../render/elements.ts'
import { renderNotes } from '../render/footnotes.ts'
import { headingLevels } from '../render/headings.ts'
import type { RenderContext } from '../render/render-context.ts'
import { type OutlineEntry, outlineOf } from './page-outline.ts'

/** The body of a page with the headings that its outline lists. */
export interface BodyHtml<Content = Child> {
  readonly content: Content
  readonly outline: readonly OutlineEntry[]
}

export function bodyHtml(
  visible: JSONDocument,
  options: Omit<RenderContext, 'anchors' | 'aliases' | 'levels' | 'notes' | 'firstPicture' | 'firstUpdates'>,
): BodyHtml<Child[]> {
  const document = withSpecSections(visible, options.specSections)
  const { anchors, aliases } = anchorsOf(document)
  const levels = headingLevels(anchors.keys())
  const firstPicture = options.hasCover ? undefined : firstPictureIn(document)
  const context: RenderContext = {
    ...options,
    ...inDocument(document, options),
    anchors,
    aliases,
    levels,
    firstPicture,
    firstUpdates: firstUpdatesIn(document),
    notes: new Map(),
  }
  const content = renderBlocks(document.nodes, context)
  return {
    content: [...content, renderNotes(context, renderBlocks)],
    outline: outlineOf(document.nodes, { anchors, levels }),
  }
}

/** Returns the resolvers of references with those to sections of the document itself, which have its anchors and titles. */
function inDocument(
  document: JSONDocument,
  { addressOf, labelOf }: Pick<RenderContext, 'addressOf' | 'labelOf'>,
): Pick<RenderContext, 'addressOf' | 'labelOf'> {
  let sections: AnchorTargets | undefined
  const sectionOf = (ref: ContentRef) => {
    if (ref.kind !== 'anchor' || ref.page !== undefined || ref.space !== undefined) return undefined
    sections ??= AnchorTargets.of(document)
    return sections.find(ref.anchor)
  }
  return {
    addressOf(ref) {
      const section = sectionOf(ref)
      return section?.isHealed ? `#${encodeURIComponent(section.anchor)}` : addressOf(ref)
    },
    labelOf: (ref) => sectionOf(ref)?.title || labelOf(ref),
  }
}

/**
 * Returns the anchor of each heading, and the others by which links reach headings and expandables. Each is in the page
 * once.
 */
function anchorsOf(document: JSONDocument) {
  const names = new HeadingAnchors()
  const anchors = new Map<Heading, string>()
  const wanted = new Map<Heading, readonly string[]>()
  const titled: TitledBlock[] = []
  for (const node of walkDocument(document)) {
    if (isReachedByTitle(node)) titled.push(node)
    if (!isHeading(node)) continue
    const [anchor, ...others] = names.anchorsOf(node)
    anchors.set(node, anchor)
    wanted.set(node, others)
  }
  const taken = new Set(anchors.values())
  const aliases = new Map<TitledBlock, readonly string[]>()
  for (const [heading, others] of wanted) {
    aliases.set(
      heading,
      others.filter((other) => !taken.has(other)),
    )
    for (const other of others) taken.add(other)
  }
  for (const [block, anchor] of titleAnchors(titled, taken))
    aliases.set(block, [...(aliases.get(block) ?? []), anchor])
  return { anchors, aliases }
}

/** The blocks at the beginning of a page that readers see without scrolling, about. */
const seenAtFirst = 4

function firstPictureIn({ nodes, ...document }: JSONDocument): Image | undefined {
  for (const node of walkDocument({ ...document, nodes: nodes.slice(0, seenAtFirst) }))
    if (node.object === 'block' && node.type === 'image') return node
  return undefined
}

function firstUpdatesIn(document: JSONDocument): Updates | undefined {
  for (const node of walkDocument(document))
    if (node.object === 'block' && node.type === 'updates') return node
  return undefined
}
