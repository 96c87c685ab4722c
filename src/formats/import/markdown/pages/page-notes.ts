import type { BodyIndex } from '../../../body/indexed-text.ts'
import { allNodes, type MarkdownNode } from '../../../page/file/markdown-file.ts'
import { foldAnchor } from '../../../page/model/anchor-targets.ts'
import { unreadTags } from '../../../page/read/known-tags.ts'
import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'
import type { FrontMatter } from '../repository/front-matter.ts'

/** Returns notes on the tags of a parsed file that nothing reads, of which the text is kept. */
export function notesOnTags(path: string, root: MarkdownNode): ImportNote[] {
  const lines = [...allNodes(root)].flatMap(({ type, value }) =>
    (type === 'blockTag' || type === 'inlineTag') && value !== undefined ? [value] : [],
  )
  const { tags, attributes } = unreadTags(lines)
  return [
    ...tags.map((name) => {
      const tag = `{% ${name} %}`
      return noteOf('KEPT', path, importLine('IMPORT_TAG_KEPT', `${tag} is kept, but not shown`, { tag }))
    }),
    ...attributes.map((name) => {
      const [of, attribute = ''] = name.split(' ')
      const tag = `{% ${of} %}`
      const text = `${attribute} of ${tag} is not shown`
      return noteOf('DROPPED', path, importLine('IMPORT_ATTRIBUTE_DROPPED', text, { attribute, tag }))
    }),
  ]
}

/** Returns a note on the members of front matter that nothing reads, which are kept. */
export function notesOnFrontMatter(
  path: string,
  matter: FrontMatter,
  isRead: (member: string, value: unknown) => boolean,
): ImportNote[] {
  const unread = Object.keys(matter).filter((member) => !isRead(member, matter[member]))
  if (unread.length === 0) return []
  const names = unread.slice(0, namedMembers).join(', ')
  const count = unread.length - namedMembers
  const are = unread.length === 1 ? 'is' : 'are'
  const textOf = (list: string) => `${list} in the front matter ${are} kept, but not read`
  const line =
    count > 0
      ? importLine('IMPORT_MEMBERS_KEPT_AND_MORE', textOf(`${names} and ${count} more`), { names, count })
      : importLine('IMPORT_MEMBERS_KEPT', textOf(names), { names })
  return [noteOf('KEPT', path, line)]
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
  return [noteOf('HIDDEN', path, importLine('IMPORT_CONDITION_MALFORMED', text, { tag }))]
}

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
      const link = `${target.path}#${anchor}`
      const textOf = (section: string) => `the link to ${link} leads to ${section}`
      const line =
        meant === undefined
          ? importLine('IMPORT_LINK_HEALED_BY_NAME', textOf('the section of that name'), { link })
          : importLine('IMPORT_LINK_HEALED', textOf(`#${meant}`), { link, target: `#${meant}` })
      notes.push(noteOf('HEALED_LINK', path, line))
    }
  return notes
}
