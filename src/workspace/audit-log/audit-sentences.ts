import type { AuditEventOfLogFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { hasText, text } from '../app/texts.ts'

type Event = Pick<AuditEventOfLogFragment, 'action' | 'target' | 'payload'>

/**
 * Returns what somebody did in plain words, such as "created a space". What has no words in the catalogue has the name that the server
 * gives the action.
 */
export function deedOf(action: string, label: string = action): string {
  const deed = `audit.deed.${action}`
  if (hasText(deed)) return text(deed)
  const [, verb = '', object = ''] = /^([a-z]+)(.*)$/.exec(action) ?? []
  const verbKey = `audit.verb.${verb}`
  const objectKey = `audit.object.${object}`
  if (!hasText(verbKey) || !hasText(objectKey)) return label
  return text(verbKey, { object: text(objectKey) })
}

/** The members of changed rows that say which one it is, the clearest first. */
const naming = ['title', 'displayName', 'subject', 'name', 'slug', 'label', 'email', 'hostname', 'source']

/** Returns the name of the object of an event, as far as the changes tell it. */
export function objectNameOf({ target, payload: { changes } }: Event): string | undefined {
  const own = changes.filter(({ objectId }) => objectId === target.objectId)
  for (const { before, after, userLabel } of [...own, ...changes]) {
    const name = userLabel ?? nameIn(after) ?? nameIn(before)
    if (name) return name
  }
  return undefined
}

function nameIn(values: unknown): string | undefined {
  if (typeof values !== 'object' || values === null) return undefined
  const row = values as Readonly<Record<string, unknown>>
  return naming.map((member) => row[member]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined
}

export function objectPathOf(organization: string, { target, payload }: Event): string | undefined {
  const { objectType, objectId } = target
  const values = payload.changes.find((change) => change.objectId === objectId)?.after as
    | Readonly<Record<string, unknown>>
    | null
    | undefined
  if (objectType === 'Space') return paths.space(objectId)
  if (objectType === 'Collection') return paths.collection(objectId)
  if (objectType === 'Site') return paths.site(organization, objectId)
  if (objectType === 'CustomField') return paths.part(organization, 'custom-fields')
  if (objectType === 'TranslationSettings') return paths.part(organization, 'translations')
  if (objectType === 'Job') return paths.part(organization, 'jobs')
  if (objectType === 'ImportRun') return paths.part(organization, 'imports')
  if (objectType === 'OpenAPISpec' && typeof values?.slug === 'string')
    return paths.specification(organization, values.slug)
  if (objectType === 'ChangeRequest' && typeof values?.spaceId === 'string')
    return paths.changeRequest(values.spaceId, String(values.number ?? objectId))
  return undefined
}
