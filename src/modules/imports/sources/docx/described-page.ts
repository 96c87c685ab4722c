import { pageEntry, textEntry } from '../conversion.ts'
import type { SourceEntry } from '../entries.ts'
import type { DocumentPage } from './page-tree.ts'

/** The Markdown file of a page with its description, if it has one. */
export async function describedPage(
  path: string,
  { title, description, markdown }: DocumentPage & { title: string },
): Promise<SourceEntry> {
  const page = pageEntry(path, title, markdown)
  if (!description) return page
  // A string of JSON is one of YAML.
  return textEntry(path, `---\ndescription: ${JSON.stringify(description)}\n---\n\n${await page.read()}`)
}
