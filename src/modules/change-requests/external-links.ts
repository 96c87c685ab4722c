import { invalidInput } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** A link of a change request to something outside of the workspace, such as a ticket. */
export interface ExternalLink {
  readonly id: string
  readonly url: string
  readonly title?: string
}

export interface ExternalLinkInput {
  /** The id of a link that the change request has. */
  readonly id?: string | null
  readonly ref: { readonly url: string }
  readonly title?: string | null
}

export const externalLinksOf = ({ links }: { readonly links: Prisma.JsonValue }): readonly ExternalLink[] =>
  links as unknown as readonly ExternalLink[]

/** Returns the column with the links that a client sent in place of the present ones. Links that it names keep their ids. */
export function externalLinksColumn(
  given: readonly ExternalLinkInput[] | null | undefined,
  present: readonly ExternalLink[],
): string | undefined {
  if (given === undefined) return undefined
  const known = new Set(present.map(({ id }) => id))
  const links = (given ?? []).map(({ id, ref: { url }, title }, index): ExternalLink => {
    if (id != null && !known.delete(id))
      throw invalidInput(`links.${index}.id`, 'must be the id of a link of the change request, given once')
    return { id: id ?? newId('ChangeRequestLink'), url, ...(title && { title }) }
  })
  return JSON.stringify(links)
}
