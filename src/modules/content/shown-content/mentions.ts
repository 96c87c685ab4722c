import { referencesOf } from '../../../formats/page/model/document-references.ts'
import { type DocumentNode, walkDocument } from '../../../formats/page/model/walk-document.ts'
import type { ContentRef, JSONDocument } from '../../../formats/page/types.ts'

/** The ids that content refers to. Specifications may be named, and tags are their names. */
export interface Mentions {
  readonly files: ReadonlySet<string>
  readonly users: ReadonlySet<string>
  readonly specs: ReadonlySet<string>
  readonly tags: ReadonlySet<string>
  readonly reusableContents: ReadonlySet<string>
}

type MentionSets = { readonly [Kind in keyof Mentions]: Set<string> }

const kinds = ['files', 'users', 'specs', 'tags', 'reusableContents'] as const

const noMentions = (): MentionSets => ({
  files: new Set(),
  users: new Set(),
  specs: new Set(),
  tags: new Set(),
  reusableContents: new Set(),
})

export function mentionsOfReferences(references: Iterable<ContentRef>): Mentions {
  const found = noMentions()
  for (const ref of references) {
    if (ref.kind === 'file') found.files.add(ref.file)
    if (ref.kind === 'user') found.users.add(ref.user)
    if (ref.kind === 'openapi') found.specs.add(ref.spec)
    if (ref.kind === 'reusable-content') found.reusableContents.add(ref.reusableContent)
  }
  return found
}

export function mentionsOfTree(document: JSONDocument): Mentions {
  const nodes = [...walkDocument(document)]
  return { ...mentionsOfReferences(nodes.flatMap(referencesOf)), tags: new Set(tagsOfNodes(nodes)) }
}

/** Returns the tags of the updates of a document, each as often as it is there. */
export const tagsOfTree = (document: JSONDocument): string[] => tagsOfNodes([...walkDocument(document)])

const tagsOfNodes = (nodes: readonly DocumentNode[]): string[] =>
  nodes.flatMap((node) =>
    node.object === 'block' && node.type === 'update' ? (node.data.tags ?? []).map(({ tag }) => tag) : [],
  )

const canonicalUrl = /\/(files|users|reusable-contents)\/([A-Za-z0-9._~-]+)/g

/**
 * Returns what Markdown refers to that is shown as a whole and has no block of a specification or an update. It is not parsed: whatever
 * looks like a reference in it can be read there.
 */
export function mentionsOfText(markdown: string): Mentions {
  const found = noMentions()
  for (const [, kind, id = ''] of markdown.matchAll(canonicalUrl)) {
    if (kind === 'files') found.files.add(id)
    else if (kind === 'users') found.users.add(id)
    else found.reusableContents.add(id)
  }
  return found
}

export function allMentions(several: Iterable<Mentions>): Mentions {
  const found = noMentions()
  for (const mentions of several)
    for (const kind of kinds) for (const id of mentions[kind]) found[kind].add(id)
  return found
}

/** The bytes that an id in a set takes, about. */
export const bytesOfId = 60

/** Returns about how many ids are mentioned. */
export const idsIn = (mentions: Mentions): number => kinds.reduce((sum, kind) => sum + mentions[kind].size, 1)
