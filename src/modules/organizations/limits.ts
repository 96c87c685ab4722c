import { type Limits, singleLine } from '../../base/validation.ts'

export const organizationLimits = {
  title: { minLength: 2, maxLength: 255, ...singleLine },
  hostname: {
    minLength: 3,
    maxLength: 32,
    pattern: /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/,
    patternRule: 'NOT_ORGANIZATION_NAME',
  },
  logo: { maxLength: 2048, format: 'uri' },
  mergeRules: { maxItems: 20 },
  usersOfMergeRule: { maxItems: 100 },
  emailDomains: { maxItems: 100, items: { maxLength: 253, format: 'hostname' } },
} as const satisfies Record<string, Limits>
