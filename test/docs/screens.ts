import { codeBlocks, documentationPages } from './pages.ts'

export interface Screen {
  /** The name of its operation. */
  readonly name: string
  readonly document: string
}

export const screensPage = 'src/docs/api/screens.md'

/** Returns the screens of an admin UI, one document each, as the documentation shows them. */
export function screens(): Screen[] {
  const page = documentationPages().find(({ path }) => path === screensPage)
  if (!page) throw new Error(`there is no ${screensPage}`)
  return codeBlocks(page)
    .filter(({ language }) => language === 'graphql')
    .map(({ text }) => ({ name: /query (\w+)/.exec(text)?.[1] ?? '', document: text }))
}
