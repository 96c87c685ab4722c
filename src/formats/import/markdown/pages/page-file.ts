import type { Root, RootContent } from 'mdast'
import { AppError } from '../../../../base/errors.ts'
import { storableText } from '../../../../base/storable-text.ts'
import { indexOfTree } from '../../../body/indexed-text.ts'
import { outcomeOf, type ParseOutcome } from '../../../body/parsing/body-job.ts'
import { conditionsOf, type ParsedBody, replaceInIndex } from '../../../body/parsing/parsed-body.ts'
import { hasExpressions } from '../../../body/variables.ts'
import { expressionsIn } from '../../../page/model/document-expressions.ts'
import { normalizeText } from '../../../page/model/normalize-text.ts'
import { documentOfRoot, markdownToDocument } from '../../../page/read/markdown-to-document.ts'
import { isGeneratorMember, readGeneratorFrontMatter } from '../dialects/generator-front-matter.ts'
import { toPageFormat } from '../dialects/to-page-format.ts'
import { replaceUrls } from './links.ts'
import type { PageSource } from './page-file-job.ts'
import { notesOnConditions } from './page-notes.ts'
import { type PageText, readPageText } from './page-text.ts'

export interface PageFile
  extends Pick<PageText, 'fields' | 'fault' | 'frontMatter' | 'heading' | 'anchor' | 'label' | 'notes'> {
  /** The body, with the URLs of the stored pages and files. */
  readonly markdown: string
  readonly expressions: readonly string[]
  /** The parsed body. */
  readonly outcome: ParseOutcome
}

/** Returns the new URLs of a page in the order of its URLs, undefined for those that stay. */
export type ResolveUrls = (path: string, urls: readonly string[]) => readonly (string | undefined)[]

/** Reads the Markdown file at `path`. It is parsed once, unless its new URLs may change what it links to. */
export const readPageFile = (source: PageSource, resolve: ResolveUrls): PageFile => {
  const text = textOf(source)
  return finishPageFile(text, resolve(source.path, urlsOf(text)))
}

/** Parses the file of a page, after rewriting it in the page format if it is written in something else, too. */
export function textOf({ source, path, dialect }: PageSource): PageText {
  if (!dialect) return readPageText(source, path)
  const { text, notes } = toPageFormat(source, path, dialect)
  const read = readPageText(text, path, isGeneratorMember)
  const stated = readGeneratorFrontMatter(path, read.members ?? {}, read.fields)
  return {
    ...read,
    fields: stated.fields,
    ...(stated.label !== undefined && { label: stated.label }),
    notes: [...read.notes, ...stated.notes, ...notes],
  }
}

export const urlsOf = ({ urls }: PageText): string[] => urls.map(({ text }) => text)

export function finishPageFile(text: PageText, resolved: readonly (string | undefined)[]): PageFile {
  const { fields, fault, frontMatter, heading, anchor, label, notes } = text
  const replaced = underCondition(text, replaceUrls(text, resolved))
  const markdown = storableText(replaced)
  const isAsWritten = markdown === replaced && text.condition === undefined
  const parsed = isAsWritten ? parsedFile(text, markdown, resolved) : undefined
  const outcome = parsed ? { parsed } : outcomeOf(markdown)
  const hidden = 'parsed' in outcome ? notesOnConditions(text.path, outcome.parsed.malformedConditions) : []
  return {
    ...{ fields, fault, frontMatter, heading, anchor, label, markdown, outcome },
    expressions: 'parsed' in outcome && hasExpressions({ markdown }) ? expressionsOf(markdown) : [],
    notes: [...notes, ...hidden],
  }
}

/** Returns the expressions of a body, which can be parsed. Most have none. */
const expressionsOf = (markdown: string) => expressionsIn(markdownToDocument(markdown))

/** Puts a body under the condition of its page, unless it is an export that has it there already. */
function underCondition({ condition }: PageText, body: string): string {
  if (condition === undefined) return body
  const open = `{% if ${condition} %}`
  return body.startsWith(open) ? body : `${open}\n\n${body.trim()}\n\n{% endif %}\n`
}

/** Returns what was parsed of the body, with its new URLs; undefined if only parsing that text can tell it. */
function parsedFile(
  { source, root, bodyStart, urls }: PageText,
  markdown: string,
  resolved: readonly (string | undefined)[],
): ParsedBody | undefined {
  // A tag of reusable content is one only with its new URL.
  if (normalizeText(source) !== source || /\{%\s*include\b/.test(source)) return undefined
  const replacements = new Map<string, string>()
  for (const [position, { text }] of urls.entries()) {
    const url = resolved[position]
    if (url !== undefined) replacements.set(text, url)
  }
  try {
    const tree = documentOfRoot(source, below(root as Root, bodyStart))
    const index = replaceInIndex(indexOfTree(tree), { markdown, addresses: urls, replacements })
    return index && { index, addresses: [], ...conditionsOf(source, tree) }
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
