import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const customizationsReasons = {
  CUSTOMIZATION_CHANGED: {
    code: 'PRECONDITION_FAILED',
    message: 'The customization has changed: its version is {version}.',
    remedy: 'Read the customization again, and repeat the change with its new `version`.',
  },
} as const satisfies ReasonTable

export const { preconditionFailed } = errorsOf(customizationsReasons)
