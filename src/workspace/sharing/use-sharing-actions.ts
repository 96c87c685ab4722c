import type { DefaultLevel, Role } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { GrantOnSpace, RemoveTeamFromSpace, RemoveUserFromSpace, SetDefaultLevel } from './sharing-data.ts'

/** Somebody who is given a role on a space. */
export interface Grantee {
  readonly kind: 'user' | 'team'
  readonly id: string
  readonly name: string
}

/** The changes that administrators make to who may do what in a space. */
export interface SharingActions {
  /** For the form that shows why it failed. */
  readonly giving: Pick<Action<never, never>, 'isRunning' | 'fault'>
  /** Gives a role to somebody; resolves to whether it was given. */
  readonly give: (grantee: Grantee, role: Role) => Promise<boolean>
  readonly change: (grantee: Grantee, role: Role) => Promise<void>
  /** Takes away a role, which can be undone. */
  readonly remove: (grantee: Grantee, role: Role) => Promise<void>
  readonly setDefault: (level: DefaultLevel | null) => Promise<void>
}

/** The part of the lists that is shown, which each change reads again. */
interface Shown {
  readonly space: string
  readonly first: number
  readonly search: string | null
}

export function useSharingActions(shown: Shown): SharingActions {
  const giving = useAction(GrantOnSpace, { isInForm: true })
  const grant = useAction(GrantOnSpace)
  const removeUser = useAction(RemoveUserFromSpace)
  const removeTeam = useAction(RemoveTeamFromSpace)
  const level = useAction(SetDefaultLevel)
  const inputOf = ({ kind, id }: Grantee, role: Role) =>
    kind === 'user' ? { role, users: [id] } : { role, teams: [id] }
  const change = async (grantee: Grantee, role: Role) => {
    await grant.run({ ...shown, input: inputOf(grantee, role) })
  }
  return {
    giving,
    give: async (grantee, role) =>
      (await giving.run({ ...shown, input: inputOf(grantee, role) })) !== undefined,
    change,
    remove: async (grantee, role) => {
      const { kind, id, name } = grantee
      const done =
        kind === 'user'
          ? await removeUser.run({ ...shown, user: id })
          : await removeTeam.run({ ...shown, team: id })
      if (done) showDone(text('sharing.removed', { name }), () => void change(grantee, role))
    },
    setDefault: async (chosen) => {
      await level.run({ ...shown, level: chosen })
    },
  }
}
