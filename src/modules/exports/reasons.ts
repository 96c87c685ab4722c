import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const exportsReasons = {
  PAGE_NOT_DOCUMENT: {
    code: 'BAD_USER_INPUT',
    message: 'is not a document, so it has no Markdown content',
    remedy: 'Pass the id of a document.',
  },
} as const satisfies ReasonTable

export const { refusedInput } = errorsOf(exportsReasons)
