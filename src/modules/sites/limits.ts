import { type Limits, singleLine } from '../../base/validation.ts'

export const siteLimits = {
  title: { minLength: 2, maxLength: 128, ...singleLine },
  titleFilter: { maxLength: 512 },
  spaces: { maxItems: 1000 },
  basename: {
    minLength: 1,
    maxLength: 100,
    pattern: /^[a-zA-Z0-9][\w.-]*$/,
    patternRule: 'NOT_BASENAME',
  },
  hostname: {
    maxLength: 512,
    pattern: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
    patternRule: 'NOT_DOMAIN',
  },
  proxy: {
    maxLength: 512,
    pattern: /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/,
    patternRule: 'NOT_PROXY_ADDRESS',
  },
} as const satisfies Record<string, Limits>
