import { type GraphQLSchema, getOperationAST, getVariableValues } from 'graphql'
import { z } from 'zod'
import { invalidInput } from '../base/errors.ts'
import { setAtPath } from '../http/body-path.ts'
import { JsonStructure } from '../http/json-structure.ts'
import { type MultipartBody, maximumFiles, type Uploads } from '../http/multipart.ts'
import type { DocumentCache } from './document-cache.ts'
import type { RequestedOperation } from './upload-permission.ts'
import { newPlaceholder } from './uploads.ts'

const operationsSchema = z.record(z.string(), z.unknown())
const mapSchema = z
  .record(z.string(), z.array(z.string()).max(20))
  .refine((map) => Object.keys(map).length <= maximumFiles)

/** A request in the form of the GraphQL multipart request specification, before its files are received. */
export interface MultipartRequest {
  /** The request. Where a file stands in its variables, it has the text that stands for the file. */
  readonly operations: Readonly<Record<string, unknown>>
  /** The texts that stand for files, by the names of their parts. */
  readonly placeholders: ReadonlyMap<string, string>
}

/** Reads the part `operations`, which has the request, and `map`, which has the paths in it at which the files stand. */
export function readMultipartRequest(fields: MultipartBody['fields']): MultipartRequest {
  const operations = jsonPart(fields, 'operations', operationsSchema)
  const placeholders = new Map<string, string>()
  for (const [name, paths] of Object.entries(jsonPart(fields, 'map', mapSchema))) {
    const placeholder = newPlaceholder()
    placeholders.set(name, placeholder)
    for (const path of paths) setAtPath(operations, path, placeholder)
  }
  return { operations, placeholders }
}

/** Returns the received files by the texts that stand for them. */
export function uploadsOf({ placeholders }: MultipartRequest, files: MultipartBody['files']): Uploads {
  return new Map(
    [...placeholders].map(([name, placeholder]) => {
      const upload = files.get(name)
      if (!upload) throw invalidInput('map', 'names a file that the request does not have')
      return [placeholder, upload]
    }),
  )
}

/** Returns the operation that a request asks for; undefined if its document or its variables are invalid. */
export function requestedOperation(
  schema: GraphQLSchema,
  documents: DocumentCache,
  { operations }: MultipartRequest,
): RequestedOperation | undefined {
  const document = documents.ofRequest(operations)
  if (!document) return undefined
  const { operationName, variables } = operations
  const name = typeof operationName === 'string' ? operationName : undefined
  const definitions = getOperationAST(document, name)?.variableDefinitions ?? []
  const given = typeof variables === 'object' ? { ...variables } : {}
  const { coerced } = getVariableValues(schema, definitions, given, { maxErrors: 1 })
  return coerced && { document, operationName: name, variables: coerced }
}

function jsonPart<Value>(fields: MultipartBody['fields'], name: string, schema: z.ZodType<Value>): Value {
  const text = fields.get(name) ?? ''
  new JsonStructure().add(Buffer.from(text))
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw invalidInput(
      name,
      'must be a part before the files with a JSON object, as the GraphQL multipart request specification has it',
    )
  }
}
