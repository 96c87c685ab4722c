/** Players of videos that a page may load, once the reader asks for it. */
const players: readonly { readonly url: RegExp; readonly player: (id: string) => string }[] = [
  {
    url: /^https:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)([\w-]{6,20})/,
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  {
    url: /^https:\/\/youtu\.be\/([\w-]{6,20})/,
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  {
    url: /^https:\/\/(?:www\.)?vimeo\.com\/(\d{5,15})/,
    player: (id) => `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`,
  },
  {
    url: /^https:\/\/(?:www\.)?loom\.com\/share\/([0-9a-f]{20,40})/,
    player: (id) => `https://www.loom.com/embed/${id}?autoplay=1`,
  },
]

/** The origins of the players, for the policy of pages. */
export const playerOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.loom.com',
] as const

/** Returns the URL of the player of a video; undefined for anything else. */
export function playerOf(url: string): string | undefined {
  for (const { url: pattern, player } of players) {
    const id = pattern.exec(url)?.[1]
    if (id !== undefined) return player(id)
  }
  return undefined
}
