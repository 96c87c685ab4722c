import { builder } from '../../graphql/builder.ts'

export const OpenAPIProcessingStateEnum = builder.enumType('OpenAPIProcessingState', {
  description: 'The state of the processing of a specification.',
  values: {
    PENDING: { description: 'Processing is queued.' },
    PROGRESS: { description: 'Processing is in progress.' },
    COMPLETE: { description: 'Processing is complete, successfully or with an error.' },
  } as const,
})

export const OpenAPIErrorCodeEnum = builder.enumType('OpenAPIErrorCode', {
  description: 'The reason why processing failed.',
  values: {
    FETCH_TIMEOUT: {
      description: 'Fetching the document or one of its files timed out.',
      extensions: { rest: 'FETCH_TIMEOUT' },
    },
    FETCH_ERROR: {
      description: 'The document or one of its files cannot be fetched.',
      extensions: { rest: 'FETCH_ERROR' },
    },
    PARSE_ERROR: {
      description: 'The document is not a valid OpenAPI document.',
      extensions: { rest: 'PARSE_ERROR' },
    },
  } as const,
})

export const OpenAPIVisibilityEnum = builder.enumType('OpenAPIVisibility', {
  description: 'The visibility of a specification.',
  values: {
    PRIVATE: { description: 'Only users who can view the specification may download the document.' },
    PUBLIC: { description: 'Everyone may download the document.' },
  } as const,
})
