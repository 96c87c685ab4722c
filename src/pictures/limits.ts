/** The widths in pixels of the smaller forms of pictures. */
export const formWidths = [480, 960, 1440, 1920] as const

/** The types of pictures that are made smaller. Of those that move only the first image would be left. */
export const scalableTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
])

export const pictureLimits = {
  /** The largest picture that is made smaller. */
  pixels: 50_000_000,
  bytes: 50_000_000,
  /** How long a reader waits for a smaller form. Who waits longer gets the picture itself. */
  waitMilliseconds: 500,
  /** How long the making of a form may take. */
  seconds: 15,
  /** The bytes that forms take on disk. Beyond them the oldest are removed, and made again for who asks for them. */
  keptBytes: 1_000_000_000,
} as const
