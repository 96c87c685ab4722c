import type { SourceEntry } from './entries.ts'
import { azureNavigation, azureRoutes } from './layouts/azure-devops.ts'
import { docusaurusPlaces } from './layouts/docusaurus.ts'
import { docusaurusRoutes, readDocs } from './layouts/docusaurus-docs.ts'
import { docusaurusNavigation } from './layouts/docusaurus-sidebars.ts'
import type { Layout } from './layouts/layout.ts'
import { mkdocsNavigation } from './layouts/mkdocs.ts'
import { homeOf, type NavigationItem, outlineOfNavigation } from './layouts/navigation.ts'
import { vitepressNavigation } from './layouts/vitepress.ts'
import type { ImportNote, Outline, Skip } from './outline.ts'
import { type Repository, setRoutes } from './repository.ts'

/**
 * Reads the table of contents that a configuration has in a form of its own. Undefined if the layout has none, or if its
 * configuration lists no page: what is computed by a program cannot be read.
 */
export async function readNavigation(
  repository: Repository,
  layout: Layout,
  texts: readonly string[],
): Promise<Outline | undefined> {
  const skipped: Skip[] = []
  const source = layout.contents ?? layout.config
  const entry = repository.entries.get(source ?? '')
  if (source === undefined || !entry) return undefined
  const missing = (path: string) => {
    const reason = 'listed in the table of contents, but there is no such file'
    skipped.push({ path, reason, kind: 'PAGE' })
  }
  const items = await itemsOf({ repository, layout, texts, entry, missing })
  if (!items || items.length === 0) return undefined
  const isOrdered = layout.kind === 'DOCUSAURUS' && layout.contents === undefined
  const text = isOrdered
    ? 'has no sidebars: front matter, categories and numbers in names give the order of the pages'
    : layout.kind === 'AZURE_DEVOPS'
      ? 'and those in the folders below give the order of the pages'
      : 'is the table of contents'
  const notes: ImportNote[] = [{ kind: 'RECOGNIZED', path: source, text }]
  const first = layout.kind === 'AZURE_DEVOPS' ? undefined : homeOf(texts, layout.root)
  return { items: outlineOfNavigation(items, first), skipped, notes }
}

interface NavigationRequest {
  readonly repository: Repository
  readonly layout: Layout
  readonly texts: readonly string[]
  readonly entry: SourceEntry
  readonly missing: (path: string) => void
}

async function itemsOf({
  repository,
  layout,
  texts,
  entry,
  missing,
}: NavigationRequest): Promise<NavigationItem[] | undefined> {
  switch (layout.kind) {
    case 'MKDOCS':
      return mkdocsNavigation(repository, layout, { entry, missing })
    case 'VITEPRESS':
      return vitepressNavigation(repository, layout, { entry, missing })
    case 'AZURE_DEVOPS':
      setRoutes(repository, azureRoutes(texts, layout.root))
      return azureNavigation(repository, texts, layout.root)
    case 'DOCUSAURUS':
      return docusaurusItems({ repository, layout, texts, entry, missing })
    default:
      return undefined
  }
}

async function docusaurusItems({ repository, layout, texts, missing }: NavigationRequest) {
  const config = repository.entries.get(layout.config ?? '')
  if (!config) return undefined
  const docs = await readDocs(repository, texts, layout.root)
  const { routeBase } = await docusaurusPlaces([...repository.entries.values()], config, repository.limits)
  setRoutes(repository, docusaurusRoutes(docs, routeBase))
  return docusaurusNavigation({ repository, root: layout.root, docs, missing }, layout.contents)
}
