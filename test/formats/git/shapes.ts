import { childrenByParent } from '../../../src/formats/merge/page-forest.ts'
import type { MemoryBranch } from './memory-branch.ts'

type Shape = readonly [type: string, title: string, said: object, below: readonly Shape[]]

/** Returns what readers see of a space, with paths in the place of ids. */
export function withPositions(branch: MemoryBranch): readonly Shape[] {
  const { pages, files, reusable } = branch.content.snapshot
  const titles = new Map([...pages.values()].map((page) => [page.pageId, page.title]))
  const names = new Map([
    ...[...files.values()].map(({ fileId, name }) => [fileId, name] as const),
    ...[...reusable.values()].map(({ reusableId, title }) => [reusableId, title] as const),
    ...titles,
  ])
  // Links to pages that are gone, or have no file, lead nowhere, in whatever form.
  const withFile = new Set(branch.entries.map(({ objectId }) => objectId))
  const named = (text: string) =>
    text
      .replace(/\/(pages|files|reusable-contents)\/(\w+)/g, (_, kind, id) =>
        // A title may have parentheses, and would end the link.
        names.has(id) && withFile.has(id) ? `/${kind}/${names.get(id)?.replace(/[()]/g, '')}` : 'nowhere',
      )
      .replace(/\]\(<?(?:nowhere|\.|[\w-]+\.md|[\w-]+\/)[^)]*\)/g, '](nowhere)')
      .replace(/(url=)"[^"]*"|(url=|\[one\]: )\S+/g, '$1$2')
  const children = childrenByParent(pages)
  const of = (parentId: string | null): Shape[] =>
    (children.get(parentId) ?? []).map((page) => {
      const { type, title, icon, description, hidden, noIndex, target } = page
      const said = { icon: icon || null, description: description || null, hidden, noIndex }
      const to =
        target === null ? null : named(JSON.stringify(target).replace(/"(pag\w+|fil\w+)"/g, '"/pages/$1"'))
      const body = named(branch.bodyOf(page)).trim()
      return [type, title, { ...said, to, body }, of(page.pageId)]
    })
  return of(null)
}

const links = /\]\([^)]*\)|"to":(?:null|"(?:[^"\\]|\\.)*")/g

/**
 * Returns what one side shows as another one does, but for links that lead nowhere there. In the branch they are paths, at which
 * another page may be by now: whoever reads it anew is led to that.
 */
export function withLinksOf(space: readonly Shape[], branch: readonly Shape[]): readonly Shape[] {
  const inSpace = JSON.stringify(space).match(links) ?? []
  const inBranch = JSON.stringify(branch).match(links) ?? []
  // Without as many links on both sides, they are not those of each other.
  if (inSpace.length !== inBranch.length) return branch
  let index = 0
  const text = JSON.stringify(branch).replace(links, (found) => {
    const wanted = inSpace[index++]
    return wanted?.includes('nowhere') ? wanted : found
  })
  return JSON.parse(text)
}
