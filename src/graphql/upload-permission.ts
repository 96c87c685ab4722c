import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql'
import { AppError } from '../errors.ts'
import { stableId } from '../object-ids.ts'
import { type Context, withPermission } from './context.ts'
import { permissionOfField } from './permission-plugin.ts'

/** The ids in the arguments of a mutation, by name. */
export type IdArguments = Readonly<Record<string, string>>

/** Throws if the caller may not call a mutation with the ids. Called before files for it are received. */
export type AuthorizeUploads = (context: Context, ids: IdArguments) => unknown

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    authorizeUploads?: AuthorizeUploads
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
  { document, operationName, variables }: RequestedOperation,
  context: Context,
): Promise<void> {
  const operation = getOperationAST(document, operationName)
  const calls = operation ? callsWithFiles(schema, document, operation) : []
  if (calls.length === 0) throw new AppError('BAD_USER_INPUT', 'The operation takes no files.')
  for (const { field, authorize, node } of calls)
    await authorize(
      withPermission(context, permissionOfField(field) ?? 'public'),
      idsOf(field, node, variables),
    )
}

interface Call {
  readonly field: GraphQLField<unknown, unknown>
  readonly authorize: AuthorizeUploads
  readonly node: FieldNode
}

function callsWithFiles(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Call[] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  return rootFields(document, operation.selectionSet).flatMap((node) => {
    const field = fields[node.name.value]
    const authorize = field?.extensions.authorizeUploads
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
