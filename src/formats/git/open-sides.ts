import { isDeepStrictEqual } from 'node:util'
import { sourceLimits } from '../import/limits.ts'
import { outlineOfFolders } from '../import/markdown/contents/folder-outline.ts'
import { isOwnPage } from '../import/markdown/contents/read-outline.ts'
import type { OutlineItem } from '../import/markdown/repository/outline.ts'
import { type OpenTree, openTree } from './open-tree.ts'
import {
  allPlaced,
  type KnownPage,
  knownItems,
  knownPages,
  type PlacedItem,
  placeItems,
} from './placed-items.ts'
import type { ReadSidesRequest } from './read-sides.ts'
import type { TreeIds } from './read-texts.ts'
import { type IdAt, idsOfEntries, idsOfTree, NewIds, pathsOf } from './tree-ids.ts'
import type { GitContent, GitEntry, TreeFile } from './types.ts'

/** The last common commit, the head, or a branch that is written to. */
export interface Side {
  readonly open: OpenTree
  /** The table of contents with the ids of pages; undefined if it cannot be read. */
  readonly items: readonly PlacedItem[] | undefined
  readonly placed: ReadonlyMap<string, PlacedItem>
  readonly ids: TreeIds
}

/** Both sides of a reading, with what the space had. */
export interface Sides {
  readonly known: GitContent
  /** The files of the last common commit, and those that content stands in, by path. */
  readonly files: ReadonlyMap<string, TreeFile>
  readonly entries: ReadonlyMap<string, GitEntry>
  /** The ids of the pages that have a file there. */
  readonly withFile: ReadonlySet<string>
  /** Undefined at the first sync. */
  readonly base: Side | undefined
  readonly head: Side
  /** Returns the path that a file of the head had at the last common commit, if it was there. */
  readonly sourceOf: (path: string) => string | undefined
  /** Whether the pages stay where they are: both tables of contents are equal, or that of the head is broken. */
  readonly keepsStructure: boolean
}

const nothing: GitContent = {
  snapshot: { pages: new Map(), files: new Map(), reusable: new Map() },
  variables: {},
}

/** Opens the commits of a reading, and gives their files the ids of what they stand for. */
export async function openSides(request: ReadSidesRequest): Promise<Sides> {
  const { common, head, maximumFileBytes, owner } = request
  const known = common?.content ?? nothing
  const files = new Map((common?.tree.files ?? []).map((file) => [file.path, file]))
  const entries = new Map((common?.entries ?? []).map((entry) => [entry.path, entry]))
  const ofPages = [...entries.values()].filter(({ kind }) => kind === 'PAGE')
  const withFile = new Set(ofPages.flatMap(({ objectId }) => objectId ?? []))
  const sourceOf = sourcesOf(files, request.renames)
  const { baseId, headId } = idsOf(request, sourceOf)
  const pages = knownPages(known.snapshot.pages, withFile)
  const options = { maximumFileBytes, owner }
  const entryOf = (path: string) => entries.get(sourceOf(path) ?? '')
  let base: Side | undefined
  if (common) {
    const open = await openTree(common.tree, { ...options, isKnown: (path) => entries.has(path) })
    base = sideOf(open, open.contents?.outline.items, {
      known: pages,
      idAt: baseId,
      isKnownFile: (path) => entries.get(path)?.kind === 'FILE',
      pages: ofPages.map(({ path }) => path),
    })
  }
  const open = await openTree(head, { ...options, isKnown: (path) => entryOf(path) !== undefined })
  const outline = open.contents?.outline.items ?? (common ? undefined : itemsOfFolders(open))
  const side = sideOf(open, outline, {
    known: base?.items ? knownItems(base.items) : pages,
    idAt: headId,
    isKnownFile: (path) => entryOf(path)?.kind === 'FILE',
    pages: [...open.files.keys()].filter((path) => entryOf(path)?.kind === 'PAGE'),
    isKept: (path) => entryOf(path)?.kind === 'PAGE' && !base?.placed.has(entryOf(path)?.objectId ?? ''),
  })
  const keepsStructure =
    side.items === undefined ||
    (base?.items !== undefined && isDeepStrictEqual(orderOf(base.items), orderOf(side.items)))
  return { known, files, entries, withFile, base, head: side, sourceOf, keepsStructure }
}

const itemsOfFolders = ({ texts, layout }: OpenTree) =>
  outlineOfFolders(texts.filter(isOwnPage), layout, sourceLimits).items

function sourcesOf(
  files: ReadonlyMap<string, TreeFile>,
  renames: ReadonlyMap<string, string> = new Map(),
): Sides['sourceOf'] {
  const away = new Set(renames.values())
  return (path) => renames.get(path) ?? (files.has(path) && !away.has(path) ? path : undefined)
}

function idsOf(
  { common, knownId = () => undefined }: ReadSidesRequest,
  sourceOf: Sides['sourceOf'],
): { baseId: IdAt; headId: IdAt } {
  const inCommon = idsOfEntries(common?.entries ?? [])
  const created = new NewIds()
  return {
    baseId: (kind, path) => inCommon(kind, path) ?? created.at(kind, path),
    headId: (kind, path) => {
      const source = sourceOf(path)
      const id = source === undefined ? undefined : inCommon(kind, source)
      return id ?? created.at(kind, source ?? `new ${path}`, knownId(path, kind))
    },
  }
}

interface SideOptions {
  readonly known: readonly KnownPage[]
  readonly idAt: IdAt
  readonly isKnownFile: (path: string) => boolean
  /** The paths of the pages if there is no table of contents. */
  readonly pages: readonly string[]
  /** Returns whether a page stays although the table of contents does not have it. Its line was never written. */
  readonly isKept?: (path: string) => boolean
}

function sideOf(
  open: OpenTree,
  outline: readonly OutlineItem[] | undefined,
  { known, idAt, isKnownFile, pages, isKept = () => false }: SideOptions,
): Side {
  const items = outline && placeItems(outline, known, (path) => idAt('PAGE', path))
  const placed = new Map([...allPlaced(items ?? [])].map((item) => [item.id, item]))
  const listed = outline ? pathsOf(outline) : pages
  const kept = outline ? pages.filter((path) => isKept(path) && !listed.includes(path)) : []
  const ids = idsOfTree(open, [...listed, ...kept], { idAt, isKnownFile })
  return { open, items, placed, ids }
}

const orderOf = (items: readonly PlacedItem[]): unknown =>
  items.map(({ id, children }) => [id, orderOf(children)])

/** Returns whether two items say the same of a page, apart from its place. */
export const isSameItem = (one: OutlineItem | undefined, other: OutlineItem | undefined): boolean =>
  isDeepStrictEqual(saidBy(one), saidBy(other))

function saidBy(item: OutlineItem | undefined) {
  if (!item) return undefined
  const { kind, title, label, slug, target, fields } = item
  return { kind, title, label, slug, target, fields }
}
