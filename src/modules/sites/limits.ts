import { type Limits, singleLine } from '../../base/validation.ts'

export const siteLimits = {
  title: { minLength: 2, maxLength: 128, ...singleLine },
  titleFilter: { maxLength: 512 },
  spaces: { maxItems: 1000 },
  basename: {
    minLength: 1,
    maxLength: 100,
    pattern: /^[a-zA-Z0-9][\w.-]*$/,
    patternHint: 'must be letters, digits, ".", "_" and "-", beginning with a letter or a digit',
  },
  hostname: {
    maxLength: 512,
    pattern: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
    patternHint: 'must be a host name in small letters of at least three parts, such as docs.example.com',
  },
  proxy: {
    maxLength: 512,
    pattern: /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/,
    patternHint: 'must be a host name followed by one or more path segments, such as example.com/docs',
  },
} as const satisfies Record<string, Limits>
