import { posix } from 'node:path'
import type { ImportedPage } from '../../imported-content.ts'
import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'
import type { Layout } from '../repository/layout.ts'
import { isReadme } from '../repository/paths.ts'
import type { Repository } from '../repository/repository.ts'

/**
 * Notes the pages that have another address than with the generator of the source, which is that of their file unless
 * its configuration says another. GitBook has the addresses that pages have here, and folders have none.
 */
export function notesOnMoved(
  { routeOf }: Repository,
  { kind, root }: Layout,
  pages: readonly ImportedPage[],
): ImportNote[] {
  if (kind === 'GITBOOK' || kind === 'FOLDERS' || kind === 'BOOKS') return []
  const notesOf = (page: ImportedPage, above: string): ImportNote[] => {
    const address = posix.join(above, page.slug ?? '')
    const below = (page.pages ?? []).flatMap((each) => notesOf(each, address))
    const { path } = page.git ?? {}
    const old =
      path === undefined ? undefined : (routeOf.get(path) ?? addressOfFile(posix.relative(root, path)))
    if (path === undefined || !old || page.hidden || old.toLowerCase() === address.toLowerCase()) return below
    const text = `was at ${old}, and is at ${address}`
    const line = importLine('IMPORT_MOVED', text, { before: old, address })
    return [noteOf('MOVED', path, line), ...below]
  }
  return pages.flatMap((page) => notesOf(page, ''))
}

const addressOfFile = (path: string): string => {
  const { dir, name } = posix.parse(path)
  return isReadme(path) ? dir : posix.join(dir, name)
}
