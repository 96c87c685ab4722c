import type { LinkKind, LinkRelation } from '../../generated/prisma/enums.ts'
import { AnchorTargets } from '../page/model/anchor-targets.ts'
import { referencesOf } from '../page/model/document-references.ts'
import { type DocumentNode, walkDocument } from '../page/model/walk-document.ts'
import type { ContentRef, JSONDocument } from '../page/types.ts'
import { bodyLinkLimits } from './limits.ts'

export interface LinkTarget {
  readonly kind: LinkKind
  readonly targetId: string | null
  readonly spaceId: string | null
  readonly anchor: string | null
  readonly url: string | null
}

export interface BodyLink extends LinkTarget {
  readonly relation: LinkRelation
  /** The anchor of the heading above the link. */
  readonly section: string | null
}

export interface BodyLinks {
  readonly links: readonly BodyLink[]
  /** The distinct anchors of the headings, in both forms that links may use, and those of blocks by their titles. */
  readonly anchors: readonly string[]
  /** The letters and digits of anchors that exactly one of its sections has. */
  readonly foldedAnchors: readonly string[]
}

/** Returns the links of a body in reading order, up to the limit, and its anchors. */
export function linksOfBody(document: JSONDocument): BodyLinks {
  const targets = new AnchorTargets()
  const links: BodyLink[] = []
  let section: string | null = null
  for (const node of walkDocument(document)) {
    const anchor = targets.add(node)
    if (anchor !== undefined) section = storable(anchor)
    for (const ref of referencesOf(node)) {
      if (links.length === bodyLinkLimits.links) break
      links.push({ ...targetOf(ref), relation: relationOf(node, ref), section })
    }
  }
  const { anchors, folded } = targets
  return { links, anchors: distinct(anchors), foldedAnchors: distinct(folded) }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.map(storable))]

/** Blocks that embed the content they refer to, and therefore depend on it. */
const embeddingBlocks: ReadonlySet<string> = new Set([
  'image',
  'inline-image',
  'file',
  'drawing',
  'embed',
  'integration',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'reusable-content',
])

function relationOf(node: DocumentNode, ref: ContentRef): LinkRelation {
  if (node.object === 'block' && node.type === 'table')
    return ref.kind === 'file' ? 'DEPENDS_ON' : 'REFERENCE'
  return node.object !== 'text' && node.type !== undefined && embeddingBlocks.has(node.type)
    ? 'DEPENDS_ON'
    : 'REFERENCE'
}

const nothing = { targetId: null, spaceId: null, anchor: null, url: null }

/** Returns the stored form of a reference. */
export function targetOf(ref: ContentRef): LinkTarget {
  switch (ref.kind) {
    case 'url':
      return { ...nothing, kind: 'URL', url: storable(ref.url) }
    case 'file':
      return { ...nothing, kind: 'FILE', targetId: idOf(ref.file) }
    case 'page':
      return { ...nothing, kind: 'PAGE', targetId: idOf(ref.page), spaceId: spaceOf(ref) }
    case 'anchor':
      return anchorTarget(ref)
    case 'user':
      return { ...nothing, kind: 'USER', targetId: idOf(ref.user) }
    case 'collection':
      return { ...nothing, kind: 'COLLECTION', targetId: idOf(ref.collection) }
    case 'space':
      return { ...nothing, kind: 'SPACE', targetId: idOf(ref.space) }
    case 'reusable-content':
      return {
        ...nothing,
        kind: 'REUSABLE_CONTENT',
        targetId: idOf(ref.reusableContent),
        spaceId: spaceOf(ref),
      }
    case 'openapi':
      return { ...nothing, kind: 'OPENAPI', targetId: idOf(ref.spec) }
  }
}

/** Returns the target of an anchor; if only a space is given, that space. */
function anchorTarget(ref: ContentRef & { kind: 'anchor' }): LinkTarget {
  const anchor = storable(ref.anchor)
  if (ref.page === undefined && ref.space !== undefined)
    return { ...nothing, kind: 'SPACE', targetId: idOf(ref.space), anchor }
  const targetId = ref.page === undefined ? null : idOf(ref.page)
  return { ...nothing, kind: 'ANCHOR', targetId, spaceId: spaceOf(ref), anchor }
}

const spaceOf = ({ space }: { space?: string }) => (space === undefined ? null : idOf(space))

const idOf = (id: string) => storable(id.slice(0, bodyLinkLimits.id))

/** Replaces U+0000 and lone surrogates, which PostgreSQL cannot store. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
