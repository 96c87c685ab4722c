import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { OriginOfRole } from './sharing-data.ts'

/** Returns why somebody has their role: by what means, and on which object it was given. */
export function reasonOf(masked: FragmentType<typeof OriginOfRole>): string {
  const { by, type, team, collection } = unmask(OriginOfRole, masked)
  const place =
    type === 'COLLECTION'
      ? text('sharing.onCollection', { collection: collection?.title ?? text('sharing.hidden') })
      : type === 'ORGANIZATION'
        ? text('sharing.inOrganization')
        : text('sharing.onSpace')
  return by === 'TEAM'
    ? text('sharing.why.TEAM', { team: team?.title ?? text('sharing.hidden'), place })
    : text(`sharing.why.${by}`, { place })
}
