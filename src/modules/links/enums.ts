import { builder } from '../../graphql/builder.ts'

export const LinkStatusEnum = builder.enumType('LinkStatus', {
  description: 'What is known of where a link leads.',
  values: {
    OK: {
      description: 'No problem: it leads to content of the revision, or outside, which nobody looks after.',
    },
    BROKEN: { description: 'What it leads to is not in the revision.' },
    IN_APP: { description: 'It leads to something else of the workspace, which its readers may not see.' },
  } as const,
})

export const LinkRelationEnum = builder.enumType('LinkRelation', {
  description: 'What a target is to the content that refers to it.',
  values: {
    REFERENCE: { description: 'The content mentions it.' },
    DEPENDS_ON: {
      description: 'The content shows it, and is incomplete without it.',
      extensions: { rest: 'dependsOn' },
    },
  } as const,
})

export const BrokenLinkContextEnum = builder.enumType('BrokenLinkContext', {
  description: 'What broke a link that a change request has.',
  values: {
    CHANGE_REQUEST: { description: 'The change request: it is not broken in what that stands on.' },
    SPACE: { description: 'The link is broken in what the change request stands on.' },
  } as const,
})

export const LocationKindEnum = builder.enumType('LocationKind', {
  description: 'What a location is.',
  values: {
    FILE: { description: 'A file.' },
    URL: { description: 'An address.' },
    PAGE: { description: 'A page, or a place in it.' },
    USER: { description: 'A user.' },
    COLLECTION: { description: 'A collection.' },
    SPACE: { description: 'A space.' },
    REUSABLE_CONTENT: { description: 'A piece of reusable content.' },
    OPENAPI: { description: 'An OpenAPI specification.' },
  } as const,
})

export const VersionContextTypeEnum = builder.enumType('VersionContextType', {
  description: 'What names the version that a location is in.',
  values: {
    REVISION: { description: 'A revision.' },
    CHANGE_REQUEST: { description: 'A change request.', extensions: { rest: 'changeRequest' } },
  } as const,
})

export const InternalLocationTypeEnum = builder.enumType('InternalLocationType', {
  description: 'What names a place in a page.',
  values: { ANCHOR: { description: 'The anchor of a heading.' } } as const,
})
