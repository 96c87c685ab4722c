import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const glossaryReasons = {
  TOO_MANY_GLOSSARY_ENTRIES: {
    code: 'CONFLICT',
    message: 'The glossary of an organization may have at most {maximum} entries.',
    remedy: 'Delete entries first.',
  },
} as const satisfies ReasonTable

export const { conflict } = errorsOf(glossaryReasons)
