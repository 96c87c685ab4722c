/** Returns a text without its percent-encoding, or as it is if that is malformed. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
