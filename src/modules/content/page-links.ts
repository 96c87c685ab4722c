import { pageAtRelative, relativeAddress } from '../../formats/body/page-paths.ts'
import { isRelativeUrl, parseContentRef } from '../../formats/page/model/content-references.ts'
import type { PageTree } from './page-tree.ts'

/** The pages and files that links in the bodies of a batch can refer to. */
export interface LinkTargets {
  readonly tree: PageTree
  /** Ids of the pages and files that the batch inserts, by their refs. */
  readonly pageRefs: ReadonlyMap<string, string>
  readonly fileRefs: ReadonlyMap<string, string>
}

/**
 * Returns the permanent link, `/pages/<id>` or `/files/<id>`, for a link in the body of a page. Returns undefined for
 * external links, for links that are already permanent, and for unresolved links, which stay unchanged and are
 * reported as broken.
 */
export function permanentLink(targets: LinkTargets, pageId: string, url: string): string | undefined {
  if (!isRelativeUrl(url) || parseContentRef(url).kind !== 'url') return undefined
  const [, path = ''] = /^([^#?]*)/.exec(url) ?? []
  const name = path.replace(/^\.\//, '')
  const file = targets.fileRefs.get(name)
  const [fragment = ''] = /#.*$/s.exec(url) ?? []
  if (file !== undefined) return `/files/${file}${fragment}`
  const { tree, pageRefs } = targets
  const address = relativeAddress(url)
  const page =
    pageRefs.get(name.replace(/\.md$/, '')) ??
    (address && pageAtRelative(address, tree.pathOf(pageId), (at) => tree.at(at)))?.pageId
  return page === undefined ? undefined : `/pages/${page}${fragment}`
}
