import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const organizationsReasons = {
  SITE_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'is not a site of this organization',
    remedy: 'Pass the id of a site of the organization.',
  },
  USER_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: '{id} is not a member of this organization',
    remedy: 'Pass the id of a member, or invite the user first.',
  },
  HOSTNAME_OF_SERVER: {
    code: 'BAD_USER_INPUT',
    message: 'is {relation}the host name of this server',
    remedy: 'Choose a host name of your own.',
  },
  TITLE_NOT_REPEATED: {
    code: 'BAD_USER_INPUT',
    message: 'must be the title of the organization that is to be deleted, "{title}"',
    remedy: 'Check that it is the organization that you mean, and repeat its title.',
  },
  SESSION_CANNOT_CREATE_ORGANIZATION: {
    code: 'FORBIDDEN',
    message: 'This session is limited to one organization and cannot create another.',
    remedy: 'Use an API token, which is not limited to one organization.',
  },
  ORGANIZATION_CREATION_RESTRICTED: {
    code: 'FORBIDDEN',
    message: 'On this server, {creators} may create organizations.',
    remedy: 'Ask the operator of the server, or an admin of an organization to make you a member.',
  },
  ORGANIZATION_NOT_DELETED: {
    code: 'CONFLICT',
    message: 'The organization is not deleted.',
    remedy: 'Nothing: the organization does not need to be restored.',
  },
  SSO_SIGN_IN_REQUIRED: {
    code: 'CONFLICT',
    message: 'sso: sign in with an identity provider of the organization first, or you would lose access',
    remedy: 'Sign in with an identity provider of the organization, and change the setting in that session.',
  },
  HOSTNAME_TAKEN: {
    code: 'CONFLICT',
    message: 'hostname: is already used by another {owner}',
    remedy: 'Choose another host name, or remove it where it is used.',
  },
  LAST_IDENTITY_PROVIDER: {
    code: 'CONFLICT',
    message: 'Members must sign in with an identity provider of the organization, and this is the last one.',
    remedy: 'Add another identity provider first, or set `sso` to false.',
  },
} as const satisfies ReasonTable

export const { conflict, forbidden, faultFor, refusedInput } = errorsOf(organizationsReasons)
