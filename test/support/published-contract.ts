import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { type Difference, reviewedDifferences } from './contract-differences.ts'
import {
  type ContractVersion,
  contractDocument,
  contractVersions,
  type Objects,
  type Part,
  partAt,
  pointerOf,
  pointersFrom,
  resolved,
} from './contract-document.ts'
import type { Exchange } from './contract-recorder.ts'

/** An operation of one of the contracts. */
export interface ContractOperation {
  readonly version: ContractVersion
  readonly method: string
  /** As the contract writes it, for example /spaces/{spaceId}. */
  readonly path: string
  /** Matches the paths of the operation. */
  readonly takes: RegExp
  readonly described: Part
  readonly pointer: string
}

export interface PublishedContract {
  readonly operations: readonly ContractOperation[]
  /** The operation that takes a request, if one does. */
  operationOf(request: { method: string; path: string }): ContractOperation | undefined
  /** Returns the faults of the body of an answer with a status that the operation declares. */
  faultsOfAnswer(answer: { status: number; answer: string }, operation: ContractOperation): string[]
  /** Returns the faults of an exchange. Empty if it conforms to the contract. */
  faultsOf(exchange: Exchange): string[]
  /** Returns whether an exchange is checked against the schema that differs. */
  concerns(exchange: Exchange, difference: Difference): boolean
  /** Returns the faults of a value of a named schema of 0.130.0. */
  faultsOfValue(name: string, value: unknown): string[]
}

/** Returns the published contracts, changed by what differs. */
export function publishedContract(
  differences: readonly Difference[],
  versions: readonly ContractVersion[] = contractVersions,
  objects: Objects = 'closed',
): PublishedContract {
  const documents = Object.fromEntries(
    versions.map((version) => [version, contractDocument(version, differences, objects)]),
  ) as Record<ContractVersion, Part>
  const operations = versions.flatMap((version) => operationsOf(version, documents[version]))
  const ajv = new Ajv2019({
    strict: false,
    allErrors: true,
    formats,
    inlineRefs: false,
    code: { optimize: false },
  })
  for (const version of versions) ajv.addSchema(documents[version], version)

  const operationOf: PublishedContract['operationOf'] = ({ method, path }) =>
    operations.find((operation) => operation.method === method && operation.takes.test(path))

  function faultsFoundBy(validate: ValidateFunction, value: unknown): string[] {
    if (validate(value)) return []
    const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length
    // The deepest first: a fault below lets all the variants around it fail too.
    return (validate.errors ?? [])
      .toSorted((one, other) => depth(other) - depth(one))
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
  }

  const faultsAt = ({ version }: ContractOperation, pointer: string, value: unknown): string[] =>
    faultsFoundBy(ajv.getSchema(`${version}#${pointer}${jsonSchema}`) as ValidateFunction, value)

  function faultsOfRequest({ query, sent }: Exchange, operation: ContractOperation): string[] {
    const { parameters = [], requestBody } = operation.described
    const names = parameters.map((parameter: Part) => resolved(documents[operation.version], parameter).name)
    const undeclared = [...query.keys()].filter((name) => !names.includes(name))
    const faults = undeclared.map((name) => `the query parameter ${name} is not declared`)
    if (!requestBody) return sent === undefined ? faults : [...faults, 'no body is declared']
    if (sent === undefined) return requestBody.required ? [...faults, 'a body is required'] : faults
    const found = faultsAt(operation, `${operation.pointer}/requestBody`, sent)
    return [...faults, ...found.map((fault) => `sent ${fault}`)]
  }

  const faultsOfAnswer: PublishedContract['faultsOfAnswer'] = ({ status, answer }, operation) => {
    const declared = operation.described.responses[status]
    if (!declared) return [`the status ${status} is not declared`]
    const pointer = declared.$ref?.slice(1) ?? `${operation.pointer}/responses/${status}`
    const { content } = partAt(documents[operation.version], pointer)
    if (!content) return answer === '' ? [] : ['no content is declared']
    return faultsAt(operation, pointer, JSON.parse(answer)).map((fault) => `answered ${fault}`)
  }

  const reached = new Map<ContractOperation, ReadonlySet<string>>()

  function pointersOf(operation: ContractOperation): ReadonlySet<string> {
    const found = reached.get(operation) ?? pointersFrom(documents[operation.version], operation.pointer)
    reached.set(operation, found)
    return found
  }

  return {
    operationOf,
    operations,
    faultsOfAnswer,
    concerns: (exchange, difference) => {
      const operation = operationOf(exchange)
      if (operation?.version !== (difference.contract ?? '0.130.0')) return false
      const differs = `${pointerOf(difference)}/`
      return [...pointersOf(operation)].some((pointer) => differs.startsWith(`${pointer}/`))
    },
    faultsOf: (exchange) => {
      const operation = operationOf(exchange)
      if (!operation) return ['there is no such operation']
      // What is refused as malformed is none of the contract's words, and should not be.
      const said = exchange.status === 400 ? [] : faultsOfRequest(exchange, operation)
      return [...said, ...faultsOfAnswer(exchange, operation)]
    },
    faultsOfValue: (name, value) => {
      const $ref = `0.130.0#/components/schemas/${name}`
      return faultsFoundBy(ajv.compile({ $ref, unevaluatedProperties: false }), value)
    },
  }
}

const jsonSchema = '/content/application~1json/schema'

/** Returns the operations of a contract, those with the fewest placeholders first, as `latest` is no version. */
function operationsOf(version: ContractVersion, document: Part): ContractOperation[] {
  const placeholders = ({ path }: ContractOperation) => path.split('{').length
  return Object.entries<Part>(document.paths)
    .flatMap(([path, item]) =>
      Object.entries<Part>(item).map(([method, described]) => ({
        version,
        method: method.toUpperCase(),
        path,
        takes: new RegExp(`^${path.replace('{pagePath}', '.+').replace(/\{\w+\}/g, '[^/]+')}$`),
        described,
        pointer: `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`,
      })),
    )
    .sort((one, other) => placeholders(one) - placeholders(other))
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const isMoment = (text: string) => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\dT.*Z$/.test(text)

const formats = {
  uri: isWebAddress,
  'date-time': isMoment,
  int32: { type: 'number', validate: Number.isInteger },
  emoji: true,
  icon: true,
  byte: true,
} as const

/** The published contracts, but for the reviewed differences. */
export const reviewedContract = publishedContract(reviewedDifferences)
