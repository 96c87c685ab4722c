import type { ContentRef } from '../../page-format/types.ts'

/** Returns the URL of a reference that points outside of the PDF, or undefined if it has none. */
export function referenceUrl(baseUrl: string, spaceId: string, ref: ContentRef): string | undefined {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'page':
      return `${baseUrl}/s/${ref.space ?? spaceId}/pages/${ref.page}`
    case 'anchor': {
      const page = ref.page === undefined ? '' : `/pages/${ref.page}`
      return `${baseUrl}/s/${ref.space ?? spaceId}${page}#${ref.anchor}`
    }
    case 'space':
      return `${baseUrl}/s/${ref.space}`
    case 'collection':
      return `${baseUrl}/c/${ref.collection}`
    default:
      return undefined
  }
}
