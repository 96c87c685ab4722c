import { isScalarType, isSpecifiedScalarType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/server/graph.ts'

const scalars = Object.values(schema.getTypeMap())
  .filter(isScalarType)
  .filter((type) => !isSpecifiedScalarType(type))

test.each(scalars)('$name names its specification, over https, and is described in sentences', (scalar) => {
  expect(scalar.specifiedByURL).toMatch(/^https:\/\/[^/]+\/.*(?<!\.pdf)$/)
  expect(scalar.description).toMatch(/^[A-Z].*\.$/)
  expect(scalar.description).not.toMatch(/[a-z]\.[A-Z]/)
})
