import type { Config } from './config.ts'

/** An object that has an address in the workspace: `urls.app`. Each member is an id, but `slug`, and the number of a change request. */
export type AppObject =
  | { readonly kind: 'organization'; readonly organization: string }
  | { readonly kind: 'site'; readonly organization: string; readonly site: string }
  | { readonly kind: 'specification'; readonly organization: string; readonly slug: string }
  | { readonly kind: 'collection'; readonly collection: string }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'page'; readonly space: string; readonly page: string }
  | { readonly kind: 'revision'; readonly space: string; readonly revision: string }
  | {
      readonly kind: 'change request'
      readonly space: string
      readonly changeRequest: string
      readonly page?: string
    }

type Kind = AppObject['kind']

/** The paths of addresses. `:name` stands for a member of the object; the later path of a kind has all of its members. */
const paths: readonly (readonly [Kind, string])[] = [
  ['organization', '/o/:organization'],
  ['site', '/o/:organization/sites/:site'],
  ['specification', '/o/:organization/openapi/:slug'],
  ['collection', '/c/:collection'],
  ['space', '/s/:space'],
  ['page', '/s/:space/pages/:page'],
  ['revision', '/s/:space/revisions/:revision'],
  ['change request', '/s/:space/~/changes/:changeRequest'],
  ['change request', '/s/:space/~/changes/:changeRequest/pages/:page'],
]

const patterns = paths.map(([kind, path]) => ({
  kind,
  path,
  members: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string),
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[A-Za-z0-9][\\w.-]*)')}/?$`),
}))

/** Returns the object that a path names; undefined for any other path. It need not exist. */
export function appObjectAt(path: string): AppObject | undefined {
  for (const { kind, pattern } of patterns) {
    const { groups } = pattern.exec(path) ?? {}
    if (groups) return { kind, ...groups } as AppObject
  }
  return undefined
}

/** Returns the path of the public address, in which the server is to browsers: empty, or without a slash at its end. */
export const basePathOf = ({ baseUrl }: Pick<Config, 'baseUrl'>): string =>
  new URL(baseUrl).pathname.replace(/\/$/, '')

/** Returns a path of this server as browsers know it: below the path of the public address, which a proxy takes off. */
export const publicPath = (config: Pick<Config, 'baseUrl'>, path: string): string =>
  `${basePathOf(config)}${path}`

/** Returns the address of an object in the workspace, which is the user interface at `APP_URL` if there is one. */
export function appAddress({ appUrl }: Pick<Config, 'appUrl'>, object: AppObject): string {
  const members: Readonly<Record<string, unknown>> = { ...object }
  const row = patterns.findLast(
    ({ kind, members: names }) => kind === object.kind && names.every((name) => members[name] !== undefined),
  )
  return `${appUrl}${row?.path.replace(/:(\w+)/g, (_all, name: string) => `${members[name]}`)}`
}
