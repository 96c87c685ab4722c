import { runContentJob } from '../../workers/content-threads.ts'
import type { ListedPage } from './export-source.ts'
import { type ContentsSource, tableOfContents } from './table-of-contents.ts'

/** The pages of which the table is written at once. To write more takes long, and is for a thread. */
const pagesAtOnce = 100

const contentsJob = new URL('./contents-job.ts', import.meta.url)

/** Writes SUMMARY.md. */
export async function writeContents({ pages, ...source }: ContentsSource, owner: string): Promise<string> {
  if (pages.length <= pagesAtOnce) return tableOfContents({ pages, ...source })
  return runContentJob<ContentsSource, string>(
    contentsJob,
    { pages: pages.map(listed), ...source },
    { owner },
  )
}

/** Copies what a table shows of a page. */
const listed = ({
  id,
  type,
  title,
  slug,
  parentId,
  emoji,
  icon,
  description,
  hidden,
  noIndex,
  noRobotsIndex,
  target,
  frontMatter,
}: ListedPage): ListedPage => ({
  id,
  type,
  title,
  slug,
  parentId,
  emoji: emoji ?? null,
  icon: icon ?? null,
  description: description ?? null,
  hidden: hidden ?? null,
  noIndex: noIndex ?? null,
  noRobotsIndex: noRobotsIndex ?? null,
  target: target ?? null,
  frontMatter: frontMatter ?? null,
})
