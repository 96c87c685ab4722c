import { readFileSync } from 'node:fs'

/** A screen of an admin UI, which is read by one query. */
export interface Screen {
  readonly title: string
  readonly query: string
}

/** The documented screens, which the tests of the documentation execute. */
const page = new URL('../docs/api/screens.md', import.meta.url)

const screenPattern = /^## (?<title>.+)\n(?:(?!## |```).*\n)*```graphql\n(?<query>(?:(?!```).*\n)*)```$/gm

let screens: readonly Screen[] | undefined

/** Returns the screens that `src/docs/api/screens.md` shows, to begin with in GraphiQL. */
export function documentedScreens(): readonly Screen[] {
  screens ??= [...readFileSync(page, 'utf8').matchAll(screenPattern)].flatMap(({ groups }) =>
    groups?.title && groups.query ? [{ title: groups.title, query: groups.query }] : [],
  )
  return screens
}
