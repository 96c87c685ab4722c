/** Returns whether a source was sent with the request for its import. */
export const isUploaded = ({ url }: { readonly url: string }): boolean => url.startsWith('file:')

interface Repeatable {
  readonly source: { readonly url: string }
  readonly target: { readonly space: { readonly permissions: { readonly edit: boolean } } | null }
}

/** Returns whether the viewer may import from the source again. A file that was uploaded cannot be fetched. */
export const mayRepeat = ({ source, target }: Repeatable): boolean =>
  target.space?.permissions.edit === true && !isUploaded(source)

/** Returns what a source is called: its last part for a file, and its host for a website. */
export function sourceNameOf({ url }: { readonly url: string }): string {
  const { hostname, pathname } = new URL(url)
  const file = pathname.split('/').findLast((part) => part !== '')
  if (file === undefined) return hostname
  return isUploaded({ url }) ? decodeURIComponent(file) : `${decodeURIComponent(file)} (${hostname})`
}

/** Returns the sum of the numbers of each kind. */
export const sumOf = (counts: object | null): number =>
  Object.values(counts ?? {}).reduce((sum: number, count) => sum + (typeof count === 'number' ? count : 0), 0)
