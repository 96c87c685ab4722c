/** Returns the name of an action in words: `updateSpace` becomes `Update space`. */
export function sentenceOf(action: string): string {
  const words = action.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
  const text = words.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}
