import { execute } from '../graphql/run-operation.ts'
import { isSignedIn, type KnownVisit } from './visit.ts'

/** Who is signed in. */
export interface Person {
  readonly id: string
  readonly displayName: string
  readonly email: string
  readonly photoURL: string | null
}

export async function personOf(visit: KnownVisit): Promise<Person | null> {
  if (!isSignedIn(visit)) return null
  const { viewer } = await execute<{ viewer: Person }>(visit, '{ viewer { id displayName email photoURL } }')
  return viewer
}
