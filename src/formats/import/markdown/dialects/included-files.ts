import { posix } from 'node:path'
import type { ImportNote } from '../../report/notes.ts'
import { snippetFolders } from '../layouts/mkdocs.ts'
import type { Layout } from '../repository/layout.ts'
import type { Repository } from '../repository/repository.ts'
import { dialectOf } from './dialect.ts'
import { type FileText, Inclusion } from './inclusion.ts'
import { withMdbookIncludes } from './mdbook-includes.ts'
import { withMdxPartials } from './mdx-partials.ts'
import { withMkdocsIncludes } from './mkdocs-includes.ts'
import { withVitepressIncludes } from './vitepress-includes.ts'

export interface WithFiles {
  readonly source: string
  readonly notes: readonly ImportNote[]
  /** The paths of the files. */
  readonly files: ReadonlySet<string>
}

/** Puts the files into a page that it includes. */
type Include = (inclusion: Inclusion, page: FileText) => Promise<string> | string

/** Returns the function that puts files into pages in the way of the generator of a source. */
export async function fileIncluder(
  repository: Repository,
  layout: Layout,
): Promise<(page: FileText) => Promise<WithFiles>> {
  const include = await includeOf(repository, layout)
  return async (page) => {
    const inclusion = new Inclusion(repository)
    const source = await include(inclusion, page)
    return { source, notes: inclusion.notes, files: inclusion.files }
  }
}

async function includeOf(repository: Repository, layout: Layout): Promise<Include> {
  const { kind, root, top = root, config } = layout
  switch (kind) {
    case 'MDBOOK':
      return withMdbookIncludes
    case 'VITEPRESS':
      return (inclusion, page) => withVitepressIncludes(inclusion, page, top)
    case 'MKDOCS': {
      const folders = { root, snippets: await snippetFolders(repository, layout) }
      return (inclusion, page) => withMkdocsIncludes(inclusion, page, folders)
    }
    default: {
      const site = posix.dirname(config ?? posix.join(root, 'any'))
      return (inclusion, page) =>
        dialectOf(kind, page.path)?.isMdx ? withMdxPartials(inclusion, page, site) : page.source
    }
  }
}
