import { builder } from '../../graphql/builder.ts'

export const SpaceVisibilityEnum = builder.enumType('SpaceVisibility', {
  description: 'Who may read a space besides the members of its organization.',
  values: {
    PUBLIC: { description: 'Anyone; indexed by search engines.' },
    UNLISTED: { description: 'Anyone; not indexed.' },
    SHARE_LINK: { description: 'Anyone with a secret token in the URL.' },
    VISITOR_AUTH: { description: 'Anyone authenticated by a JSON Web Token.' },
    IN_COLLECTION: { description: 'Whoever may read the parent collection.' },
    PRIVATE: { description: 'Authorized members only.' },
  } as const,
})

export const EditModeEnum = builder.enumType('EditMode', {
  description: 'How the content of a space is edited.',
  values: {
    LIVE: { description: 'Directly, or through change requests.' },
    LOCKED: { description: 'Through change requests only.' },
  } as const,
})

export const VisitorAuthBackendEnum = builder.enumType('VisitorAuthBackend', {
  description: 'What authenticates the visitors of published content.',
  values: {
    CUSTOM: { description: 'A login page of one’s own.' },
    INTEGRATION: { description: 'An integration.' },
  } as const,
})

export const GitSyncProviderEnum = builder.enumType('GitSyncProvider', {
  description: 'Where a synchronized git repository is kept.',
  values: {
    GITHUB: { description: 'GitHub.' },
    GITLAB: { description: 'GitLab.' },
    GITHUB_LEGACY: { description: 'GitHub, by the former integration.' },
  } as const,
})
