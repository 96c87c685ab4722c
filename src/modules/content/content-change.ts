import { invalidInput } from '../../errors.ts'
import type { PageType } from '../../generated/prisma/client.ts'

/** One change of a batch, as clients give it. Which members it may have depends on its operation. */
export interface ContentChange {
  readonly operation:
    | 'INSERT_PAGE'
    | 'UPDATE_PAGE'
    | 'DELETE_PAGE'
    | 'REVERT_PAGE'
    | 'INSERT_FILES'
    | 'DELETE_FILE'
  readonly page?: string | null
  readonly revision?: string | null
  readonly type?: PageType | null
  readonly title?: string | null
  readonly slug?: string | null
  readonly emoji?: string | null
  readonly icon?: string | null
  readonly description?: string | null
  readonly hidden?: boolean | null
  readonly noIndex?: boolean | null
  readonly noRobotsIndex?: boolean | null
  readonly document?: BodyInput | null
  readonly target?: unknown
  readonly computed?: unknown
  readonly into?: string | null
  readonly at?: number | null
  readonly ref?: string | null
  readonly files?: readonly FileInput[] | null
  readonly file?: string | null
}

export interface BodyInput {
  readonly markdown?: string | null
  readonly document?: unknown
}

export interface FileInput {
  readonly name: string
  readonly url?: string | null
  readonly base64?: string | null
  readonly contentType?: string | null
  readonly ref?: string | null
}

/** Where a change stands in the batch, for messages: `changes.3`. */
export const changePath = (index: number): string => `changes.${index}`

const required = {
  INSERT_PAGE: [],
  UPDATE_PAGE: ['page'],
  DELETE_PAGE: ['page'],
  REVERT_PAGE: ['page'],
  INSERT_FILES: ['files'],
  DELETE_FILE: ['file'],
} as const satisfies Record<ContentChange['operation'], readonly (keyof ContentChange)[]>

/** Refuses a change that lacks what its operation needs, before anything is done. */
export function checkChange(change: ContentChange, index: number): void {
  for (const member of required[change.operation])
    if (change[member] == null) throw invalidInput(`${changePath(index)}.${member}`, 'is required')
  if (change.at != null && change.at < 0)
    throw invalidInput(`${changePath(index)}.at`, 'must be a number from 0')
  if (change.operation === 'INSERT_PAGE') checkInsertion(change, index)
  const { document } = change
  if (document && document.markdown != null && document.document != null)
    throw invalidInput(`${changePath(index)}.document`, 'holds either markdown or document, not both')
  if (document && change.computed != null)
    throw invalidInput(`${changePath(index)}.document`, 'cannot be given together with computed')
}

function checkInsertion({ type, document, computed, target }: ContentChange, index: number): void {
  const path = changePath(index)
  const isDocument = type == null || type === 'DOCUMENT'
  if (isDocument && !document && computed == null) throw invalidInput(`${path}.document`, 'is required')
  if (type === 'COMPUTED' && computed == null) throw invalidInput(`${path}.computed`, 'is required')
  if (type === 'LINK' && target == null) throw invalidInput(`${path}.target`, 'is required')
}
