import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  Kind,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql'
import { assertToken } from '../access/authorize.ts'
import { AppError } from '../base/errors.ts'
import { stableId } from '../base/object-ids.ts'
import { permissionOfField } from '../graph/declare/permission.ts'
import { type Context, withPermission } from '../request/context.ts'

/** The ids in the arguments of a mutation, by name. */
export type IdArguments = Readonly<Record<string, string>>

/** Throws if the caller may not call a mutation with the ids. Called before what it takes is received. */
export type AuthorizeEarly = (context: Context, ids: IdArguments) => unknown

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Called before files are received. */
    authorizeUploads?: AuthorizeEarly
    /** Called before a body is received that may be larger than others. */
    authorizeLargeBody?: AuthorizeEarly
  }
}

/** A valid document, and the operation of it that a request asks for. */
export interface RequestedOperation {
  readonly document: DocumentNode
  /** Absent for the only operation of the document. */
  readonly operationName?: string
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * Asserts that the caller may call the mutations of an operation that take files, before any file is received. Throws
 * BAD_USER_INPUT if none of them takes files.
 */
export async function authorizeUploads(
  schema: GraphQLSchema,
  requested: RequestedOperation,
  context: Context,
): Promise<void> {
  const calls = callsWith('authorizeUploads', schema, requested)
  if (calls.length === 0) throw new AppError('BAD_USER_INPUT', 'The operation takes no files.')
  await authorizeCalls(calls, requested, context)
}

/** Asserts that the caller may call the mutations of an operation whose body may be larger than others, before it is read. */
export async function authorizeLargeBody(
  schema: GraphQLSchema,
  requested: RequestedOperation,
  context: Context,
): Promise<void> {
  assertToken(context, 'write')
  await authorizeCalls(callsWith('authorizeLargeBody', schema, requested), requested, context)
}

async function authorizeCalls(
  calls: readonly Call[],
  { variables }: RequestedOperation,
  context: Context,
): Promise<void> {
  for (const { field, authorize, node } of calls)
    await authorize(
      withPermission(context, permissionOfField(field) ?? 'public'),
      idsOf(field, node, variables),
    )
}

interface Call {
  readonly field: GraphQLField<unknown, unknown>
  readonly authorize: AuthorizeEarly
  readonly node: FieldNode
}

function callsWith(
  extension: 'authorizeUploads' | 'authorizeLargeBody',
  schema: GraphQLSchema,
  { document, operationName }: RequestedOperation,
): Call[] {
  const operation = getOperationAST(document, operationName)
  if (!operation) return []
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  return rootFields(document, operation.selectionSet).flatMap((node) => {
    const field = fields[node.name.value]
    const authorize = field?.extensions[extension]
    return field && authorize ? [{ field, authorize, node }] : []
  })
}

/** Returns the fields of a selection, those in fragments included. Validation has refused cycles. */
function rootFields(document: DocumentNode, { selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(document, selection.name.value)
    return fragment ? rootFields(document, fragment.selectionSet) : []
  })
}

const fragmentOf = ({ definitions }: DocumentNode, name: string): FragmentDefinitionNode | undefined =>
  definitions.find(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  )

function idsOf(
  { args }: Call['field'],
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): IdArguments {
  const ids = args.flatMap(({ name, type }) => {
    const given = node.arguments?.find((argument) => argument.name.value === name)
    if (!given || getNamedType(type).name !== 'ID') return []
    const value = valueFromAST(given.value, type, variables)
    return typeof value === 'string' ? [[name, stableId(value)]] : []
  })
  return Object.fromEntries(ids)
}
