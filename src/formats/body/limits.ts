import { type Limits, singleLine } from '../../base/validation.ts'

export const contentLimits = {
  changes: { minItems: 1, maxItems: 50 },
  files: { minItems: 1, maxItems: 20 },
  index: { minimum: 0 },
  title: { minLength: 1, maxLength: 512, ...singleLine },
  slug: {
    minLength: 1,
    maxLength: 100,
    pattern: /^(?!\.{1,2}$)[\p{L}\p{M}\p{N}._~-]+$/u,
    patternRule: 'NOT_SLUG',
  },
  emoji: { maxLength: 50 },
  icon: { maxLength: 50 },
  description: { maxLength: 300 },
  ref: {
    minLength: 1,
    maxLength: 100,
    pattern: /^[^/\s]+$/u,
    patternRule: 'NOT_FILE_NAME',
  },
  /** Ids of the target of a link. Those of generated content are long, because they name their source. */
  targetId: { minLength: 1, maxLength: 2000 },
  targetName: { minLength: 1, maxLength: 100 },
  targetUrl: { maxLength: 2048 },
  computedSeed: { minLength: 1, maxLength: 256 },
  fileName: { minLength: 1, maxLength: 256, ...singleLine },
  contentType: {
    maxLength: 255,
    pattern: /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w.+-]+=[\w.+-]+)*$/,
    patternRule: 'NOT_MEDIA_TYPE',
  },
  url: { maxLength: 2048, format: 'uri' },
  semanticChanges: { minimum: 0, maximum: 1000 },
  hunkContext: { minimum: 0, maximum: 100 },
  /** The length of the base64 encoding of 1 MB. */
  base64: { maxLength: Math.ceil(1_000_000 / 3) * 4 },
} as const satisfies Record<string, Limits>

/** The title of a page that is given none. */
export const defaultTitle = 'Untitled'

/** Maximum depth of the page tree. Clients process trees recursively. */
export const maximumDepth = 32

/** Maximum per revision. Each expands to all pages of a specification, which are read with every read of the tree. */
export const maximumComputedPages = 50

/** Maximum size in bytes of one file that is fetched for a batch of changes. */
export const maximumFileBytes = 50 * 1024 * 1024

export const bodyLinkLimits = {
  /** Further links are ignored. */
  links: 5_000,
  /** Characters of an id; longer ids are truncated and match nothing. */
  id: 100,
} as const

/** The most variables of a space or a page, and the most characters of a name and of a value. */
export const variableLimits = { count: 1000, name: 64, value: 2048 } as const
