import { storableText } from '../../../database/storable-text.ts'
import { AppError } from '../../../errors.ts'
import { assertMarkdownWithinLimits } from '../../../page-format/parser-guard.ts'
import { computedPageLink } from '../../content/computed/links.ts'
import { isMembers } from '../../imports/sources/open-api/json.ts'
import { type OpenApiPage, type OpenApiPageKind, openApiPages } from '../../imports/sources/open-api/pages.ts'
import { joinFiles } from './join-files.ts'

/** A page that a specification is shown as. */
export interface SpecPage {
  /** Names it among the pages of the specification, in this version and in those to come. */
  readonly key: string
  readonly parentKey: string | null
  readonly kind: OpenApiPageKind
  readonly title: string
  readonly markdown: string
}

/**
 * The pages of a bundle of files, every page before those below it. Throws BAD_USER_INPUT if the document cannot be
 * written as pages.
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
      title: storableText(title),
      markdown: readable(storableText(text).trim()),
    }
    return [page, ...flat(children, key)]
  })

/** Nobody waits for it without bounds. To read every page to be sure would take ten times as long as all the rest. */
function readable(markdown: string): string {
  try {
    assertMarkdownWithinLimits(markdown)
    return markdown
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `This page cannot be shown. ${error.message}`
  }
}
