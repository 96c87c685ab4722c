import { pageEntry, textEntry } from '../conversion/page-entry.ts'
import type { SourceEntry } from '../files/entries.ts'
import type { DocumentPage } from './page-tree.ts'

/** Creates the Markdown file of a page, with its description in the front matter. */
export async function describedPage(
  path: string,
  { title, description, markdown }: DocumentPage & { title: string },
): Promise<SourceEntry> {
  const page = pageEntry(path, title, markdown)
  if (!description) return page
  // JSON strings are valid YAML strings.
  return textEntry(path, `---\ndescription: ${JSON.stringify(description)}\n---\n\n${await page.read()}`)
}
