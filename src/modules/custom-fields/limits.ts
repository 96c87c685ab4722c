import { type Limits, singleLine } from '../../base/validation.ts'

/** The maximum number of fields of an organization. They are not paginated: every space lists all of them. */
export const maximumFields = 100

export const customFieldLimits = {
  name: {
    minLength: 1,
    maxLength: 50,
    pattern: /^[a-z_\-0-9]+$/,
    patternRule: 'NOT_CUSTOM_FIELD_NAME',
  },
  title: { maxLength: 100, ...singleLine },
  description: { maxLength: 200 },
  placeholder: { maxLength: 100 },
  options: { minItems: 1, maxItems: 50, items: { minLength: 1, maxLength: 40 } },
} as const satisfies Record<string, Limits>

/** Limits of values: the characters of a text or an item, and the number of items in a list. */
export const valueLimits = { text: 256, items: 100 } as const
