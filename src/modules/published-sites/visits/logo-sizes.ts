import type { ImageDimensions } from '../../../base/image-dimensions.ts'
import type { Database } from '../../../database/client.ts'
import type { Settings } from '../../customizations/settings.ts'
import { imageIdAt } from '../../site-images/addresses.ts'

/** The sizes of logos by their URLs: of those that are files of this server. */
export type LogoSizes = ReadonlyMap<string, ImageDimensions>

const fileAddress = /\/files\/([a-z0-9]+)\/[^/]*$/

/** Reads the sizes of the logos of customizations, so that pages keep room for them. */
export async function readLogoSizes(database: Database, settings: readonly Settings[]): Promise<LogoSizes> {
  const urls = settings.flatMap(({ header, footer }) =>
    [header.logo, footer.logo].flatMap((logo) => (logo ? [logo.light, logo.dark] : [])),
  )
  const ids = new Map(urls.flatMap((url) => (idAt(url) ? [[url, idAt(url)] as const] : [])))
  if (ids.size === 0) return new Map()
  const isOne = 'id = ANY($1::text[]) AND width > 0 AND height > 0'
  const rows = await database.query<ImageDimensions & { id: string }>(
    `SELECT id, width, height FROM "FileVersion" WHERE ${isOne}
     UNION ALL SELECT id, width, height FROM "SiteImage" WHERE ${isOne}`,
    [[...new Set(ids.values())]],
  )
  const sizes = new Map(rows.map(({ id, width, height }) => [id, { width, height }]))
  return new Map(
    [...ids].flatMap(([url, id = '']) => (sizes.has(id) ? [[url, sizes.get(id) as ImageDimensions]] : [])),
  )
}

const idAt = (url: string): string | undefined =>
  imageIdAt(url) ?? fileAddress.exec(URL.parse(url)?.pathname ?? '')?.[1]
