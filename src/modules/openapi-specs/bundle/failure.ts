import type { OpenAPIErrorCode } from '../../../generated/prisma/enums.ts'

/** The fault is in the document or where it comes from, and not ours. */
export class BundleFailure extends Error {
  readonly code: OpenAPIErrorCode

  constructor(code: OpenAPIErrorCode, message: string) {
    super(message)
    this.name = 'BundleFailure'
    this.code = code
  }
}

export const unreadable = (message: string): BundleFailure => new BundleFailure('PARSE_ERROR', message)
