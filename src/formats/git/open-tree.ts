import { AppError } from '../../base/errors.ts'
import { isInToolFolder, type SourceEntry } from '../import/files/entries.ts'
import { readText } from '../import/files/read-text.ts'
import { sourceLimits } from '../import/limits.ts'
import { outlineOfFolders } from '../import/markdown/contents/folder-outline.ts'
import { isOwnPage, isPageText } from '../import/markdown/contents/read-outline.ts'
import { readSummary } from '../import/markdown/contents/summary.ts'
import { isContentsFile } from '../import/markdown/layouts/books.ts'
import { gitbookConfigIn, gitbookLayout } from '../import/markdown/layouts/gitbook.ts'
import type { Layout } from '../import/markdown/repository/layout.ts'
import type { MissingFile, Outline } from '../import/markdown/repository/outline.ts'
import { isReusable } from '../import/markdown/repository/paths.ts'
import { findPath, openRepository, type Repository } from '../import/markdown/repository/repository.ts'
import { withLineFeeds } from '../page/model/normalize-text.ts'
import { fileRefused, type GitFileProblem, gitFileProblem, problemOfFile } from './problems.ts'
import type { CommitTree, GitProblem, TreeFile } from './types.ts'

/** The table of contents of a commit. */
export interface Contents {
  readonly outline: Outline
  /** The path and the text of its SUMMARY.md; absent if folders give the order. */
  readonly summary?: { readonly path: string; readonly text: string }
}

/** A commit whose paths and table of contents were read. */
export interface OpenTree {
  readonly layout: Layout
  readonly repository: Repository
  readonly files: ReadonlyMap<string, TreeFile>
  /** The paths of files that are not read, of which the space keeps what it has. */
  readonly unread: ReadonlySet<string>
  /** The Markdown files that could be pages or reusable contents. */
  readonly texts: readonly string[]
  readonly reusable: readonly string[]
  /** Undefined for a SUMMARY.md that cannot be read. */
  readonly contents: Contents | undefined
  readonly problems: readonly GitProblem[]
}

export interface OpenTreeOptions {
  readonly maximumFileBytes: number
  /** Returns whether the space has what a path stands for. */
  readonly isKnown: (path: string) => boolean
  /** For whom texts are parsed. */
  readonly owner: string
}

/** Reads the layout and the table of contents of a commit. What cannot be read is a problem. */
export async function openTree(tree: CommitTree, options: OpenTreeOptions): Promise<OpenTree> {
  const problems: GitProblem[] = []
  const files = new Map<string, TreeFile>()
  const unread = new Set<string>()
  for (const file of tree.files) {
    if (isInToolFolder(file.path)) continue
    const problem = problemOf(file, options)
    if (problem) problems.push(problem)
    if (problem) unread.add(file.path)
    if (!problem || options.isKnown(file.path)) files.set(file.path, file)
  }
  const entries = [...files.values()].map((file) => entryOf(tree, file))
  const layout = await layoutOf(entries, problems)
  const repository = openRepository(entries, layout, sourceLimits)
  const summary = findPath(repository, layout.summary)
  const texts = textsIn(layout, files.keys()).filter((path) => path !== summary)
  const pages = texts.filter(isOwnPage)
  problems.push(...sameNames([...texts, ...(summary === undefined ? [] : [summary])]))
  const opened = { layout, repository, files, unread, texts, problems, reusable: texts.filter(isReusable) }
  if (summary !== undefined)
    return { ...opened, contents: await readContents(repository, summary, { ...options, pages, problems }) }
  return { ...opened, contents: { outline: outlineOfFolders(pages, layout, sourceLimits) } }
}

/** Returns the Markdown files that could be pages or reusable contents. */
export const textsIn = (layout: Layout, paths: Iterable<string>): string[] =>
  [...paths].filter((path) => isPageText(layout, path) && !isContentsFile(path))

const entryOf = (tree: CommitTree, file: TreeFile): SourceEntry => ({
  path: file.path,
  size: file.size,
  read: () => tree.read(file),
})

function problemOf(
  { path, kind, size }: TreeFile,
  { maximumFileBytes }: Pick<OpenTreeOptions, 'maximumFileBytes'>,
): GitProblem | undefined {
  if (kind === 'SYMBOLIC_LINK') {
    const link = gitFileProblem('GIT_FILE_SYMBOLIC_LINK', 'is a symbolic link, which is not followed.')
    return problemOfFile('SYMBOLIC_LINK', path, link)
  }
  if (kind === 'SUBMODULE') {
    const submodule = gitFileProblem('GIT_FILE_SUBMODULE', 'is a submodule, whose files are not read.')
    return problemOfFile('SUBMODULE', path, submodule)
  }
  if (size <= maximumFileBytes) return undefined
  const message = `has ${size} bytes, more than the ${maximumFileBytes} of GIT_MAX_FILE_BYTES. The space does not take it.`
  const large = gitFileProblem('GIT_FILE_TOO_LARGE', message, { count: size, maximum: maximumFileBytes })
  return problemOfFile('FILE_TOO_LARGE', path, large)
}

async function layoutOf(entries: readonly SourceEntry[], problems: GitProblem[]): Promise<Layout> {
  const config = gitbookConfigIn(entries, '.')
  const fallback = () => gitbookLayout(undefined, '.', sourceLimits)
  if (!config) return fallback()
  try {
    const layout = await gitbookLayout(config, '.', sourceLimits)
    if (![layout.root, layout.summary, layout.readme].some((path) => /^\.\.(\/|$)/.test(path))) return layout
    const problem = gitFileProblem(
      'GIT_CONFIG_LEADS_OUTSIDE',
      'names a folder outside of the project directory. The directory itself is read instead.',
    )
    problems.push(problemOfFile('CONFIG_BROKEN', config.path, problem))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push(problemOfFile('CONFIG_BROKEN', config.path, fileRefused(error)))
  }
  return fallback()
}

/** Returns the files whose names differ by case or composition only: some file systems have one of them only. */
function sameNames(paths: readonly string[]): GitProblem[] {
  const first = new Map<string, string>()
  return paths.flatMap((path): GitProblem[] => {
    const key = path.normalize('NFC').toLowerCase()
    const other = first.get(key)
    if (other === undefined) first.set(key, path)
    if (other === undefined) return []
    const message = `differs from ${other} by case only, so that some computers cannot have both. Rename one of them.`
    const problem = gitFileProblem('GIT_FILE_WITH_SAME_NAME', message, { path: other })
    return [problemOfFile('SAME_NAME', path, problem)]
  })
}

interface ContentsOptions extends Pick<OpenTreeOptions, 'owner'> {
  readonly pages: readonly string[]
  readonly problems: GitProblem[]
}

async function readContents(
  repository: Repository,
  path: string,
  { owner, pages, problems }: ContentsOptions,
): Promise<Contents | undefined> {
  const broken = (problem: GitFileProblem, line?: number) => {
    problems.push(problemOfFile('CONTENTS_BROKEN', path, problem, line))
    return undefined
  }
  try {
    const entry = repository.entries.get(path) as SourceEntry
    const text = withLineFeeds(await readText(entry, repository.limits))
    const marker = /^(?:<{7}|>{7})(?: .*)?\r?$/m.exec(text)
    if (marker)
      return broken(
        gitFileProblem(
          'GIT_CONTENTS_IN_CONFLICT',
          'has the marks of a merge conflict. The order of the pages stays until they are gone.',
        ),
        lineAt(text, marker.index),
      )
    const outline = await readSummary(repository, path, { text, owner })
    problems.push(...(outline.missing ?? []).map((missing) => problemOfMissing(path, text, missing)))
    if (outline.items.length === 0 && pages.length > 0)
      return broken(
        gitFileProblem('GIT_CONTENTS_EMPTY', 'lists no page. The order of the pages stays until it does.'),
        1,
      )
    return { outline, summary: { path, text } }
  } catch (error) {
    if (error instanceof AppError) return broken(fileRefused(error))
    throw error
  }
}

const problemOfMissing = (file: string, text: string, { path, offset }: MissingFile): GitProblem =>
  problemOfFile(
    'PAGE_MISSING',
    file,
    gitFileProblem('GIT_CONTENTS_LIST_MISSING', `lists ${path}, but there is no such file.`, { path }),
    lineAt(text, offset),
  )

/** Returns the number of the line at an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
