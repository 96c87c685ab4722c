import { builder } from '../../graphql/builder.ts'

export const SpaceVisibilityEnum = builder.enumType('SpaceVisibility', {
  description: 'The visibility of a space.',
  values: {
    PUBLIC: { description: 'Anyone can read it, and search engines index it.' },
    UNLISTED: { description: 'Anyone can read it. Search engines do not index it.' },
    SHARE_LINK: { description: 'Anyone with the secret URL can read it.' },
    VISITOR_AUTH: { description: 'Visitors who are authenticated with a JSON Web Token can read it.' },
    IN_COLLECTION: { description: 'Anyone who can read the parent collection can read it.' },
    PRIVATE: { description: 'Only authorized members can read it.' },
  } as const,
})

export const EditModeEnum = builder.enumType('EditMode', {
  description: 'The edit mode of a space.',
  values: {
    LIVE: { description: 'The content can be edited directly or in change requests.' },
    LOCKED: { description: 'The content can be edited in change requests only.' },
  } as const,
})

export const VisitorAuthBackendEnum = builder.enumType('VisitorAuthBackend', {
  description: 'The authentication of visitors of published content.',
  values: {
    CUSTOM: { description: 'A custom login page.' },
    INTEGRATION: { description: 'An integration.' },
  } as const,
})

export const GitSyncProviderEnum = builder.enumType('GitSyncProvider', {
  description: 'The provider of a synchronized git repository.',
  values: {
    GITHUB: { description: 'GitHub.' },
    GITLAB: { description: 'GitLab.' },
    GITHUB_LEGACY: { description: 'GitHub, with the legacy integration.' },
  } as const,
})
