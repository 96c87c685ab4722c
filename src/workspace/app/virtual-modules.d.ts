declare module 'virtual:texts/*' {
  import type { LocalizedString } from '@internationalized/string'

  const texts: Record<keyof typeof import('../texts/en.json'), LocalizedString>
  export default texts
}

declare module 'virtual:refusals/*' {
  import type { LocalizedString } from '@internationalized/string'

  const sentences: Record<string, LocalizedString>
  export default sentences
}

/** An icon of the set that sites use, by its name. */
declare module 'icon:*' {
  const shape: { readonly width: number; readonly height: number; readonly path: string }
  export default shape
}
