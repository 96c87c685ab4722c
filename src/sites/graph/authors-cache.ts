import { bytesOfCache } from '../../caches/cache-sizes.ts'
import { SiteCache } from '../../modules/published-sites/site-cache.ts'

/** Keeps what was read and rendered for authors, such as the colors of code, by what determines it. */
export const authorsCache = new SiteCache(bytesOfCache('renderedBlocks'))
