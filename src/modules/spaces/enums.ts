import { enumType } from '../../graphql/enum-type.ts'

export const SpaceVisibilityEnum = enumType('SpaceVisibility', 'The visibility of a space.', {
  PUBLIC: 'Anyone can read it, and search engines index it.',
  UNLISTED: 'Anyone can read it. Search engines do not index it.',
  SHARE_LINK: 'Anyone with the secret URL can read it.',
  VISITOR_AUTH: 'Visitors who are authenticated with a JSON Web Token can read it.',
  IN_COLLECTION: 'Anyone who can read the parent collection can read it.',
  PRIVATE: 'Only authorized members can read it.',
})

export const EditModeEnum = enumType('EditMode', 'The edit mode of a space.', {
  LIVE: 'The content can be edited directly or in change requests.',
  LOCKED: 'The content can be edited in change requests only.',
})

export const VisitorAuthBackendEnum = enumType(
  'VisitorAuthBackend',
  'The authentication of visitors of published content.',
  {
    CUSTOM: 'A custom login page.',
    INTEGRATION: 'An integration.',
  },
)

export const GitSyncProviderEnum = enumType(
  'GitSyncProvider',
  'The provider of a synchronized git repository.',
  {
    GITHUB: 'GitHub.',
    GITLAB: 'GitLab.',
    GITHUB_LEGACY: 'GitHub, with the legacy integration.',
  },
)
