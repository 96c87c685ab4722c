import { AppError } from '../../../base/errors.ts'
import { invalidSource, problemOfPart } from '../../source-problems.ts'
import { pageEntry, textEntry } from '../conversion/page-entry.ts'
import type { SourceEntry } from '../files/entries.ts'

/** Creates the Markdown file of a page, with its description in the front matter. */
export async function describedEntry(
  path: string,
  page: { readonly title: string; readonly description?: string | undefined; readonly markdown: string },
): Promise<SourceEntry> {
  const entry = pageEntry(path, page.title, page.markdown)
  if (page.description === undefined) return entry
  const description = JSON.stringify(page.description.slice(0, 1000).toWellFormed())
  return textEntry(path, `---\ndescription: ${description}\n---\n\n${(await entry.read()).toString()}`)
}

/** Removes descriptions that several pages share, because they describe the site. */
export function ownDescriptions<Page extends { readonly description?: string | undefined }>(
  pages: readonly Page[],
): Page[] {
  const counts = new Map<string, number>()
  for (const { description } of pages)
    if (description !== undefined) counts.set(description, (counts.get(description) ?? 0) + 1)
  return pages.map((page) =>
    (counts.get(page.description ?? '') ?? 0) > 1 ? { ...page, description: undefined } : page,
  )
}

/** Runs a function and prefixes its input errors with the path of the page. */
export function withPagePrefix<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError)
      throw invalidSource('SOURCE_PART_UNREADABLE', `${path}: ${error.message}`, {
        path,
        problem: problemOfPart(error),
      })
    throw error
  }
}
