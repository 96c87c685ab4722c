import type { SocialAccount } from '../../modules/customizations/settings.ts'
import { webAddress } from '../../modules/published-sites/visible-content/references.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { type Child, element } from './elements.ts'
import { renderIcon } from './icons.ts'

interface Platform {
  readonly name: string
  readonly icon?: string
  /** Returns the URL of an account, whose handle has no sign before it. */
  readonly address: (handle: string) => string | undefined
}

const below = (address: string) => (handle: string) =>
  address + handle.split('/').map(encodeURIComponent).join('/')

/** Handles with a slash say what they name, such as `in/ada` or `r/lectern`. */
const belowUnless = (address: string, kind: string) => (handle: string) =>
  below(handle.includes('/') ? address : `${address}${kind}/`)(handle)

const platforms: Readonly<Record<SocialAccount['platform'], Platform>> = {
  twitter: { name: 'X', icon: 'x-twitter', address: below('https://x.com/') },
  instagram: { name: 'Instagram', icon: 'instagram', address: below('https://www.instagram.com/') },
  facebook: { name: 'Facebook', icon: 'facebook', address: below('https://www.facebook.com/') },
  linkedin: {
    name: 'LinkedIn',
    icon: 'linkedin',
    address: belowUnless('https://www.linkedin.com/', 'company'),
  },
  github: { name: 'GitHub', icon: 'github', address: below('https://github.com/') },
  discord: { name: 'Discord', icon: 'discord', address: below('https://discord.gg/') },
  slack: { name: 'Slack', icon: 'slack', address: slackAddress },
  youtube: { name: 'YouTube', icon: 'youtube', address: below('https://www.youtube.com/@') },
  tiktok: { name: 'TikTok', icon: 'tiktok', address: below('https://www.tiktok.com/@') },
  reddit: { name: 'Reddit', address: belowUnless('https://www.reddit.com/', 'r') },
  bluesky: { name: 'Bluesky', icon: 'bluesky', address: below('https://bsky.app/profile/') },
  mastodon: { name: 'Mastodon', icon: 'mastodon', address: mastodonAddress },
  threads: { name: 'Threads', address: below('https://www.threads.com/@') },
  medium: { name: 'Medium', address: below('https://medium.com/@') },
}

function slackAddress(handle: string): string | undefined {
  return /^[a-z0-9-]+$/i.test(handle) ? `https://${handle}.slack.com/` : undefined
}

/** Returns the URL of `name@server`, or of a name on the largest server. */
function mastodonAddress(handle: string): string | undefined {
  const [name = '', server = 'mastodon.social'] = handle.split('@')
  return /^[a-z0-9.-]+$/i.test(server) ? `https://${server}/@${encodeURIComponent(name)}` : undefined
}

/** Renders a link to each account that the customization shows in a part of the site, as items of a list. */
export const socialLinks = ({ settings, base }: Visit, place: keyof SocialAccount['display']): Child[] =>
  (settings.socialAccounts ?? [])
    .filter(({ display }) => display[place])
    .flatMap((account) => {
      const link = socialLink(account, base)
      return link ? [element('li', {}, link)] : []
    })

function socialLink({ platform, handle }: SocialAccount, base: string): Child {
  const { name, icon, address } = platforms[platform]
  const plain = handle.trim().replace(/^[@/]+/, '')
  const href = /^https?:/i.test(plain) ? webAddress(plain, base) : address(plain)
  if (href === undefined) return null
  const label = icon
    ? [renderIcon(icon, { isDecoration: true }), element('span', { className: ['unseen'] }, name)]
    : name
  return element('a', { href, title: `${name}: ${plain}` }, label)
}
