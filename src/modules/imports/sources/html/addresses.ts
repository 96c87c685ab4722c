/** May change an address: undefined keeps it, null drops the link or image and keeps its text. */
export type Rewrite = (address: string, kind: 'link' | 'image') => string | null | undefined

/** The addresses of a page that lead somewhere, as they are met. */
export class Addresses {
  readonly #rewrite: Rewrite
  readonly written = new Set<string>()

  constructor(rewrite: Rewrite = () => undefined) {
    this.#rewrite = rewrite
  }

  /**
   * What is written for an address; undefined for one that is not kept. A picture within the text is kept only where
   * `rewrite` makes another address of it.
   */
  take(written: string | undefined, kind: 'link' | 'image'): string | undefined {
    const isPicture = kind === 'image' && /^\s*data:image\//i.test(written ?? '')
    const address = isPicture ? written?.trim() : safeAddress(written)
    if (address === undefined) return undefined
    const changed = this.#rewrite(address, kind)
    const kept = changed === null ? undefined : safeAddress(changed ?? address)
    if (kept !== undefined && !isPicture) this.written.add(address)
    return kept
  }
}

/** Browsers ignore line ends and tabs in addresses, wherever they stand. */
export function safeAddress(written: string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const address = written?.replace(/[\u0000-\u001f]/g, '').trim()
  if (!address || address.length > 2000) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  return scheme === undefined || /^(https?|mailto|tel|ftp)$/.test(scheme) ? address : undefined
}
