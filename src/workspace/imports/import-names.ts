/** Returns what a source is called: its last part for a file, and its host for a website. */
export function sourceNameOf({ url }: { readonly url: string }): string {
  const { hostname, pathname } = new URL(url)
  const file = pathname.split('/').findLast((part) => part !== '')
  return file === undefined ? hostname : `${decodeURIComponent(file)} (${hostname})`
}

/** Returns the sum of the numbers of each kind. */
export const sumOf = (counts: object | null): number =>
  Object.values(counts ?? {}).reduce((sum: number, count) => sum + (typeof count === 'number' ? count : 0), 0)
