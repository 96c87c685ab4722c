import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const redirectsReasons = {
  REDIRECT_CYCLE: {
    code: 'BAD_USER_INPUT',
    message: 'is part of a cycle: {cycle}',
    remedy: 'Choose another destination, or delete one of the redirects of the cycle.',
  },
  REDIRECT_CHAIN_TOO_LONG: {
    code: 'BAD_USER_INPUT',
    message: 'leads through more than {maximum} redirects',
    remedy: 'Redirect to the last destination directly.',
  },
  REDIRECT_EXISTS: {
    code: 'CONFLICT',
    message: 'source: already has a redirect',
    remedy: 'Update the redirect of the source.',
  },
  TOO_MANY_REDIRECTS: {
    code: 'CONFLICT',
    message: 'A site may have at most {maximum} redirects.',
    remedy: 'Delete a redirect first.',
  },
} as const satisfies ReasonTable

export const { conflict, refusedInput } = errorsOf(redirectsReasons)
