import { tsPlugin } from '@sveltejs/acorn-typescript'
import { type Node, Parser } from 'acorn'

/** A value of JSON, or undefined for what only running the program could tell. */
export type Literal = string | number | boolean | null | undefined | readonly Literal[] | LiteralObject
export interface LiteralObject {
  readonly [name: string]: Literal
}

/** The other files of a source that a module may import. */
export interface Modules {
  /** The path of the module itself. */
  readonly path: string
  /** Returns a file that a module imports by a relative name. */
  readonly find: (from: string, name: string) => { readonly path: string; readonly text: string } | undefined
}

/** The reading of a program, which may have several files. */
interface Reading {
  readonly modules: Modules | undefined
  readonly scopes: Map<string, Scope>
  /** The number of nodes that may still be read: a name can be used many times. */
  left: number
}

/** The constants and functions of a file that an expression may refer to. */
interface Scope {
  readonly reading: Reading
  readonly path: string
  readonly body: readonly SyntaxNode[]
  readonly values: ReadonlyMap<string, SyntaxNode>
  readonly imports: ReadonlyMap<string, Imported>
}

/** A name of another file: `default`, `*` for all, or that of a constant. */
interface Imported {
  readonly from: string
  readonly name: string
}

type SyntaxNode = Node & Record<string, unknown>

const maximumNodes = 200_000
const parser = Parser.extend(tsPlugin())

/**
 * Returns the value that a JavaScript or TypeScript module exports as default, as far as it is written down: literals,
 * objects, arrays, constants and functions of the file and of files that it imports that return such, and the first argument
 * of other functions, such as `defineConfig`. Nothing is run. Throws if the file is malformed.
 */
export function readExportedLiteral(source: string, modules?: Modules): Literal {
  const reading: Reading = { modules, scopes: new Map(), left: maximumNodes }
  return exportedFrom(scopeOf(reading, modules?.path ?? '', source))
}

function scopeOf(reading: Reading, path: string, source: string): Scope {
  const { body } = parser.parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    allowHashBang: true,
  }) as unknown as { body: SyntaxNode[] }
  return { reading, path, body, values: namedValues(body), imports: importedNames(body) }
}

function exportedFrom(scope: Scope): Literal {
  const exported = scope.body.flatMap((statement) => exportedBy(statement) ?? [])
  return exported.map((node) => literalOf(node, scope)).findLast((value) => value !== undefined)
}

function importedNames(body: readonly SyntaxNode[]): Map<string, Imported> {
  const names = new Map<string, Imported>()
  for (const { type, source, specifiers } of body) {
    if (type !== 'ImportDeclaration') continue
    const from = (source as { value: string }).value
    for (const { type: kind, local, imported } of specifiers as SyntaxNode[]) {
      const name =
        kind === 'ImportSpecifier' ? nameOf(imported) : kind === 'ImportDefaultSpecifier' ? 'default' : '*'
      names.set(nameOf(local) ?? '', { from, name: name ?? 'default' })
    }
  }
  return names
}

/** Returns the value that a file of the source exports by a name. Files that cannot be read export nothing. */
function importedValue({ from, name }: Imported, { reading, path }: Scope): Literal {
  const file = from.startsWith('.') ? reading.modules?.find(path, from) : undefined
  if (!file) return undefined
  try {
    if (file.path.endsWith('.json')) return JSON.parse(file.text) as Literal
    const scope = reading.scopes.get(file.path) ?? scopeOf(reading, file.path, file.text)
    reading.scopes.set(file.path, scope)
    if (name === 'default') return exportedFrom(scope)
    if (name !== '*') return literalOf(scope.values.get(name), scope)
    return Object.fromEntries([...scope.values].map(([key, node]) => [key, literalOf(node, scope)]))
  } catch {
    return undefined
  }
}

function namedValues(body: readonly SyntaxNode[]): Map<string, SyntaxNode> {
  const named = new Map<string, SyntaxNode>()
  for (const statement of body) {
    const declaration = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement
    const { type, declarations, id } = declaration as SyntaxNode
    if (type === 'FunctionDeclaration') named.set(nameOf(id) ?? '', declaration as SyntaxNode)
    if (type !== 'VariableDeclaration') continue
    for (const each of declarations as SyntaxNode[])
      if (each.init) named.set(nameOf(each.id) ?? '', each.init as SyntaxNode)
  }
  return named
}

function exportedBy(statement: SyntaxNode): SyntaxNode | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration as SyntaxNode
  const { type, left, right } = ((statement.type === 'ExpressionStatement' && statement.expression) ||
    {}) as SyntaxNode
  if (type !== 'AssignmentExpression') return undefined
  const { object, property } = left as SyntaxNode
  return nameOf(object) === 'module' && nameOf(property) === 'exports' ? (right as SyntaxNode) : undefined
}

const nameOf = (node: unknown): string | undefined => {
  const { type, name } = (node ?? {}) as SyntaxNode
  return type === 'Identifier' ? (name as string) : undefined
}

function literalOf(given: unknown, scope: Scope): Literal {
  const node = given as SyntaxNode | null
  if (!node || --scope.reading.left < 0) return undefined
  switch (node.type) {
    case 'Literal':
      return isPlain(node.value) ? node.value : undefined
    case 'TemplateLiteral':
      return templateText(node, scope)
    case 'ArrayExpression':
      return (node.elements as SyntaxNode[]).flatMap((element) => elementsOf(element, scope))
    case 'ObjectExpression':
      return objectOf(node.properties as SyntaxNode[], scope)
    case 'Identifier':
      return namedValue(node.name as string, scope)
    case 'LogicalExpression':
      return literalOf(node.left, scope) ?? literalOf(node.right, scope)
    case 'BinaryExpression':
      return sumOf(literalOf(node.left, scope), literalOf(node.right, scope), node.operator)
    case 'MemberExpression':
      return memberOf(node, scope)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return returnedBy(node, scope)
    case 'CallExpression':
      return calledBy(node, scope)
    case 'AwaitExpression':
      return literalOf(node.argument, scope)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return literalOf(node.expression, scope)
    default:
      return undefined
  }
}

function namedValue(name: string, scope: Scope): Literal {
  const imported = scope.imports.get(name)
  return imported ? importedValue(imported, scope) : literalOf(scope.values.get(name), scope)
}

const sumOf = (left: Literal, right: Literal, operator: unknown): string | undefined =>
  operator === '+' && typeof left === 'string' && typeof right === 'string' ? left + right : undefined

const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

function templateText({ quasis, expressions }: SyntaxNode, scope: Scope): string | undefined {
  const parts = (expressions as SyntaxNode[]).map((expression) => literalOf(expression, scope))
  if (parts.some((part) => typeof part !== 'string' && typeof part !== 'number')) return undefined
  const texts = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return texts.map((text, index) => text + (parts[index] ?? '')).join('')
}

function elementsOf(element: SyntaxNode | null, scope: Scope): Literal[] {
  if (element?.type !== 'SpreadElement') return [literalOf(element, scope)]
  const spread = literalOf(element.argument, scope)
  return Array.isArray(spread) ? [...spread] : [undefined]
}

function objectOf(properties: readonly SyntaxNode[], scope: Scope): LiteralObject {
  const members = properties.flatMap((property): [string, Literal][] => {
    if (property.type === 'SpreadElement') {
      const spread = literalOf(property.argument, scope)
      return isObject(spread) ? Object.entries(spread) : []
    }
    const { key, value, computed } = property
    const name = computed ? literalOf(key, scope) : (nameOf(key) ?? (key as SyntaxNode).value)
    return typeof name === 'string' || typeof name === 'number'
      ? [[String(name), literalOf(value, scope)]]
      : []
  })
  return Object.fromEntries(members)
}

export const isObject = (value: Literal): value is LiteralObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function memberOf({ object, property, computed }: SyntaxNode, scope: Scope): Literal {
  const whole = literalOf(object, scope)
  const name = computed ? literalOf(property, scope) : nameOf(property)
  if (!isObject(whole) || typeof name !== 'string' || !Object.hasOwn(whole, name)) return undefined
  return whole[name]
}

function returnedBy({ body }: SyntaxNode, scope: Scope): Literal {
  const { type, body: statements } = body as SyntaxNode
  if (type !== 'BlockStatement') return literalOf(body, scope)
  const last = (statements as SyntaxNode[]).at(-1)
  return last?.type === 'ReturnStatement' ? literalOf(last.argument, scope) : undefined
}

function calledBy({ callee, arguments: given }: SyntaxNode, scope: Scope): Literal {
  const [first] = given as SyntaxNode[]
  const name = nameOf(callee)
  if (name === 'require' && !scope.values.has(name)) {
    const from = literalOf(first, scope)
    return typeof from === 'string' ? importedValue({ from, name: 'default' }, scope) : undefined
  }
  if (name !== undefined && (scope.values.has(name) || isOwnImport(scope.imports.get(name))))
    return namedValue(name, scope)
  const method = nameOf((callee as SyntaxNode).property)
  // The first argument of `map` and others is no value, but makes several.
  return method === undefined || /^(?:define|with)/.test(method) ? literalOf(first, scope) : undefined
}

const isOwnImport = (imported: Imported | undefined) => imported?.from.startsWith('.') === true
