import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const accessReasons = {
  TOKEN_MALFORMED: {
    code: 'UNAUTHENTICATED',
    message: 'The Authorization header must have the form: Bearer <token>.',
    remedy: 'Send the token as `Authorization: Bearer <token>`.',
  },
  TOKEN_INVALID: {
    code: 'UNAUTHENTICATED',
    message: 'The token is unknown, expired or revoked.',
    remedy: 'Discard the token, and sign in again or ask for another one.',
  },
  PERMISSION_REQUIRED: {
    code: 'FORBIDDEN',
    message: 'This requires the permission {permission}.',
    remedy: 'Ask an admin of the organization for a role that includes the permission.',
  },
  ROLE_ABOVE_OWN: {
    code: 'FORBIDDEN',
    message: 'You hold {held} here, and nobody can give, change or remove a role above their own.',
    remedy: 'Choose a role that you hold on all that it would apply to, or ask somebody with a higher role.',
  },
  TOKEN_READ_ONLY: {
    code: 'FORBIDDEN',
    message: 'This token may only read.',
    remedy: 'Use a token with the scope `write`.',
  },
  TOKEN_ONLY_EVENTS: {
    code: 'FORBIDDEN',
    message: 'This token may only read the events of organizations.',
    remedy: 'Use a token with the scope `read` or `write`.',
  },
  TOKEN_OF_VISITOR: {
    code: 'FORBIDDEN',
    message: 'This token may only read what its site publishes.',
    remedy: 'Use the token of a member.',
  },
} as const satisfies ReasonTable

export const { forbidden, unauthenticated } = errorsOf(accessReasons)
