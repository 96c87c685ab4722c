import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  isInputType,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql'
import { type FieldFault, maximumFaults } from '../base/errors.ts'
import { faultBy } from '../base/rules.ts'

type Step = string | number

/** The message of an object that lacks a field or has one that its type has not, which names the field instead of its path. */
const ofField = /^Field "(?:\w+\.)?(\w+)" (?:of required type|is not defined by type)/

/** Paths omit the `input` argument, whose members are the members of the body in REST. */
function faultAt(path: readonly Step[], message: string): FieldFault {
  const [, field] = ofField.exec(message) ?? []
  const whole = field === undefined || path.at(-1) === field ? path : [...path, field]
  return { path: (whole[0] === 'input' && whole.length > 1 ? whole.slice(1) : whole).join('.'), message }
}

const withFields = (error: GraphQLError, fields: readonly FieldFault[]): GraphQLError =>
  new GraphQLError(error.message, {
    ...error,
    nodes: error.nodes,
    extensions: { ...error.extensions, fields },
  })

/** Adds the path to the errors of values that a document contains. Other errors stay as they are. */
export function withPathsOfValues(
  document: DocumentNode,
  errors: readonly GraphQLError[],
): readonly GraphQLError[] {
  return errors.map((error) => {
    const [node] = error.nodes ?? []
    const path = node && pathOfValue(document, node)
    return path ? withFields(error, [faultAt(path, error.message)]) : error
  })
}

/** Returns the path of a node in the arguments of a field; undefined for a node that is in none. */
function pathOfValue(document: DocumentNode, target: ASTNode): readonly Step[] | undefined {
  const steps: Step[] = []
  let found: readonly Step[] | undefined
  visit(document, {
    enter(node, key, parent) {
      if (found) return false
      const step = stepOf(node, key, parent)
      if (step !== undefined) steps.push(step)
      if (node === target) found = [...steps]
      return undefined
    },
    leave(node, key, parent) {
      if (stepOf(node, key, parent) !== undefined) steps.pop()
    },
  })
  return found && found.length > 0 ? found : undefined
}

function stepOf(
  node: ASTNode,
  key: string | number | undefined,
  parent: ASTNode | readonly ASTNode[] | undefined,
): Step | undefined {
  if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return node.name.value
  const isItem = Array.isArray(parent) && typeof key === 'number' && isValue(node)
  return isItem ? key : undefined
}

const isValue = ({ kind }: ASTNode): boolean => kind === Kind.VARIABLE || kind.endsWith('Value')

/** The variables of an operation, as they are executed. */
type GivenVariables = Pick<ExecutionArgs, 'schema' | 'variableValues' | 'hideSuggestions'>

/** Adds the path to the errors of variables that have not the type that the operation declares. */
export function withPathsOfVariables(
  given: GivenVariables,
  errors: readonly GraphQLError[],
): readonly GraphQLError[] {
  const faultsByVariable = new Map<VariableDefinitionNode, FieldFault[]>()
  return errors.map((error) => {
    const definition = error.nodes?.find((node) => node.kind === Kind.VARIABLE_DEFINITION)
    if (!definition) return error
    const faults = faultsByVariable.get(definition) ?? faultsOfVariable(given, definition)
    faultsByVariable.set(definition, faults)
    // The errors of a variable are in the order of its faults.
    const fault = faults.shift()
    return fault ? withFields(error, [fault]) : error
  })
}

const enough = Symbol('enough faults')

function faultsOfVariable(
  { schema, variableValues, hideSuggestions }: GivenVariables,
  { variable, type: typeNode }: VariableDefinitionNode,
): FieldFault[] {
  const variables = variableValues ?? {}
  const name = variable.name.value
  const type = typeFromAST(schema, typeNode)
  if (!Object.hasOwn(variables, name)) return [faultBy(name, 'REQUIRED')]
  if (variables[name] === null) return [faultBy(name, 'NULL')]
  const faults: FieldFault[] = []
  if (!isInputType(type)) return faults
  const addFault = (path: readonly Step[], _value: unknown, { message }: GraphQLError) => {
    faults.push(faultAt([name, ...path], message))
    if (faults.length === maximumFaults) throw enough
  }
  try {
    coerceInputValue(variables[name], type, addFault, hideSuggestions)
  } catch (thrown) {
    if (thrown !== enough) throw thrown
  }
  return faults
}
