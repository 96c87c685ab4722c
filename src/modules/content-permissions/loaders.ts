import DataLoader from 'dataloader'
import { viewersOfUsers } from '../../access/authenticate.ts'
import type { Viewer } from '../../access/viewer.ts'
import { type Context, perRequest } from '../../request/context.ts'

/** Loads users as viewers, to calculate their roles. Null for users who do not exist. */
export const viewersOf = perRequest(
  ({ database: { query } }: Context) =>
    new DataLoader<string, Viewer | null>(async (ids) => {
      const found = new Map((await viewersOfUsers(query, ids)).map((member) => [member.userId, member]))
      return ids.map((id) => found.get(id) ?? null)
    }),
)
