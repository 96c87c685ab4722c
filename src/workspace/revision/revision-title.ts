import type { RevisionType } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'

interface Change {
  readonly type: RevisionType
  readonly mergedFrom: { readonly number: number; readonly subject: string } | null
  readonly git: { readonly message: string } | null
}

/** Returns a line that says what made a revision. */
export function titleOfRevision({ type, mergedFrom, git }: Change): string {
  if (mergedFrom) {
    const { number, subject } = mergedFrom
    return subject ? text('revision.mergedSubject', { number, subject }) : text('revision.merged', { number })
  }
  const [message] = git?.message.split('\n') ?? []
  return message || text(`revision.type.${type}`)
}

interface ChangedObject {
  readonly page: { readonly title: string } | null
  readonly file: { readonly name: string } | null
  readonly reusableContent: { readonly title: string } | null
}

/** Returns the name of what was changed. A change of no object is one of the variables. */
export const nameOf = ({ page, file, reusableContent }: ChangedObject): string =>
  page?.title ?? file?.name ?? reusableContent?.title ?? text('diff.variables')
