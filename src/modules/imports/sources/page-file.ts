import type { Root, RootContent } from 'mdast'
import { storableText } from '../../../database/storable-text.ts'
import { AppError } from '../../../errors.ts'
import { documentOfRoot } from '../../../page-format/markdown-to-document.ts'
import { normalizeText } from '../../../page-format/normalize-text.ts'
import { type BodyIndex, indexOfTree } from '../../content/indexed-text.ts'
import { outcomeOf, type ParseOutcome } from '../../content/parsing/body-job.ts'
import { replaceInIndex } from '../../content/parsing/parsed-body.ts'
import { replaceUrls } from './links.ts'
import { type PageText, readPageText } from './page-text.ts'

/** The content of the file of a page. */
export interface PageFile
  extends Pick<PageText, 'fields' | 'fault' | 'frontMatter' | 'heading' | 'anchor' | 'notes'> {
  /** The body, with the URLs of the stored pages and files. */
  readonly markdown: string
  /** The parsed body. */
  readonly outcome: ParseOutcome
}

/** Returns the new URLs of a page in the order of its URLs, undefined for those that stay. */
export type ResolveUrls = (path: string, urls: readonly string[]) => readonly (string | undefined)[]

/** Reads the Markdown file at `path`. It is parsed once, unless its new URLs may change what it links to. */
export const readPageFile = (source: string, path: string, resolve: ResolveUrls): PageFile => {
  const text = readPageText(source, path)
  return finishPageFile(text, resolve(path, urlsOf(text)))
}

export const urlsOf = ({ urls }: PageText): string[] => urls.map(({ text }) => text)

export function finishPageFile(text: PageText, resolved: readonly (string | undefined)[]): PageFile {
  const { fields, fault, frontMatter, heading, anchor, notes } = text
  const replaced = replaceUrls(text, resolved)
  const markdown = storableText(replaced)
  const index = markdown === replaced ? indexOfFile(text, markdown, resolved) : undefined
  const outcome = index ? { parsed: { index, addresses: [] } } : outcomeOf(markdown)
  return { fields, fault, frontMatter, heading, anchor, notes, markdown, outcome }
}

/** Returns the index of the body with its new URLs; undefined if only parsing that text can tell it. */
function indexOfFile(
  { source, root, bodyStart, urls }: PageText,
  markdown: string,
  resolved: readonly (string | undefined)[],
): BodyIndex | undefined {
  // A tag of reusable content is one only with its new URL.
  if (normalizeText(source) !== source || /\{%\s*include\b/.test(source)) return undefined
  const replacements = new Map<string, string>()
  for (const [position, { text }] of urls.entries()) {
    const url = resolved[position]
    if (url !== undefined) replacements.set(text, url)
  }
  try {
    const index = indexOfTree(documentOfRoot(source, below(root as Root, bodyStart)))
    return replaceInIndex(index, { markdown, addresses: urls, replacements })
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Returns the blocks from an offset on, without the front matter and the heading above it. */
const below = ({ children, ...root }: Root, offset: number): Root => ({
  ...root,
  children: children.filter(({ position }: RootContent) => (position?.start.offset ?? 0) >= offset),
})
