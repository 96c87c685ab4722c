/** Returns whether a text is an http or https address without user, query and fragment. */
export function isPlainHttp(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && search + hash + username + password === ''
}
