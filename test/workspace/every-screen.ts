import type { WorldObjects } from '../contract/world-objects.ts'

/** A screen of the workspace: its name, and its address in a world that has one of everything. */
export type NamedScreen = readonly [name: string, path: (world: WorldObjects) => string]

const inOrganization = (part: string): NamedScreen => [
  part,
  ({ organizationId }) => `/o/${organizationId}/${part}`,
]

const inSite = (part: string): NamedScreen => [
  `site ${part}`,
  ({ organizationId, site }) => `/o/${organizationId}/sites/${site.id}/${part}`,
]

const inSpace = (part: string): NamedScreen => [`space ${part}`, ({ space }) => `/s/${space.id}/${part}`]

const firstPage = ({ content }: WorldObjects): string => content.pages[0].id

/** All screens, those with most in them first. */
export const everyScreen: readonly NamedScreen[] = [
  ['home', ({ organizationId }) => `/o/${organizationId}`],
  ['page', (world) => `/s/${world.space.id}/pages/${firstPage(world)}`],
  ['editor', (world) => `/s/${world.space.id}/pages/${firstPage(world)}/edit`],
  ['change request', ({ space, changeRequest }) => `/s/${space.id}/~/changes/${changeRequest.number}`],
  inSite('customization'),
  ['space', ({ space }) => `/s/${space.id}`],
  ['collection', ({ collection }) => `/c/${collection.id}`],
  [
    'proposed page',
    (world) => `/s/${world.space.id}/~/changes/${world.changeRequest.number}/pages/${firstPage(world)}`,
  ],
  ...['files', 'access', 'links', 'git', 'revisions'].map(inSpace),
  ['revision', ({ space, content }) => `/s/${space.id}/revisions/${content.id}`],
  ['site', ({ organizationId, site }) => `/o/${organizationId}/sites/${site.id}`],
  ...['structure', 'access', 'domains', 'redirects', 'insights'].map(inSite),
  ...[
    'change-requests',
    'members',
    'teams',
    'sign-in',
    'domains',
    'tokens',
    'member-tokens',
    'settings',
    'audit-log',
    'imports',
    'jobs',
    'custom-fields',
    'openapi',
    'openapi/pets',
    'translations',
    'trash',
    'webhooks',
  ].map(inOrganization),
  ['webhook', ({ organizationId, webhook }) => `/o/${organizationId}/webhooks/${webhook.id}`],
  ['member', ({ organizationId, member }) => `/o/${organizationId}/members/${member.id}`],
  ['team', ({ organizationId, team }) => `/o/${organizationId}/teams/${team.id}`],
  ['import', ({ organizationId, importRun }) => `/o/${organizationId}/imports/${importRun.id}`],
]
