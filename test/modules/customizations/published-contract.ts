import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'

/** Checks a value against a schema of the published contract, which is in the words of OpenAPI 3.0. */
export function contractSchema(name: string): ValidateFunction {
  const path = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json')
  const { components } = JSON.parse(readFileSync(path, 'utf8'))
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { uri: isWebAddress, emoji: true } })
  return ajv.compile({ $ref: `#/components/schemas/${name}`, components })
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
