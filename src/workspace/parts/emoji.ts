/** Returns an emoji as a character: the API has those of spaces, and some of pages, as code points such as `1f680`. */
export const emojiOf = (emoji: string): string =>
  /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(emoji)
    ? String.fromCodePoint(...emoji.split('-').map((code) => Number.parseInt(code, 16)))
    : emoji
