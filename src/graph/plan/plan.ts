import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql'
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js'
import { policyOfReferred } from '../batched/loaded-rows.ts'
import { type ConnectionPart, columnExtension, listExtension, partExtension } from '../declare/connection.ts'
import { declarationOf, type FieldDeclaration, models, type Related } from '../declare/model-registry.ts'
import { permissionOfField } from '../declare/permission.ts'
import { referenceOf } from '../sql/where.ts'
import { Columns } from './columns.ts'
import type {
  Declared,
  Field,
  FieldPlan,
  ListOptions,
  RowsPlan,
  SelectionPlan,
  Strategy,
  TypePlan,
} from './field-plan.ts'
import { columnsOf, columnsOfCode, columnsOfPermission } from './needs.ts'

type Collect = (type: GraphQLObjectType) => ReadonlyMap<string, readonly FieldNode[]>

/** The fields selected on the values of a field, which are planned for each type of object when it first occurs. */
class PlannedSelection implements SelectionPlan {
  readonly #operation: OperationPlan
  readonly #collect: Collect
  readonly #path: string
  readonly #types = new Map<GraphQLObjectType, TypePlan>()

  constructor(operation: OperationPlan, collect: Collect, path: string) {
    this.#operation = operation
    this.#collect = collect
    this.#path = path
  }

  possibleTypes(type: GraphQLAbstractType): readonly GraphQLObjectType[] {
    return this.#operation.schema.getPossibleTypes(type)
  }

  of(type: GraphQLObjectType): TypePlan {
    const known = this.#types.get(type)
    if (known) return known
    const plan = this.#operation.planType(type, this.#collect(type), this.#path)
    this.#types.set(type, plan)
    return plan
  }
}

/** The plan of an operation, for one choice of what its directives include. */
export class OperationPlan {
  readonly root: SelectionPlan
  readonly schema: GraphQLSchema
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>
  readonly #variables: Readonly<Record<string, unknown>>
  /** The selections by the places of the document, which objects of different types share. */
  readonly #selections = new Map<string, SelectionPlan>()
  readonly #numbers = new Map<FieldNode, number>()
  #planned = 0

  constructor(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    variables: Readonly<Record<string, unknown>>,
  ) {
    this.schema = schema
    this.#fragments = fragments
    this.#variables = variables
    const collect: Collect = (type) =>
      collectFields(schema, fragments, variables, type, operation.selectionSet)
    this.root = new PlannedSelection(this, collect, '')
  }

  /** The number of fields that are planned so far. */
  get planned(): number {
    return this.#planned
  }

  planType(
    type: GraphQLObjectType,
    selected: ReadonlyMap<string, readonly FieldNode[]>,
    path: string,
  ): TypePlan {
    const rows = new Map<string, RowsPlan>()
    const fields: FieldPlan[] = []
    const columns = new Columns()
    for (const [key, nodes] of selected) {
      const name = (nodes[0] as FieldNode).name.value
      const field: Field | undefined =
        name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : type.getFields()[name]
      if (!field) continue
      const plan = this.#planField(type, key, field, nodes, path === '' ? key : `${path}.${key}`, rows)
      this.#planned++
      fields.push(plan)
      addColumns(columns, plan)
    }
    return { type, fields, columns }
  }

  #planField(
    parentType: GraphQLObjectType,
    key: string,
    field: Field,
    nodes: readonly FieldNode[],
    path: string,
    rows: Map<string, RowsPlan>,
  ): FieldPlan {
    const nullable = !isNonNullType(field.type)
    const type = isNonNullType(field.type) ? field.type.ofType : field.type
    const isList = isListType(type)
    const named = getNamedType(field.type)
    const leaf = isLeafType(named) ? named : undefined
    const selection = leaf ? undefined : this.#selectionOf(nodes, path)
    return {
      key,
      field,
      nodes,
      parentType,
      strategy: strategyOf(parentType, field, selection, rows),
      isWrapped: isWrapped(field),
      nullable,
      isList,
      itemNullable: isList && !isNonNullType(type.ofType),
      leaf,
      composite: isLeafType(named) ? undefined : named,
      selection,
      path,
    }
  }

  #selectionOf(nodes: readonly FieldNode[], path: string): SelectionPlan {
    const place = `${nodes.map((node) => this.#numberOf(node)).join()} ${path}`
    const known = this.#selections.get(place)
    if (known) return known
    const collect: Collect = (type) =>
      collectSubfields(this.schema, this.#fragments, this.#variables, type, nodes)
    const selection = new PlannedSelection(this, collect, path)
    this.#selections.set(place, selection)
    return selection
  }

  #numberOf(node: FieldNode): number {
    const number = this.#numbers.get(node) ?? this.#numbers.size
    this.#numbers.set(node, number)
    return number
  }
}

interface PothosExtensions {
  readonly pothosExposedField?: string
  readonly pothosResolveWrapped?: boolean
  readonly pothosArgMappers?: readonly unknown[]
  readonly [listExtension]?: ListOptions
  readonly [partExtension]?: ConnectionPart
  readonly [columnExtension]?: string
}

const extensionsOf = (field: Field) => field.extensions as PothosExtensions

/** Returns whether plugins stand before the resolver of a field, or map its arguments. */
const isWrapped = (field: Field): boolean => {
  const { pothosResolveWrapped, pothosArgMappers } = extensionsOf(field)
  return pothosResolveWrapped !== false || (pothosArgMappers?.length ?? 0) > 0
}

function strategyOf(
  parentType: GraphQLObjectType,
  field: Field,
  selection: SelectionPlan | undefined,
  rows: Map<string, RowsPlan>,
): Strategy {
  if (field === TypeNameMetaFieldDef) return { kind: 'typename' }
  const extensions = extensionsOf(field)
  const options = extensions[listExtension]
  if (options) return { kind: 'list', options }
  const part = extensions[partExtension]
  if (part) return { kind: 'part', part }
  const declared = models.get(parentType.name)?.fields.get(field.name)
  if (declared && !isPlannable(field, declared)) return { kind: 'code' }
  if (!declared && (isWrapped(field) || field.args.length > 0)) return { kind: 'code' }
  switch (declared?.kind) {
    case 'column':
      return declared.visible
        ? { kind: 'guarded', column: declared.column }
        : { kind: 'property', name: declared.column }
    case 'one':
      return { kind: 'one', column: declared.column, rows: rowsOf(declared, field, selection, rows) }
    case 'same':
      return { kind: 'same' }
    case 'all':
      return { kind: 'all', declared }
    case 'count':
      return { kind: 'count', declared }
    case 'computed':
      return declared.resolve ? { kind: 'computed', declared } : { kind: 'code' }
    case 'code':
      return { kind: 'code' }
    default: {
      const column = extensions.pothosExposedField ?? extensions[columnExtension]
      return column === undefined ? { kind: 'code' } : { kind: 'property', name: column }
    }
  }
}

/** Returns whether a field can be read without its resolver: only its permission is checked besides. */
function isPlannable(field: Field, { kind }: FieldDeclaration): boolean {
  const takesArguments = field.args.length > 0
  if (isWrapped(field) && (takesArguments || permissionOfField(field) === undefined)) return false
  return kind === 'computed' || (kind === 'one' && !takesArguments) || (!isWrapped(field) && !takesArguments)
}

/** Returns the read of a row of another model, which fields that refer to the same row share. */
function rowsOf(
  declared: Declared<'one'>,
  field: Field,
  selection: SelectionPlan | undefined,
  rows: Map<string, RowsPlan>,
): RowsPlan {
  const { target, column, of, filter, policy } = declared
  const name = `${target} ${of} ${column} ${filter || policy ? field.name : ''}`
  const plan = rows.get(name) ?? {
    declaration: declarationOf(target),
    of,
    policy: policyOfReferred(declared),
    columns: new Columns(),
  }
  rows.set(name, plan)
  plan.columns.add(of)
  const type = getNamedType(field.type)
  if (isObjectType(type) && selection) plan.columns.include(selection.of(type).columns)
  else plan.columns.addAll()
  return plan
}

/** Adds the columns of the parent that a field needs. */
function addColumns(columns: Columns, plan: FieldPlan): void {
  const { strategy } = plan
  columns.add(...columnsOfPermission(plan))
  switch (strategy.kind) {
    case 'typename':
      return
    case 'property':
      columns.add(strategy.name)
      return
    case 'guarded':
      columns.guard(strategy.column)
      return
    case 'one':
      columns.add(strategy.column)
      return
    case 'all':
      columns.add(...strategy.declared.relation.keys)
      return
    case 'count': {
      const { relation, stored } = strategy.declared
      columns.add(...relation.keys, ...(stored ? [stored.column] : []))
      return
    }
    case 'same':
      columns.include(columnsOf(plan))
      return
    case 'computed':
      columns.add(...strategy.declared.from)
      columns.add(...referringColumns(plan.parentType, strategy.declared.with))
      return
    case 'list': {
      const { attach, attaches, parent } = strategy.options
      const keys = parent.columns?.filter((key) => typeof key === 'string')
      if (!keys || (attach && !attaches)) columns.addAll()
      else columns.add(...keys, ...(attaches ?? []))
      return
    }
    default:
      columns.include(columnsOfCode(plan))
  }
}

const referringColumns = (type: GraphQLObjectType, related: Related): string[] =>
  Object.keys(related).map((relation) => referenceOf(declarationOf(type.name).table, relation).column)
