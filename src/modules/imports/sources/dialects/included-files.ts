import type { Layout } from '../layouts/layout.ts'
import type { ImportNote } from '../outline.ts'
import type { Repository } from '../repository.ts'
import { withIncludes } from './mdbook-includes.ts'
import { withSnippets } from './vitepress-snippets.ts'

interface Page {
  readonly path: string
  readonly source: string
}

/** Returns the text of a page with the files that it includes. */
export type WithFiles = (
  page: Page,
) => Promise<{ readonly source: string; readonly notes: readonly ImportNote[] }>

/** Puts the files into a page that it includes in the way of its generator. */
export async function withIncludedFiles(
  repository: Repository,
  { kind, root }: Pick<Layout, 'kind' | 'root'>,
  page: Page,
): ReturnType<WithFiles> {
  if (kind === 'MDBOOK') return withIncludes(repository, page)
  if (kind === 'VITEPRESS') return withSnippets(repository, root, page)
  return { source: page.source, notes: [] }
}
