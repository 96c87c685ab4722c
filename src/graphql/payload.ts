import type {
  FieldKind,
  FieldRef,
  InputFieldMap,
  InputShapeFromFields,
  MaybePromise,
  ObjectRef,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { RequiredPermission } from '../access/required-permission.ts'
import type { HeavyWork } from '../admission/heavy-work.ts'
import { transactionOf } from '../database/one-transaction.ts'
import { rowWhere, visibleRow } from '../graph/batched/loaded-rows.ts'
import { originOf } from '../graph/batched/loaders.ts'
import type { Row } from '../graph/declare/keyset.ts'
import { declarationOf } from '../graph/declare/model-registry.ts'
import type { ModelName, ModelRef } from '../graph/declare/model-types.ts'
import { FieldInfo } from '../graph/plan/field-info.ts'
import type { Where } from '../graph/sql/where.ts'
import type { Context } from '../request/context.ts'
import { afterWriteExtension } from './after-write.ts'
import type { DeclaredTarget } from './audit-plugin.ts'
import { builder, type GraphTypes } from './builder.ts'

/** A field of a payload: its type, or its type with a description of its own and other options, or an object to read. */
export type PayloadField = TypeParam<GraphTypes> | DescribedField | ReadField

interface DescribedField {
  readonly type: TypeParam<GraphTypes>
  readonly description: string
  readonly nullable?: boolean
  readonly extensions?: Readonly<Record<string, unknown>>
}

interface ReadField {
  readonly reads: ModelRef<ModelName>
  readonly description: string
}

/**
 * Declares an object that is read after the write, with the rights that the viewer has then: the owner of what is deleted
 * or moved, or what the mutation can hide from its caller. The resolver returns its id, or a condition that it matches.
 */
export const readAfter = <Name extends ModelName>(
  target: ModelRef<Name>,
  description: string,
): ReadField => ({
  reads: target as unknown as ModelRef<ModelName>,
  description,
})

export type PayloadFields = Readonly<Record<string, PayloadField>>

/** The values that a resolver returns for the fields of a payload. */
export type PayloadShape<Fields extends PayloadFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends ReadField
    ? string | Where | null
    : Fields[Name] extends {
          readonly type: infer Type extends TypeParam<GraphTypes>
          readonly description: string
        }
      ? ShapeFromTypeParam<GraphTypes, Type, Fields[Name] extends { readonly nullable: true } ? true : false>
      : Fields[Name] extends TypeParam<GraphTypes>
        ? ShapeFromTypeParam<GraphTypes, Fields[Name], false>
        : never
}

export interface MutationOptions<Args extends InputFieldMap, Fields extends PayloadFields> {
  readonly description: string
  readonly permission: RequiredPermission
  readonly args: Args
  /** The object that it is about in the audit log. A mutation that is recorded must have it. */
  readonly target?: DeclaredTarget
  /** The fields of the payload, each named after its noun: `space`, or `deletedSpaceId` for what is deleted. */
  readonly payload: Fields
  /** Describes the payload, if its fields do not say it all. */
  readonly payloadDescription?: string
  readonly payloadExtensions?: Readonly<Record<string, unknown>>
  /** Throws if the caller may not call the mutation with these ids. A mutation that takes files must have it. */
  readonly authorizeUploads?: (context: Context, ids: Omit<InputShapeFromFields<Args>, 'input'>) => unknown
  /** Throws likewise, before a body is read that may be larger than others: that of a row with `maximumBodyBytes`. */
  readonly authorizeLargeBody?: (context: Context, ids: Omit<InputShapeFromFields<Args>, 'input'>) => unknown
  readonly heavy?: HeavyWork
  /** Whether it waits for what other processes do, so that it cannot be in one transaction. */
  readonly runsLong?: true
  /** False for what is no act of a user on the organization, such as counting visitors: it is not in the audit log. */
  readonly isAudited?: false
  /** Whether it is recorded in the audit log by the job that it waits for. */
  readonly recordsItself?: true
  readonly resolve: Resolve<InputShapeFromFields<Args>, PayloadShape<Fields>>
}

/** Runs a mutation as a part of the transaction of its request, if that is one: of one that fails, nothing is kept. */
const inPart =
  <Args, Result>(resolve: Resolve<Args, Result>): Resolve<Args, Result> =>
  (root, args, context, info) => {
    const transaction = transactionOf(context.database)
    return transaction
      ? transaction.part(async () => resolve(root, args, context, info))
      : resolve(root, args, context, info)
  }

type Resolve<Args, Result> = (
  root: unknown,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => MaybePromise<Result>

/**
 * Returns the columns of the row that the client selects below a field of a payload. Undefined if the row must have all
 * columns: because code may read any of them, or the operation is not compiled.
 */
export const selectedColumns = (
  info: GraphQLResolveInfo,
  payloadField: string,
): readonly string[] | undefined => (info instanceof FieldInfo ? info.columnsBelow(payloadField) : undefined)

type MutationFieldBuilder = PothosSchemaTypes.MutationFieldBuilder<GraphTypes, GraphTypes['Root']>

/** Declares a mutation with a payload type of its own: `createSpace` returns `CreateSpacePayload`. */
export function mutation<Args extends InputFieldMap, Fields extends PayloadFields>(
  t: MutationFieldBuilder,
  options: MutationOptions<Args, Fields>,
): FieldRef<GraphTypes, unknown, FieldKind> {
  const {
    description,
    permission,
    args,
    authorizeUploads,
    authorizeLargeBody,
    heavy,
    runsLong,
    isAudited,
    recordsItself,
    resolve,
  } = options
  const payload = builder.objectRef<PayloadShape<Fields>>('Payload')
  const field = t.field({
    type: payload,
    description,
    permission,
    heavy,
    args,
    extensions: {
      target: options.target,
      ...(authorizeUploads && { authorizeUploads }),
      ...(authorizeLargeBody && { authorizeLargeBody }),
      ...(runsLong && { runsLong }),
      ...(isAudited === false && { isAudited }),
      ...(recordsItself && { recordsItself }),
    },
    resolve: inPart(resolve) as never,
  } as never)
  // The name of the mutation is known once it is added to the schema.
  field.onFirstUse(({ name }) => {
    builder.configStore.associateParamWithRef(payload, payloadType(name, options))
  })
  return field as unknown as FieldRef<GraphTypes, unknown, FieldKind>
}

function payloadType<Args extends InputFieldMap, Fields extends PayloadFields>(
  mutationName: string,
  { payload, payloadDescription, payloadExtensions }: MutationOptions<Args, Fields>,
): ObjectRef<GraphTypes, PayloadShape<Fields>> {
  return builder.objectRef<PayloadShape<Fields>>(payloadName(mutationName)).implement({
    description: payloadDescription ?? `The payload of the mutation \`${mutationName}\`.`,
    extensions: payloadExtensions,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(payload).map(([name, given]) => [
          name,
          t.field((isRead(given) ? readOptions(name, given) : givenOptions(name, given)) as never),
        ]),
      ),
      query: t.field(queryOptions as never),
    }),
  })
}

const givenOptions = (name: string, given: Exclude<PayloadField, ReadField>) => ({
  ...(isDescribed(given) ? given : { type: given, description: describe(name) }),
  resolve: (result: Row) => result[name],
})

const readOptions = (name: string, { reads, description }: ReadField) => ({
  type: reads,
  description,
  nullable: true,
  extensions: { [afterWriteExtension]: true },
  resolve: (result: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    const found = result[name] as string | Where | null
    // The mutation may have revoked the token of the request.
    if (found === null || !context.viewer) return null
    const declaration = declarationOf(reads.name)
    return typeof found === 'string'
      ? visibleRow(originOf(context, info), declaration, found)
      : rowWhere(context, declaration, found, declaration.visible)
  },
})

const queryOptions = {
  type: 'Query',
  description:
    'The queries, for what the mutation changed elsewhere. They see its writes, with the rights that the caller has after it.',
  extensions: { [afterWriteExtension]: true },
  resolve: () => ({}),
}

const payloadName = (mutationName: string) =>
  `${mutationName.charAt(0).toUpperCase()}${mutationName.slice(1)}Payload`

const isRead = (field: PayloadField): field is ReadField => typeof field === 'object' && 'reads' in field

const isDescribed = (field: PayloadField): field is DescribedField =>
  typeof field === 'object' && 'description' in field && 'type' in field

/** Describes a field by its name: `changeRequest` is "The change request after the mutation." */
function describe(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const id = /^(\w+) (.+) id$/.exec(words)
  return id ? `Id of the ${id[1]} ${id[2]}.` : `The ${words} after the mutation.`
}
