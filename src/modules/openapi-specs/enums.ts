import { builder } from '../../graphql/builder.ts'

export const OpenAPIProcessingStateEnum = builder.enumType('OpenAPIProcessingState', {
  description: 'How far the processing of a specification has come.',
  values: {
    PENDING: { description: 'It waits.' },
    PROGRESS: { description: 'It is under way.' },
    COMPLETE: { description: 'It is over, well or with an error.' },
  } as const,
})

export const OpenAPIErrorCodeEnum = builder.enumType('OpenAPIErrorCode', {
  description: 'Why the last processing failed.',
  values: {
    FETCH_TIMEOUT: {
      description: 'A server took too long to answer.',
      extensions: { rest: 'FETCH_TIMEOUT' },
    },
    FETCH_ERROR: {
      description: 'The document, or one that it refers to, cannot be fetched.',
      extensions: { rest: 'FETCH_ERROR' },
    },
    PARSE_ERROR: {
      description: 'What was fetched or sent is no OpenAPI document.',
      extensions: { rest: 'PARSE_ERROR' },
    },
  } as const,
})

export const OpenAPIVisibilityEnum = builder.enumType('OpenAPIVisibility', {
  description: 'Who may download the document of a specification.',
  values: {
    PRIVATE: { description: 'Who may see the specification.' },
    PUBLIC: { description: 'Anyone.' },
  } as const,
})
