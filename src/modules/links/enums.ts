import { enumType } from '../../graphql/enum-type.ts'

export const LinkStatusEnum = enumType('LinkStatus', 'The status of a link.', {
  OK: 'The target exists in the revision, or is an external URL. External URLs are not checked.',
  HEALED:
    'The page has no such anchor, but exactly one of its sections has its letters and digits, so that the link leads there.',
  BROKEN: 'The target does not exist in the revision.',
  IN_APP: 'The target is elsewhere in the workspace. Readers may lack access to it.',
})

export const LinkRelationEnum = enumType('LinkRelation', 'The relation of content to the target of a link.', {
  REFERENCE: 'The content links to it.',
  DEPENDS_ON: {
    description: 'The content embeds it and is incomplete without it.',
    extensions: { rest: 'dependsOn' },
  },
})

export const BrokenLinkContextEnum = enumType(
  'BrokenLinkContext',
  'Whether a link of a change request was broken by it or before.',
  {
    CHANGE_REQUEST: 'The link is not broken in the base revision of the change request.',
    SPACE: 'The link is also broken in the base revision of the change request.',
  },
)

export const LocationKindEnum = enumType('LocationKind', 'The kind of a location.', {
  FILE: 'A file.',
  URL: 'A URL.',
  PAGE: 'A page, or a location within it.',
  USER: 'A user.',
  COLLECTION: 'A collection.',
  SPACE: 'A space.',
  REUSABLE_CONTENT: 'A reusable content.',
  OPENAPI: 'An OpenAPI specification.',
})

export const VersionContextTypeEnum = enumType(
  'VersionContextType',
  'The way in which a version of content was selected.',
  {
    REVISION: 'By a revision.',
    CHANGE_REQUEST: { description: 'By a change request.', extensions: { rest: 'changeRequest' } },
  },
)

export const InternalLocationTypeEnum = enumType(
  'InternalLocationType',
  'The type of a location within a page.',
  { ANCHOR: 'The anchor of a heading.' },
)
