/** The screens that show what a mutation has changed elsewhere, which an application reads with `query` in its payload. */
export interface ChangedElsewhere {
  readonly screens: readonly string[]
  readonly because: string
}

/** By mutation. After all others, the objects of the payload with their owners have all that the ten screens show of it. */
export const changedElsewhere: Readonly<Record<string, ChangedElsewhere>> = {
  createChangeRequest: {
    screens: ['ChangeRequestsScreen'],
    because: 'An organization lists the change requests of all spaces.',
  },
  createCustomField: {
    screens: ['SpaceScreen'],
    because: 'Spaces list all custom fields.',
  },
  createInviteLink: {
    screens: ['InvitationsScreen'],
    because: 'Organizations list invite links.',
  },
  createSamlProvider: {
    screens: ['SettingsScreen'],
    because: 'Organizations list identity providers.',
  },
  createTeam: {
    screens: ['MembersScreen'],
    because: 'Members list their teams.',
  },
  deleteCustomField: {
    screens: ['SpaceScreen'],
    because: 'Spaces have values of the field.',
  },
  deleteSpace: {
    screens: ['SiteScreen'],
    because: 'Sites no longer show the space.',
  },
  deleteTeam: {
    screens: ['PermissionsScreen'],
    because: 'Members have permissions by their teams.',
  },
  inviteMembers: {
    screens: ['MembersScreen', 'InvitationsScreen', 'PermissionsScreen'],
    because: 'Organizations list members and invitations, and spaces the permissions of members.',
  },
  mergeChangeRequest: {
    screens: ['PageScreen', 'ChangeRequestsScreen'],
    because: 'Pages change, and an organization lists open change requests of all spaces.',
  },
  removeMember: {
    screens: ['PermissionsScreen'],
    because: 'Spaces list the permissions of members.',
  },
  requestChangeRequestReviews: {
    screens: ['ChangeRequestsScreen'],
    because: 'Users list the change requests that wait for their review.',
  },
  updateChangeRequest: {
    screens: ['ChangeRequestsScreen'],
    because: 'An organization lists change requests in the order of their last change.',
  },
  updateCustomField: {
    screens: ['SpaceScreen'],
    because: 'Spaces lose values of options that are gone.',
  },
  updateMember: {
    screens: ['PermissionsScreen'],
    because: 'Spaces list the permissions of members.',
  },
  updateSamlProvider: {
    screens: ['SettingsScreen'],
    because: 'Organizations list the choices for signing in.',
  },
  updateSiteCustomization: {
    screens: ['SiteScreen'],
    because: 'Sites have a customization.',
  },
  updateSitePublishingAuth: {
    screens: ['SiteScreen'],
    because: 'Sites have settings for publishing.',
  },
  updateSpace: {
    screens: ['SiteScreen'],
    because: 'Sites show the space under its title.',
  },
  updateTeamMembers: {
    screens: ['MembersScreen'],
    because: 'Members list their teams.',
  },
}
