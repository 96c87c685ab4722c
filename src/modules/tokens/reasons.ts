import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const tokensReasons = {
  TOKENS_OF_OTHERS: {
    code: 'FORBIDDEN',
    message: 'Tokens are visible to their user only.',
    remedy: 'Read your own tokens.',
  },
  TOKEN_OUTLIVES_OWN: {
    code: 'FORBIDDEN',
    message: 'A token can only create and rotate tokens that expire no later than itself.',
    remedy: 'Choose an earlier expiry, or use a token that expires later.',
  },
  TOKEN_OF_PROGRAM: {
    code: 'CONFLICT',
    message: 'The program that has the token renews it itself.',
    remedy: 'Revoke the token to end the access of the program.',
  },
  TOO_MANY_TOKENS: {
    code: 'CONFLICT',
    message: 'A user may have at most {maximum} tokens; revoke tokens that are not used.',
    remedy: 'Revoke a token first.',
  },
} as const satisfies ReasonTable

export const { conflict, forbidden } = errorsOf(tokensReasons)
