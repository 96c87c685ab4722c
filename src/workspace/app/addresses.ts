/** The path of the public address of the server, before every path of the workspace. */
export const basePath = document.documentElement.dataset.base ?? ''

/** Returns the address of a page of the server that is not one of the workspace, such as `/account`. */
export const serverAddress = (path: string): string => `${basePath}${path}`

/** Returns the address on which somebody signs in, and comes back to where they are. */
export const signInAddress = (): string =>
  serverAddress(
    `/sign-in?${new URLSearchParams({ returnTo: `${location.pathname.slice(basePath.length)}${location.search}` })}`,
  )

/** The paths of the screens, as `urls.app` of their objects has them. */
export const paths = {
  organization: (organization: string) => `/o/${organization}`,
  part: (organization: string, part: OrganizationPart) => `/o/${organization}/${part}`,
  member: (organization: string, user: string) => `/o/${organization}/members/${user}`,
  team: (organization: string, team: string) => `/o/${organization}/teams/${team}`,
  site: (organization: string, site: string, part?: SitePart) =>
    `/o/${organization}/sites/${site}${part ? `/${part}` : ''}`,
  collection: (collection: string) => `/c/${collection}`,
  /** Of the id of its job. */
  importRun: (organization: string, job: string) => `/o/${organization}/imports/${job}`,
  webhook: (organization: string, webhook: string) => `/o/${organization}/webhooks/${webhook}`,
  specification: (organization: string, slug: string) => `/o/${organization}/openapi/${slug}`,
  space: (space: string) => `/s/${space}`,
  page: (space: string, page: string) => `/s/${space}/pages/${page}`,
  editor: (space: string, page: string) => `/s/${space}/pages/${page}/edit`,
  spacePart: (space: string, part: SpacePart) => `/s/${space}/${part}`,
  revision: (space: string, revision: string) => `/s/${space}/revisions/${revision}`,
  changeRequest: (space: string, number: number | string) => `/s/${space}/~/changes/${number}`,
  changeRequestPage: (space: string, number: number | string, page: string) =>
    `/s/${space}/~/changes/${number}/pages/${page}`,
  changeRequestEditor: (space: string, number: number | string, page: string) =>
    `/s/${space}/~/changes/${number}/pages/${page}/edit`,
} as const

/** A screen of an organization beside its home. */
export type OrganizationPart =
  | 'audit-log'
  | 'change-requests'
  | 'custom-fields'
  | 'domains'
  | 'imports'
  | 'jobs'
  | 'member-tokens'
  | 'members'
  | 'openapi'
  | 'settings'
  | 'sign-in'
  | 'teams'
  | 'tokens'
  | 'translations'
  | 'trash'
  | 'webhooks'

/** A screen of a site beside its overview. */
export type SitePart = 'structure' | 'access' | 'domains' | 'redirects' | 'customization' | 'insights'

/** A screen of a space beside its overview and its pages. */
export type SpacePart = 'revisions' | 'files' | 'links' | 'access' | 'git'
