import type { OutlineItem } from './outline.ts'

/** Makes links of the items whose file an item before them has. `listed` has the paths of those. */
export function withoutRepeats(items: readonly OutlineItem[], listed: Set<string>): OutlineItem[] {
  return items.flatMap((item): OutlineItem[] => {
    const { kind, path } = item
    if (kind !== 'document' || path === undefined || !listed.has(path)) {
      if (path !== undefined) listed.add(path)
      return [{ ...item, children: withoutRepeats(item.children, listed) }]
    }
    const link: OutlineItem = {
      kind: 'link',
      title: item.title ?? item.fallbackTitle,
      target: { kind: 'page', path },
      children: [],
    }
    const children = withoutRepeats(item.children, listed)
    if (children.length === 0) return [link]
    return [{ kind: 'document', title: link.title ?? '', children: [link, ...children] }]
  })
}

/** Returns whether a path is below a folder, `.` for the repository. */
export const isIn = (folder: string, path: string): boolean => folder === '.' || path.startsWith(`${folder}/`)
