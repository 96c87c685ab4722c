import type { Permission } from '../../access/permissions.ts'
import { recordOperation } from '../../audit/record-operation.ts'
import { type Context, withPermission } from '../../request/context.ts'

/** An operation of the graph that a command carries out. */
interface Operation {
  /** The name of its mutation. */
  readonly action: string
  /** The type of the object that it is about. */
  readonly type: string
  readonly permission: Permission
  /** The id of the object that it changes, or of the organization in which it creates one. */
  readonly id: string
  readonly creates?: boolean
}

/** Runs an operation as the user of a command, and records it in the audit log. */
export const operate = <Result>(
  context: Context,
  { action, type, permission, id, creates = false }: Operation,
  run: (context: Context) => Promise<Result>,
): Promise<Result> =>
  recordOperation(
    withPermission(context, permission),
    { action, type, target: creates ? null : { type, id }, otherTarget: null, ids: [id] },
    run,
  )
