import { AppError } from '../../base/errors.ts'
import { decodeText, readTextBytes } from '../import/files/read-text.ts'
import { sourceLimits } from '../import/limits.ts'
import { canonicalUrl, type LinkContext } from '../import/markdown/pages/links.ts'
import type { PageFile, ResolveUrls } from '../import/markdown/pages/page-file.ts'
import type { PageSource } from '../import/markdown/pages/page-file-job.ts'
import { readPageFiles } from '../import/markdown/pages/page-files.ts'
import type { ReadFile } from '../import/markdown/pages/pages.ts'
import type { OpenTree } from './open-tree.ts'
import { fileRefused, gitFileProblem, problemOfFile } from './problems.ts'
import type { GitProblem } from './types.ts'

/** The ids of what the files of a commit stand for. A file that a page refers to may be added while pages are read. */
export interface TreeIds {
  readonly pages: ReadonlyMap<string, string>
  readonly reusable: ReadonlyMap<string, string>
  readonly files: Map<string, string>
  readonly newFileId: (path: string) => string
}

/** The text of a page or a reusable content. */
export interface ReadText extends ReadFile {
  /** The text as it is in the commit, without a byte order mark. */
  readonly source: string
}

export interface ReadTextsOptions {
  readonly ids: TreeIds
  readonly owner: string
  readonly problems: GitProblem[]
  readonly onRead?: () => void
}

/** The bytes of texts that are parsed at a time. */
const bytesAtOnce = 16 * 1024 * 1024

/** Reads texts of a commit by their paths. One that cannot be read is a problem, and is left out. */
export async function readTexts(
  open: OpenTree,
  paths: readonly string[],
  options: ReadTextsOptions,
): Promise<Map<string, ReadText>> {
  const read = new Map<string, ReadText>()
  let group: PageSource[] = []
  let bytes = 0
  const finish = async () => {
    for (const [path, text] of await readGroup(open, group, options)) read.set(path, text)
    group = []
    bytes = 0
  }
  for (const path of paths) {
    const source = await sourceOf(open, path, options)
    if (source === undefined) continue
    group.push({ path, source })
    bytes += source.length
    if (bytes > bytesAtOnce) await finish()
  }
  await finish()
  return read
}

async function sourceOf(
  { repository }: OpenTree,
  path: string,
  { problems }: ReadTextsOptions,
): Promise<string | undefined> {
  const entry = repository.entries.get(path)
  if (!entry) return undefined
  try {
    return decodeText(await readTextBytes(entry, sourceLimits))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push(problemOfFile('FILE_UNREADABLE', path, fileRefused(error)))
    return undefined
  }
}

async function readGroup(
  open: OpenTree,
  sources: readonly PageSource[],
  options: ReadTextsOptions,
): Promise<[string, ReadText][]> {
  if (sources.length === 0) return []
  try {
    const resolve = resolverOf(open, options)
    const files = await readPageFiles(sources, { owner: options.owner, resolve })
    return files.flatMap((file, index) => textOf(open, sources[index] as PageSource, file, options))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [only, ...others] = sources as [PageSource, ...PageSource[]]
    if (others.length > 0) {
      const read: [string, ReadText][] = []
      for (const source of sources) read.push(...(await readGroup(open, [source], options)))
      return read
    }
    options.problems.push(problemOfFile('PAGE_REFUSED', only.path, fileRefused(error)))
    return []
  }
}

function resolverOf({ repository }: OpenTree, { ids, onRead }: ReadTextsOptions): ResolveUrls {
  return (path, urls) => {
    onRead?.()
    return urls.map((url) => canonicalUrl(linksOf(repository, ids), path, url))
  }
}

/** Returns what links of the texts lead to. What they lead to in vain stays as it is written. */
export const linksOf = (repository: OpenTree['repository'], ids: TreeIds): LinkContext => ({
  ...{ repository, pageIds: ids.pages, reusableIds: ids.reusable, fileIds: ids.files },
  newFileId: ids.newFileId,
  outsideUrl: () => undefined,
  skipped: [],
  notes: [],
})

function textOf(
  { files }: OpenTree,
  { path, source }: PageSource,
  file: PageFile,
  { problems }: ReadTextsOptions,
): [string, ReadText][] {
  if ('refusal' in file.outcome) {
    const { refusal } = file.outcome
    const problem = fileRefused(refusal, `cannot be a page: ${refusal.message}`)
    problems.push(problemOfFile('PAGE_REFUSED', path, problem))
    return []
  }
  if (file.fault) {
    const message = `has ${file.fault.message} Its fields are not read until it is corrected.`
    const problem = gitFileProblem('GIT_FRONT_MATTER_NOT_READ', message, { problem: file.fault })
    problems.push(problemOfFile('FRONT_MATTER_BROKEN', path, problem, 1))
  }
  const gitOid = files.get(path)?.oid ?? ''
  return [[path, { ...file, gitOid, source, skipped: [], notes: [] }]]
}
