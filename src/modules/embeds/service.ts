import { visitOf } from '../../access/viewer.ts'
import { boundedCache } from '../../caches/bounded-cache.ts'
import { pauseSnapshot } from '../../database/snapshot-database.ts'
import { isFetchFailure } from '../../http/guarded-fetch.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { sizeOf } from '../../request/cost.ts'
import { loadSpace } from '../spaces/service.ts'
import { frameOf } from './frame.ts'
import { keptEmbedMs } from './limits.ts'
import { type Asker, describePage } from './oembed.ts'
import { playerOf } from './providers.ts'

/** The presentation of a URL within a page: as a link, or as HTML. */
export interface Embed {
  readonly type: 'LINK' | 'RICH'
  readonly title: string
  readonly site: string
  readonly icon: string | null
  readonly html: string | null
}

const remembered = boundedCache<string, Embed>('embeds', (embed, url) => sizeOf(embed) + url.length, {
  ttl: keptEmbedMs,
})

/**
 * Returns how a URL is shown. Known sites are recognized by the URL. Other pages are asked, for visitors of a site only
 * if the content that they read has the URL: strangers shall not choose what the server fetches.
 */
export async function findEmbed(context: Context, spaceId: string, address: string): Promise<Embed> {
  const space = await loadSpace(context, spaceId)
  const mayAsk = async () => visitOf(viewerOf(context))?.showsText(space.revisionId, address) ?? true
  return embedAt(context, new URL(address), { owner: space.organizationId, mayAsk })
}

/** Returns how a URL is shown, whatever content has it. Not for visitors of a site, who read the content of a space. */
export async function findEmbedOfUrl(context: Context, address: string): Promise<Embed> {
  const { userId } = memberOf(context)
  return embedAt(context, new URL(address), { owner: userId, mayAsk: async () => true })
}

interface Asking {
  readonly owner: string
  /** Returns whether the server may fetch the page at the URL. */
  readonly mayAsk: () => Promise<boolean>
}

async function embedAt(context: Context, url: URL, { owner, mayAsk }: Asking): Promise<Embed> {
  const player = playerOf(url)
  if (player) return rich(player.site, player.site, null, frameOf(player.site, player))
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && (await mayAsk()) ? askPage(context, owner, url) : linkTo(url)
}

async function askPage({ config, database }: Context, owner: string, url: URL): Promise<Embed> {
  const known = remembered.get(url.href)
  if (known) return known
  pauseSnapshot(database)
  const embed = await describe(url, { owner, allow: config.outboundAllow })
  remembered.set(url.href, embed)
  return embed
}

async function describe(url: URL, asker: Asker): Promise<Embed> {
  try {
    const page = await describePage(url, asker)
    const link = linkTo(url)
    const title = page.title ?? link.title
    const site = page.site ?? link.site
    if (page.frame === null) return { ...link, title, site, icon: page.icon }
    return rich(title, site, page.icon, frameOf(title, { src: page.frame, height: { ratio: 9 / 16 } }))
  } catch (error) {
    if (isFetchFailure(error)) return linkTo(url)
    throw error
  }
}

const rich = (title: string, site: string, icon: string | null, html: string): Embed => ({
  type: 'RICH',
  title,
  site,
  icon,
  html,
})

const linkTo = ({ href, host }: URL): Embed => ({
  type: 'LINK',
  title: href,
  site: host.replace(/^www\./, ''),
  icon: null,
  html: null,
})
