import type { BodyIndex } from '../body/indexed-text.ts'
import { allNodes, type MarkdownNode } from '../page/file/markdown-file.ts'
import { foldAnchor } from '../page/model/anchor-targets.ts'
import { unreadTags } from '../page/read/known-tags.ts'
import type { Matter } from './head-matter.ts'
import type { ImportNote } from './outline.ts'

/** Returns notes on the tags of a parsed file that nothing reads, of which the text is kept. */
export function notesOnTags(path: string, root: MarkdownNode): ImportNote[] {
  const lines = [...allNodes(root)].flatMap(({ type, value }) =>
    (type === 'blockTag' || type === 'inlineTag') && value !== undefined ? [value] : [],
  )
  const { tags, attributes } = unreadTags(lines)
  return [
    ...tags.map((name): ImportNote => ({ kind: 'KEPT', path, text: `{% ${name} %} is kept, but not shown` })),
    ...attributes.map((name): ImportNote => {
      const [tag, attribute] = name.split(' ')
      return { kind: 'DROPPED', path, text: `${attribute} of {% ${tag} %} is not shown` }
    }),
  ]
}

/** Returns a note on the members of front matter that nothing reads, which are kept. */
export function notesOnFrontMatter(
  path: string,
  matter: Matter,
  isRead: (member: string, value: unknown) => boolean,
): ImportNote[] {
  const unread = Object.keys(matter).filter((member) => !isRead(member, matter[member]))
  const named = unread.slice(0, namedMembers).join(', ')
  const others = unread.length - namedMembers
  const list = others > 0 ? `${named} and ${others} more` : named
  return unread.length === 0
    ? []
    : [
        {
          kind: 'KEPT',
          path,
          text: `${list} in the front matter ${unread.length === 1 ? 'is' : 'are'} kept, but not read`,
        },
      ]
}

/** Members of front matter that a note names. */
const namedMembers = 10

/** Characters of a tag that a note quotes. */
const quotedLength = 60

/** Returns a note on the malformed conditions of a file, which hide what follows them. */
export function notesOnConditions(path: string, tags: readonly string[] = []): ImportNote[] {
  const [first] = tags
  if (first === undefined) return []
  const tag = first.length > quotedLength ? `${first.slice(0, quotedLength)}…` : first
  const text = `the malformed condition ${tag} hides what follows it from visitors, up to the end of its container`
  return [{ kind: 'HIDDEN', path, text }]
}

/** The body of a page of an import. */
export interface ImportedBodyIndex {
  readonly path: string
  readonly index: BodyIndex
}

/** Returns notes on the links whose anchor is none of the page, but means exactly one of its sections. By the ids of pages. */
export function notesOnHealedLinks(bodies: ReadonlyMap<string, ImportedBodyIndex>): ImportNote[] {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (id: string, { index }: ImportedBodyIndex) => {
    const known = anchors.get(id) ?? new Set(index.anchors)
    anchors.set(id, known)
    return known
  }
  const notes: ImportNote[] = []
  for (const [id, { path, index }] of bodies)
    for (const { kind, targetId, spaceId, anchor } of index.links) {
      const target = bodies.get(targetId ?? id)
      if (kind !== 'ANCHOR' || spaceId !== null || anchor === null || !target) continue
      if (anchorsOf(targetId ?? id, target).has(anchor)) continue
      const letters = foldAnchor(anchor)
      if (!target.index.foldedAnchors.includes(letters)) continue
      const meant = target.index.anchors.find((one) => foldAnchor(one) === letters)
      const section = meant === undefined ? 'the section of that name' : `#${meant}`
      notes.push({
        kind: 'HEALED_LINK',
        path,
        text: `the link to ${target.path}#${anchor} leads to ${section}`,
      })
    }
  return notes
}
