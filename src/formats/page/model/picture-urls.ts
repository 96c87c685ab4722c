import type { HtmlAttributes } from '../html/html.ts'

const density = /\s+[\d.]+[wx]$/

/**
 * Returns the first URL of a `srcset`. A name of a file may contain spaces and commas: only what has a width or density is a
 * list.
 */
function firstUrl(srcset = ''): string | undefined {
  const value = srcset.trim()
  const urls = value.split(/,\s+/)
  const first = urls.some((url) => density.test(url)) ? (urls[0] as string) : value
  return first.replace(density, '') || undefined
}

const scheme = (name: string) => new RegExp(`prefers-color-scheme\\s*:\\s*${name}`, 'i')

/** Returns the URLs of a picture for light and dark: each is that of a source for it, or else that of the image. */
export function pictureUrls(
  { src }: HtmlAttributes,
  sources: readonly HtmlAttributes[],
): { light: string | undefined; dark: string | undefined } {
  const urlFor = (media: RegExp) => firstUrl(sources.find((source) => media.test(source.media ?? ''))?.srcset)
  const light = urlFor(scheme('light'))
  const dark = urlFor(scheme('dark'))
  return light === undefined ? { light: src, dark } : { light, dark: dark ?? src }
}
