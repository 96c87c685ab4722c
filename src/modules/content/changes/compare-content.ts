import type { ContentSnapshot } from '../merge/types.ts'

export interface AttributeDifference {
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
}

export interface ContentChangeRecord {
  readonly kind:
    | `PAGE_${'CREATED' | 'EDITED' | 'DELETED' | 'MOVED'}`
    | `FILE_${'CREATED' | 'EDITED' | 'DELETED'}`
    | `REUSABLE_CONTENT_${'CREATED' | 'EDITED' | 'DELETED'}`
  readonly object: 'PAGE' | 'FILE' | 'REUSABLE_CONTENT'
  readonly objectId: string
  readonly attributes?: readonly AttributeDifference[]
  readonly parent?: AttributeDifference
}

export function compareContent(_before: ContentSnapshot, _after: ContentSnapshot): ContentChangeRecord[] {
  return []
}
