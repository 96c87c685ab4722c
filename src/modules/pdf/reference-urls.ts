import { appAddress } from '../../base/app-addresses.ts'
import type { Config } from '../../base/config.ts'
import type { ContentRef } from '../../formats/page/types.ts'

/** Returns the URL of a reference that points outside of the PDF, or undefined if it has none. */
export function referenceUrl(
  config: Pick<Config, 'appUrl'>,
  spaceId: string,
  ref: ContentRef,
): string | undefined {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'page':
      return appAddress(config, { kind: 'page', space: ref.space ?? spaceId, page: ref.page })
    case 'anchor': {
      const space = ref.space ?? spaceId
      const page =
        ref.page === undefined ? undefined : appAddress(config, { kind: 'page', space, page: ref.page })
      return `${page ?? appAddress(config, { kind: 'space', space })}#${ref.anchor}`
    }
    case 'space':
      return appAddress(config, { kind: 'space', space: ref.space })
    case 'collection':
      return appAddress(config, { kind: 'collection', collection: ref.collection })
    default:
      return undefined
  }
}
