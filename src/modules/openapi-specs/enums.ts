import { enumType } from '../../graphql/enum-type.ts'

export const OpenAPIProcessingStateEnum = enumType(
  'OpenAPIProcessingState',
  'The state of the processing of a specification.',
  {
    PENDING: 'Processing is queued.',
    PROGRESS: 'Processing is in progress.',
    COMPLETE: 'Processing is complete, successfully or with an error.',
  },
)

export const OpenAPIErrorCodeEnum = enumType('OpenAPIErrorCode', 'The reason why processing failed.', {
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
})

export const OpenAPIVisibilityEnum = enumType('OpenAPIVisibility', 'The visibility of a specification.', {
  PRIVATE: 'Only users who can view the specification may download the document.',
  PUBLIC: 'Everyone may download the document.',
})
