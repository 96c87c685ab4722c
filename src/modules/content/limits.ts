import type { Limits } from '../../graphql/validation.ts'

export const contentLimits = {
  changes: { minItems: 1, maxItems: 50 },
  files: { minItems: 1, maxItems: 20 },
  title: { minLength: 1, maxLength: 512 },
  slug: {
    minLength: 1,
    maxLength: 100,
    pattern: /^(?!\.{1,2}$)[\p{L}\p{M}\p{N}._~-]+$/u,
    patternHint: 'may hold letters, digits and the characters - . _ ~ only',
  },
  emoji: { maxLength: 50 },
  icon: { maxLength: 50 },
  description: { maxLength: 300 },
  ref: {
    minLength: 1,
    maxLength: 100,
    pattern: /^[^/\s]+$/u,
    patternHint: 'must not hold slashes or spaces',
  },
  computedSeed: { minLength: 1, maxLength: 256 },
  fileName: { minLength: 1, maxLength: 256 },
  contentType: {
    maxLength: 255,
    pattern: /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w.+-]+=[\w.+-]+)*$/,
    patternHint: 'must be a media type such as image/png',
  },
  url: { maxLength: 2048, format: 'uri' },
  semanticChanges: { minimum: 0, maximum: 1000 },
  /** Characters of a base64 text that holds a megabyte. */
  base64: { maxLength: Math.ceil(1_000_000 / 3) * 4 },
} as const satisfies Record<string, Limits>

/** How deep pages may be nested. Trees are read and sent recursively by clients. */
export const maximumDepth = 32

/** Of one content. Each stands for all pages of a specification, which are read whenever the tree is. */
export const maximumComputedPages = 50

/** Bytes of one file that is fetched for a batch of changes. */
export const maximumFileBytes = 50 * 1024 * 1024
