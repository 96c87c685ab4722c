import { type Limits, singleLine } from '../../base/validation.ts'

/** Maximum links in a header, in each of its menus and in a group of the footer, and maximum groups in a footer. */
const maximumLinks = 50

export const customizationLimits = {
  title: { minLength: 2, maxLength: 128, ...singleLine },
  color: { pattern: /^#(?:[0-9a-fA-F]{3}){1,2}$/, patternRule: 'NOT_COLOR' },
  url: { maxLength: 2048, format: 'uri' },
  emoji: { minLength: 1, maxLength: 50 },
  announcement: { minLength: 2, maxLength: 128 },
  copyright: { maxLength: 512 },
  linkTitle: { maxLength: 64, ...singleLine },
  headerLinkTitle: { maxLength: 512, ...singleLine },
  groupTitle: { maxLength: 512, ...singleLine },
  greeting: { maxLength: 256 },
  suggestions: { maxItems: 20, items: { minLength: 1, maxLength: 256, ...singleLine } },
  instructions: { maxLength: 10_000 },
  condition: { minLength: 1, maxLength: 1024 },
  links: { maxItems: maximumLinks },
  groups: { maxItems: maximumLinks },
  socialAccounts: { maxItems: 20 },
  socialHandle: { minLength: 1, maxLength: 128, ...singleLine },
  reference: { minLength: 1, maxLength: 256 },
} as const satisfies Record<string, Limits>
