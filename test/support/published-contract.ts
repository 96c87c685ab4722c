import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'

/** Members that the published contract demands, and the specification does not know. */
const beyondTheSpecification = new Set(['agentsContext'])

/** Checks a value against a schema of the published contract, which is in the words of OpenAPI 3.0. */
export function contractSchema(name: string): ValidateFunction {
  const path = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json')
  const { components } = JSON.parse(readFileSync(path, 'utf8'), withoutUndeclared)
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { uri: isWebAddress, emoji: true } })
  return ajv.compile({ $ref: `#/components/schemas/${name}`, components })
}

/** The contract demands some members that it declares nowhere, as if they had once been there. */
function withoutUndeclared(_key: string, value: unknown): unknown {
  const schema = value as { required?: unknown; properties?: object } | null
  if (!schema || typeof schema !== 'object' || !Array.isArray(schema.required) || !schema.properties)
    return value
  const declared = Object.keys(schema.properties)
  const required = schema.required.filter(
    (member) => declared.includes(member) && !beyondTheSpecification.has(member),
  )
  return { ...schema, required }
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
