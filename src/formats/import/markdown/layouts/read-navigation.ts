import { type ImportLine, importLine } from '../../report/lines.ts'
import { noteOf, type Skip, skipOfMissing } from '../../report/notes.ts'
import type { Layout } from '../repository/layout.ts'
import type { Outline } from '../repository/outline.ts'
import { type Repository, setRoutes } from '../repository/repository.ts'
import { folderNavigation, hasFolderNavigation } from './awesome-pages.ts'
import { azureNavigation, azureRoutes } from './azure-devops.ts'
import { docusaurusPlaces } from './docusaurus.ts'
import { docusaurusRoutes, readDocs } from './docusaurus-docs.ts'
import { docusaurusNavigation } from './docusaurus-sidebars.ts'
import { mkdocsNavigation } from './mkdocs.ts'
import { homeOf, type NavigationItem, type NavigationSource, outlineOfNavigation } from './navigation.ts'
import { vitepressNavigation } from './vitepress.ts'

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
    skipped.push(skipOfMissing(path))
  }
  let parts = 0
  const computed = () => {
    parts++
  }
  const items = await itemsOf({ repository, layout, texts, entry, missing, computed })
  if (!items || items.length === 0) return undefined
  const isOrdered = layout.kind === 'DOCUSAURUS' && layout.contents === undefined
  const isOfFolders = layout.kind === 'MKDOCS' && layout.contents === undefined
  const line = isOrdered
    ? importLine(
        'IMPORT_CONTENTS_WITHOUT_SIDEBARS',
        'has no sidebars: front matter, categories and numbers in names give the order of the pages',
      )
    : isOfFolders
      ? importLine(
          'IMPORT_CONTENTS_WITHOUT_NAV',
          'has no nav: .pages and .nav.yml in the folders give the order of the pages',
        )
      : layout.kind === 'AZURE_DEVOPS'
        ? importLine(
            'IMPORT_CONTENTS_OF_FOLDERS',
            'and those in the folders below give the order of the pages',
          )
        : importLine('IMPORT_CONTENTS', 'is the table of contents')
  const notes = [noteOf('RECOGNIZED', source, parts === 0 ? line : inPart(line, parts))]
  const first = layout.kind === 'AZURE_DEVOPS' ? undefined : homeOf(texts, layout.root)
  return { items: outlineOfNavigation(items, first), skipped, notes }
}

function inPart(line: ImportLine, parts: number): ImportLine {
  const are = parts === 1 ? 'is' : 'are'
  const text = `${line.message}, but ${parts} of its parts ${are} computed by a program and left out`
  return importLine('IMPORT_CONTENTS_IN_PART', text, { problem: line, count: parts })
}

interface NavigationRequest extends NavigationSource {
  readonly repository: Repository
  readonly layout: Layout
  readonly texts: readonly string[]
}

async function itemsOf({
  repository,
  layout,
  texts,
  ...source
}: NavigationRequest): Promise<NavigationItem[] | undefined> {
  switch (layout.kind) {
    case 'MKDOCS':
      return mkdocsItems(repository, layout, texts, source)
    case 'VITEPRESS':
      return vitepressNavigation(repository, layout, source)
    case 'AZURE_DEVOPS':
      setRoutes(repository, azureRoutes(texts, layout.root))
      return azureNavigation(repository, texts, layout.root)
    case 'DOCUSAURUS':
      return docusaurusItems({ repository, layout, texts, ...source })
    default:
      return undefined
  }
}

/** Reads `nav`, or else the files in the folders that plugins have for it. */
async function mkdocsItems(
  repository: Repository,
  layout: Layout,
  texts: readonly string[],
  source: NavigationSource,
): Promise<NavigationItem[]> {
  const stated = await mkdocsNavigation(repository, layout, source)
  if (stated.length > 0 || !hasFolderNavigation(repository, layout.root)) return stated
  return folderNavigation(repository, texts, { root: layout.root, missing: source.missing })
}

async function docusaurusItems({ repository, layout, texts, missing, computed }: NavigationRequest) {
  const config = repository.entries.get(layout.config ?? '')
  if (!config) return undefined
  const docs = await readDocs(repository, texts, layout.root)
  const { routeBase } = await docusaurusPlaces([...repository.entries.values()], config, repository.limits)
  setRoutes(repository, docusaurusRoutes(docs, routeBase))
  return docusaurusNavigation({ repository, root: layout.root, docs, missing, computed }, layout.contents)
}
