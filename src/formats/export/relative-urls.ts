import { posix } from 'node:path'

/** Converts a path to a relative URL without characters that have a meaning in Markdown, HTML or block tags. */
export const encodePath = (path: string): string =>
  path
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16)}`,
      ),
    )
    .join('/')

/** Returns the URL of the file at `to`, relative to the file at `from`. */
export const relativeUrl = (from: string, to: string): string =>
  encodePath(posix.relative(posix.dirname(from), to))
