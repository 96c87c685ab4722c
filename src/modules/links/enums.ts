import { builder } from '../../graphql/builder.ts'

export const LinkStatusEnum = builder.enumType('LinkStatus', {
  description: 'The status of a link.',
  values: {
    OK: {
      description: 'The target exists in the revision, or is an external URL. External URLs are not checked.',
    },
    HEALED: {
      description:
        'The page has no such anchor, but exactly one of its sections has its letters and digits, so that the link leads there.',
    },
    BROKEN: { description: 'The target does not exist in the revision.' },
    IN_APP: { description: 'The target is elsewhere in the workspace. Readers may lack access to it.' },
  } as const,
})

export const LinkRelationEnum = builder.enumType('LinkRelation', {
  description: 'The relation of content to the target of a link.',
  values: {
    REFERENCE: { description: 'The content links to it.' },
    DEPENDS_ON: {
      description: 'The content embeds it and is incomplete without it.',
      extensions: { rest: 'dependsOn' },
    },
  } as const,
})

export const BrokenLinkContextEnum = builder.enumType('BrokenLinkContext', {
  description: 'Whether a link of a change request was broken by it or before.',
  values: {
    CHANGE_REQUEST: { description: 'The link is not broken in the base revision of the change request.' },
    SPACE: { description: 'The link is also broken in the base revision of the change request.' },
  } as const,
})

export const LocationKindEnum = builder.enumType('LocationKind', {
  description: 'The kind of a location.',
  values: {
    FILE: { description: 'A file.' },
    URL: { description: 'A URL.' },
    PAGE: { description: 'A page, or a location within it.' },
    USER: { description: 'A user.' },
    COLLECTION: { description: 'A collection.' },
    SPACE: { description: 'A space.' },
    REUSABLE_CONTENT: { description: 'A reusable content.' },
    OPENAPI: { description: 'An OpenAPI specification.' },
  } as const,
})

export const VersionContextTypeEnum = builder.enumType('VersionContextType', {
  description: 'The way in which a version of content was selected.',
  values: {
    REVISION: { description: 'By a revision.' },
    CHANGE_REQUEST: { description: 'By a change request.', extensions: { rest: 'changeRequest' } },
  } as const,
})

export const InternalLocationTypeEnum = builder.enumType('InternalLocationType', {
  description: 'The type of a location within a page.',
  values: { ANCHOR: { description: 'The anchor of a heading.' } } as const,
})
