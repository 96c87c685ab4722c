import { AppError } from '../../../base/errors.ts'
import { storableText } from '../../../base/storable-text.ts'
import { onOneLine } from '../../../base/validation.ts'
import { isMembers } from '../../../formats/import/open-api/json.ts'
import {
  type OpenApiPage,
  type OpenApiPageKind,
  openApiPages,
} from '../../../formats/import/open-api/pages.ts'
import { prepareToParse } from '../../../formats/page/syntax/parser-guard.ts'
import { computedPageLink } from '../../content/computed/links.ts'
import { joinFiles } from './join-files.ts'

export interface SpecPage {
  /** Identifies the page within the specification; stable across versions. */
  readonly key: string
  readonly parentKey: string | null
  readonly kind: OpenApiPageKind
  readonly title: string
  readonly markdown: string
}

/**
 * Converts a bundle of files to pages, each before its subpages. Throws BAD_USER_INPUT if that is not possible.
 */
export function writeSpecPages(files: ReadonlyMap<string, unknown>): SpecPage[] {
  const document = joinFiles(files)
  if (!isMembers(document)) throw new Error('an OpenAPI document that is no mapping')
  return flat(
    openApiPages(document, 'The specification', (path) => computedPageLink(keyOf(path))),
    null,
  )
}

const keyOf = (path: string) => path.replace(/\.md$/, '')

const flat = (pages: readonly OpenApiPage[], parentKey: string | null): SpecPage[] =>
  pages.flatMap(({ path, kind, title, text, children }) => {
    const key = storableText(keyOf(path))
    const page = {
      key,
      parentKey,
      kind,
      title: onOneLine(storableText(title)),
      markdown: readable(storableText(text).trim()),
    }
    return [page, ...flat(children, key)]
  })

/**
 * Replaces Markdown beyond the limits of the parser with a message. Only the limits are checked, because parsing every
 * page would take ten times as long as all other steps.
 */
function readable(markdown: string): string {
  try {
    prepareToParse(markdown)
    return markdown
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `This page cannot be displayed. ${error.message}`
  }
}
