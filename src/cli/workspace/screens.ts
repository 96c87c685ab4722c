import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kind, type OperationDefinitionNode, OperationTypeNode, print } from 'graphql'
import { readDocuments } from './operations.ts'
import { sources } from './paths.ts'

/** A screen of the workspace with the operations that it opens with: one of them, depending on what it shows. */
export interface WorkspaceScreen {
  /** Its address, with `:name` for each variable. */
  readonly path: string
  readonly operations: readonly OperationDefinitionNode[]
}

export interface WorkspaceFolder {
  readonly name: string
  readonly operations: readonly OperationDefinitionNode[]
}

/** Reads the screens from the routes. Throws if a screen has no operation, as each is read by one. */
export function readScreens(): readonly WorkspaceScreen[] {
  const routes = textOf('app/routes.tsx')
  const queries = queriesByConstant()
  return [...routes.matchAll(/^ {2}'(?<path>\/[^']+)': (?<screen>loaded\([^;]*?import\([^)]*\)|\w+)/gm)].map(
    ({ groups }) => {
      const { path = '', screen = '' } = groups ?? {}
      const file = join('app', moduleOf(screen, routes))
      const used = constantsRead(file, new Set()).flatMap((constant) => queries.get(constant) ?? [])
      if (used.length === 0) throw new Error(`The screen ${path} has no operation in ${file}.`)
      return { path, operations: used }
    },
  )
}

/** Reads the operations of the workspace by the folders that they are in. */
export function readFolders(): readonly WorkspaceFolder[] {
  const byFolder = Map.groupBy(readDocuments(), ({ file }) => dirname(file))
  return [...byFolder]
    .map(([name, documents]) => ({
      name,
      operations: documents
        .flatMap(({ document }) => document.definitions)
        .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION),
    }))
    .filter(({ operations }) => operations.length > 0)
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Returns the variables of an operation as its text has them. */
export const variablesOf = ({ variableDefinitions = [] }: OperationDefinitionNode): string =>
  variableDefinitions.map((definition) => print(definition)).join(', ')

const textOf = (file: string): string => readFileSync(join(sources, file), 'utf8')

/** Returns the module of a screen, relative to the routes: from its import, or from where its name comes from. */
function moduleOf(screen: string, routes: string): string {
  const [, imported] = /import\('([^']+)'\)/.exec(screen) ?? []
  if (imported) return imported
  const named =
    new RegExp(`import \\{ ${screen} \\} from '([^']+)'`).exec(routes) ??
    new RegExp(`const ${screen} = loaded\\([^;]*?import\\('([^']+)'\\)`).exec(routes)
  if (!named?.[1]) throw new Error(`The routes do not say where ${screen} is.`)
  return named[1]
}

/** Returns the queries by the files and the names of the constants that have them, such as `home/home-screen.tsx HomeQuery`. */
function queriesByConstant(): ReadonlyMap<string, OperationDefinitionNode> {
  return new Map(
    readDocuments().flatMap(({ file, text, document }) => {
      const [definition] = document.definitions
      if (definition?.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.QUERY)
        return []
      const source = textOf(file)
      const [, name] = /const (\w+) = graphql\(\s*`$/.exec(source.slice(0, source.indexOf(text))) ?? []
      return name ? [[`${file} ${name}`, definition] as const] : []
    }),
  )
}

/** How a module reads its data: by the hook of screens, or as the editor does, which keeps what it reads. */
const reads = [/\buseScreen\(\s*(\w+)/g, /\.query\(\s*(\w+)/g]

/**
 * Returns the constants of the queries that a module reads when it is shown. A module that reads none leaves that to the modules beside
 * it that it imports.
 */
function constantsRead(file: string, seen: Set<string>): readonly string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const text = textOf(file)
  const [own = []] = reads
    .map((pattern) => [...text.matchAll(pattern)].map(([, name]) => constantOf(file, text, name as string)))
    .filter((names) => names.length > 0)
  if (own.length > 0) return own
  const beside = [...text.matchAll(/'(\.\/[\w-]+\.tsx)'/g)].map(([, module]) =>
    join(dirname(file), module as string),
  )
  return [...new Set(beside.flatMap((module) => constantsRead(module, seen)))]
}

/** Returns a constant with the file that it is in: the file itself, or one that it imports it from. */
function constantOf(file: string, text: string, name: string): string {
  const [, from] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(text) ?? []
  return `${from ? join(dirname(file), from) : file} ${name}`
}
