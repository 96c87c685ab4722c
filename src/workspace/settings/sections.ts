import signIn from 'icon:arrow-right-to-bracket'
import building from 'icon:building'
import clock from 'icon:clock-rotate-left'
import fileCode from 'icon:file-code'
import fileImport from 'icon:file-import'
import gears from 'icon:gears'
import globe from 'icon:globe'
import key from 'icon:key'
import language from 'icon:language'
import webhook from 'icon:paper-plane'
import tags from 'icon:tags'
import userGroup from 'icon:user-group'
import userShield from 'icon:user-shield'
import users from 'icon:users'
import type { OrganizationOfFrameFragment } from '../../generated/workspace-operations/graphql.ts'
import type { OrganizationPart } from '../app/addresses.ts'
import type { TextKey } from '../app/texts.ts'
import type { IconShape } from '../parts/icon.tsx'

export interface SettingsSection {
  readonly part: OrganizationPart
  readonly label: TextKey
  readonly icon: IconShape
  /** The permission without which the section is not offered. */
  readonly isFor?: Exclude<keyof OrganizationOfFrameFragment['permissions'], '__typename'>
}

/** The sections in groups, between which there is a line. */
export const sections: readonly (readonly SettingsSection[])[] = [
  [
    { part: 'settings', label: 'settings.general', icon: building },
    { part: 'members', label: 'members.title', icon: users, isFor: 'listMembers' },
    { part: 'teams', label: 'teams.title', icon: userGroup, isFor: 'listTeams' },
  ],
  [
    { part: 'sign-in', label: 'signIn.title', icon: signIn, isFor: 'admin' },
    { part: 'domains', label: 'domains.title', icon: globe, isFor: 'admin' },
    { part: 'member-tokens', label: 'tokens.ofMembers', icon: userShield, isFor: 'admin' },
    { part: 'tokens', label: 'tokens.title', icon: key },
  ],
  [
    { part: 'custom-fields', label: 'fields.title', icon: tags },
    { part: 'translations', label: 'translations.title', icon: language },
    { part: 'openapi', label: 'openapi.title', icon: fileCode },
    { part: 'imports', label: 'imports.title', icon: fileImport },
    { part: 'webhooks', label: 'webhooks.title', icon: webhook, isFor: 'admin' },
    { part: 'jobs', label: 'jobs.title', icon: gears },
    { part: 'audit-log', label: 'audit.title', icon: clock, isFor: 'admin' },
  ],
]
