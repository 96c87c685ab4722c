import { invalidInput } from '../../errors.ts'
import type { PageType } from '../../generated/prisma/client.ts'

/** One change of a batch, as sent by a client. Its required members depend on the operation. */
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
  readonly isHidden?: boolean | null
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
  readonly name?: string | null
  readonly url?: string | null
  readonly base64?: string | null
  readonly upload?: string | null
  readonly contentType?: string | null
  readonly ref?: string | null
}

/** Returns the path of a change in the request, such as `changes.3`. */
export const changePath = (index: number): string => `changes.${index}`

const required = {
  INSERT_PAGE: [],
  UPDATE_PAGE: ['page'],
  DELETE_PAGE: ['page'],
  REVERT_PAGE: ['page'],
  INSERT_FILES: ['files'],
  DELETE_FILE: ['file'],
} as const satisfies Record<ContentChange['operation'], readonly (keyof ContentChange)[]>

/** Throws if a change lacks a member that its operation requires, or has members that exclude each other. */
export function validateChange(change: ContentChange, index: number): void {
  for (const member of required[change.operation])
    if (change[member] == null) throw invalidInput(`${changePath(index)}.${member}`, 'is required')
  if (change.at != null && change.at < 0)
    throw invalidInput(`${changePath(index)}.at`, 'must be 0 or greater')
  if (change.operation === 'INSERT_PAGE') validateInsertion(change, index)
  const { document } = change
  if (document && document.markdown != null && document.document != null)
    throw invalidInput(`${changePath(index)}.document`, 'must have either markdown or document, not both')
  if (document && change.computed != null)
    throw invalidInput(`${changePath(index)}.document`, 'cannot be combined with computed')
}

function validateInsertion({ type, document, computed, target }: ContentChange, index: number): void {
  const path = changePath(index)
  const isDocument = type == null || type === 'DOCUMENT'
  if (isDocument && !document && computed == null) throw invalidInput(`${path}.document`, 'is required')
  if (type === 'COMPUTED' && computed == null) throw invalidInput(`${path}.computed`, 'is required')
  if (type === 'LINK' && target == null) throw invalidInput(`${path}.target`, 'is required')
}
