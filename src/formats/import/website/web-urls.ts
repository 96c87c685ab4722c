import { decodedText } from '../../../base/decoded-text.ts'

/**
 * Returns the key of a page: its path without a trailing slash or index file. The query and the fragment are
 * ignored.
 */
export function pageKey({ pathname }: URL): string {
  const path = pathname.replace(/\/index\.(?:x?html?|php)$/i, '/')
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Returns the URL of a page without query and fragment. */
export function pageUrl(url: URL): URL {
  const result = new URL(url)
  result.search = ''
  result.hash = ''
  return result
}

export function resolveWebUrl(written: string, base: URL): URL | undefined {
  const url = URL.parse(written.trim(), base)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url : undefined
}

/** Returns the folder of a URL, with a trailing slash. */
export const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf('/') + 1)

const fileExtension =
  /\.(pdf|zip|gz|tgz|bz2|xz|7z|rar|tar|docx?|xlsx?|pptx?|odt|ods|odp|csv|tsv|json|ya?ml|xml|txt|epub|mp3|mp4|m4a|m4v|webm|ogg|ogv|wav|mov|png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?)$/i

/** Matches extensions of resources that are neither pages nor linked files. */
const otherExtension =
  /\.(css|m?js|map|woff2?|ttf|eot|exe|dmg|pkg|deb|rpm|msi|apk|iso|jar|wasm|rss|atom|md|markdown)$/i

/** Returns whether a URL has the extension of a file that pages may link to. */
export const isFileUrl = ({ pathname }: URL): boolean => fileExtension.test(pathname)

export const canBePage = (url: URL): boolean => !isFileUrl(url) && !otherExtension.test(url.pathname)

/** Returns the decoded path segments below a folder. */
export function segmentsBelow(folder: string, { pathname }: URL): string[] {
  const path = pathname.startsWith(folder) ? pathname.slice(folder.length) : pathname
  return path.split('/').filter(Boolean).map(decodedText)
}
