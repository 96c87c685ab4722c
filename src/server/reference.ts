import { readFileSync } from 'node:fs'
import type { Examples } from '../rest/examples.ts'
import type { RestReference } from '../rest/openapi.ts'
import { modules } from './modules.ts'
import { reasons } from './reasons.ts'

let examples: Examples | undefined

/** The sections of the REST reference, and the descriptions of the ids and names in paths. */
export const reference: RestReference = {
  tags: {
    Users: 'The authenticated user, other users, and API tokens.',
    Organizations: 'Organizations, which own all content, and the invites to them.',
    Members: 'The members of an organization, their roles, teams and spaces.',
    Teams: 'Teams of members, with whom content is shared together.',
    'Single sign-on':
      'Identity providers with which the members of an organization sign in, of SAML and of OpenID Connect.',
    Collections: 'Collections, which group spaces and other collections, and the permissions on them.',
    Spaces:
      'Spaces, which contain pages and files, with their permissions, search, links, imports and exports.',
    'Space content': 'Pages, files, reusable content and revisions of a space.',
    'Space comments': 'Comments on the content of a space, with replies and reactions.',
    'Change requests':
      'Change requests: proposed changes to the content of a space, their reviews and merges.',
    'Change request comments': 'Comments on change requests, with replies and reactions.',
    'Custom fields': 'Custom fields, in which an organization records properties of its spaces.',
    Translations: 'Settings for the translation of content.',
    Imports: 'Imports that run as jobs.',
    'Git sync': 'The git branch with which a space is kept in step, and its syncs.',
    Jobs: 'Work that may take minutes, such as imports, exports and PDFs, and its results.',
    OpenAPI: 'OpenAPI specifications of an organization, which computed pages document.',
    Sites: 'Sites, which publish spaces, with their access, share links and redirects.',
    'Site sections and section groups': 'The sections of a site, and the groups that organize them.',
    'Site spaces': 'The spaces that a site shows.',
    'Site customization': 'The appearance of a site and of its spaces.',
    'Published sites': 'Sites and pages as visitors see them.',
    Integrations: 'Integrations with other services, of which a self-hosted server has none.',
    'Audit events': 'What was done in an organization, by whom and from where.',
    Events: 'What happens in an organization, for programs that follow it.',
    Webhooks: 'Addresses to which the events of an organization are sent, with what was sent to them.',
  },
  tagGroups: {
    'People and access': [
      'Users',
      'Organizations',
      'Members',
      'Teams',
      'Single sign-on',
      'Audit events',
      'Events',
      'Webhooks',
    ],
    Content: [
      'Collections',
      'Spaces',
      'Space content',
      'Space comments',
      'Change requests',
      'Change request comments',
      'Custom fields',
      'Translations',
      'Imports',
      'Git sync',
      'Jobs',
      'OpenAPI',
    ],
    Sites: [
      'Sites',
      'Site sections and section groups',
      'Site spaces',
      'Site customization',
      'Published sites',
      'Integrations',
    ],
  },
  reasons,
  /** Read on first use: only the OpenAPI document contains them. */
  get examples() {
    examples ??= JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as Examples
    return examples
  },
  pathParameters: Object.fromEntries(
    modules
      .flatMap(({ pathParameters = {} }) => Object.entries(pathParameters))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ),
}
