/** Returns a text with names and numbers in its places, in their order. */
export function fill(text: string, ...names: readonly (string | number)[]): string {
  let next = 0
  return text.replaceAll('{}', () => String(names[next++] ?? ''))
}
