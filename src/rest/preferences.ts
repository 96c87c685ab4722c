/**
 * Returns whether a `Prefer` header asks for `handling=strict`. Of a preference that is given twice the first counts, as
 * RFC 7240 has it.
 */
export function prefersStrictHandling(header: string | readonly string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').toLowerCase().split(',')
  const handling = preferences
    .map((preference) => preference.split(';')[0]?.replaceAll(/[\s"]/g, ''))
    .find((preference) => preference?.startsWith('handling='))
  return handling === 'handling=strict'
}
