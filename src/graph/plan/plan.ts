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
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql'
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js'
import { models } from '../declare/model-registry.ts'
import { permissionOfField } from '../declare/permission.ts'
import type { Strategy } from '../fields/field-kind.ts'
import { plannedStrategy } from '../fields/kinds.ts'
import { Columns } from './columns.ts'
import type { Field, FieldPlan, RowsPlan, SelectionPlan, TypePlan } from './field-plan.ts'
import { columnsOfPermission } from './needs.ts'

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
      columns.add(...columnsOfPermission(plan))
      plan.strategy.needs(plan, columns)
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

/** Returns whether plugins stand before the resolver of a field, or map its arguments. */
const isWrapped = ({ extensions }: Field): boolean => {
  const { pothosResolveWrapped, pothosArgMappers } = extensions as PothosExtensions
  return pothosResolveWrapped !== false || (pothosArgMappers?.length ?? 0) > 0
}

interface PothosExtensions {
  readonly pothosResolveWrapped?: boolean
  readonly pothosArgMappers?: readonly unknown[]
}

function strategyOf(
  parentType: GraphQLObjectType,
  field: Field,
  selection: SelectionPlan | undefined,
  rows: Map<string, RowsPlan>,
): Strategy {
  const declared = models.get(parentType.name)?.fields.get(field.name)
  const wrapped = isWrapped(field)
  const takesArguments = field.args.length > 0
  const isPlain = !wrapped && !takesArguments
  const isCheckedOnly = !wrapped || (!takesArguments && permissionOfField(field) !== undefined)
  return plannedStrategy({ field, parentType, selection, declared, isPlain, isCheckedOnly, rows })
}
