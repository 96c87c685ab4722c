/** Rewrites a URL. Returns undefined to keep it, or null to remove the link or image and keep its text. */
export type Rewrite = (url: string, kind: 'link' | 'image') => string | null | undefined

/** Rewrites the URLs of a page and collects the ones that are kept. */
export class UrlCollector {
  readonly #rewrite: Rewrite
  readonly written = new Set<string>()

  constructor(rewrite: Rewrite = () => undefined) {
    this.#rewrite = rewrite
  }

  /**
   * Returns the rewritten URL, or undefined if the link or image is removed. Data URLs of images are kept only
   * if `rewrite` replaces them.
   */
  take(written: string | undefined, kind: 'link' | 'image'): string | undefined {
    const isPicture = kind === 'image' && /^\s*data:image\//i.test(written ?? '')
    const url = isPicture ? written?.trim() : safeUrl(written)
    if (url === undefined) return undefined
    const changed = this.#rewrite(url, kind)
    const kept = changed === null ? undefined : safeUrl(changed ?? url)
    if (kept !== undefined && !isPicture) this.written.add(url)
    return kept
  }
}

/**
 * Returns the URL if it is relative or has a safe scheme. Control characters are removed first, because
 * browsers ignore line breaks and tabs in URLs.
 */
export function safeUrl(written: string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  const url = written?.replace(/[\u0000-\u001f]/g, '').trim()
  if (!url || url.length > 2000) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  return scheme === undefined || /^(https?|mailto|tel|ftp)$/.test(scheme) ? url : undefined
}
