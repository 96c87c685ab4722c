export interface Player {
  readonly site: string
  /** URL of the page to show in a frame. */
  readonly src: string
  /** The height of the frame, in parts of its width or in pixels. */
  readonly height: { readonly ratio: number } | { readonly pixels: number }
}

interface Provider {
  readonly site: string
  /** Matches URLs without their protocol and without `www.`. */
  readonly pattern: RegExp
  readonly src: (match: RegExpExecArray, url: URL) => string
  readonly height: Player['height']
}

const video = { ratio: 9 / 16 }
const part = (match: RegExpExecArray, index = 1): string => encodeURIComponent(match[index] ?? '')

const providers: readonly Provider[] = [
  {
    site: 'YouTube',
    pattern:
      /^(?:m\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{6,20})/,
    src: (match, url) => `https://www.youtube-nocookie.com/embed/${part(match)}${startOf(url)}`,
    height: video,
  },
  {
    site: 'Vimeo',
    pattern: /^(?:player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/)?(\d{5,15})(?:\/(\w{6,20}))?/,
    src: (match) =>
      `https://player.vimeo.com/video/${part(match)}${match[2] === undefined ? '' : `?h=${part(match, 2)}`}`,
    height: video,
  },
  {
    site: 'Loom',
    pattern: /^loom\.com\/(?:share|embed)\/(\w{16,64})/,
    src: (match) => `https://www.loom.com/embed/${part(match)}`,
    height: video,
  },
  {
    site: 'Figma',
    pattern: /^(?:embed\.)?figma\.com\/(?:file|design|proto|board|slides)\/\w{10,64}/,
    src: (_match, { href }) => `https://www.figma.com/embed?${query({ embed_host: 'share', url: href })}`,
    height: video,
  },
  {
    site: 'CodePen',
    pattern: /^codepen\.io\/([\w-]{1,64})\/(?:pen|embed|details|full)\/(\w{4,64})/,
    src: (match) => `https://codepen.io/${part(match)}/embed/${part(match, 2)}?default-tab=result`,
    height: { pixels: 400 },
  },
  {
    site: 'Spotify',
    pattern: /^open\.spotify\.com\/(?:embed\/)?(track|album|playlist|episode|show|artist)\/(\w{10,40})/,
    src: (match) => `https://open.spotify.com/embed/${part(match)}/${part(match, 2)}`,
    height: { pixels: 352 },
  },
  {
    site: 'CodeSandbox',
    pattern: /^codesandbox\.io\/(?:s|embed|p\/sandbox)\/([\w-]{4,100})/,
    src: (match) => `https://codesandbox.io/embed/${part(match)}`,
    height: { pixels: 500 },
  },
  {
    site: 'StackBlitz',
    pattern: /^stackblitz\.com\/edit\/([\w-]{2,100})/,
    src: (match) => `https://stackblitz.com/edit/${part(match)}?embed=1`,
    height: { pixels: 500 },
  },
  {
    site: 'SoundCloud',
    pattern: /^soundcloud\.com\/[\w-]{1,100}\/[\w-]{1,200}/,
    src: (_match, { href }) => `https://w.soundcloud.com/player/?${query({ url: href })}`,
    height: { pixels: 166 },
  },
  {
    site: 'Dailymotion',
    pattern: /^dailymotion\.com\/(?:embed\/)?video\/(\w{5,20})/,
    src: (match) => `https://www.dailymotion.com/embed/video/${part(match)}`,
    height: video,
  },
  {
    site: 'Wistia',
    pattern: /^[\w-]{1,64}\.wistia\.(?:com|net)\/(?:medias|embed\/iframe)\/(\w{6,20})/,
    src: (match) => `https://fast.wistia.net/embed/iframe/${part(match)}`,
    height: video,
  },
]

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString()

/** Returns the parameter with the time at which a video starts, given as `t=90`, `t=1m30s` or `start=90`. */
function startOf({ searchParams }: URL): string {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(
      searchParams.get('t') ?? searchParams.get('start') ?? '',
    ) ?? []
  const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return start > 0 ? `?start=${start}` : ''
}

/** Returns the player of a URL of a known site; null for other URLs. */
export function playerOf(url: URL): Player | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const address = `${url.host.replace(/^www\./, '')}${url.pathname}${url.search}`
  for (const { site, pattern, src, height } of providers) {
    const match = pattern.exec(address)
    if (match) return { site, src: src(match, url), height }
  }
  return null
}
