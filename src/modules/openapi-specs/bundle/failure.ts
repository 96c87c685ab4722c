import type { OpenAPIErrorCode } from '../../../generated/prisma/enums.ts'

/** An error caused by the document or the server that it is fetched from. */
export class BundleFailure extends Error {
  readonly code: OpenAPIErrorCode

  constructor(code: OpenAPIErrorCode, message: string) {
    super(message)
    this.name = 'BundleFailure'
    this.code = code
  }
}

export const unreadable = (message: string): BundleFailure => new BundleFailure('PARSE_ERROR', message)
