import type { Ajv } from 'ajv'
import { requirePackage } from '../../base/require-package.ts'
import type { AdaptiveSchema } from '../../generated/prisma/client.ts'
import type { AdaptiveJsonSchema, Claim } from './adaptive-json-schema.ts'
import type { VisitorClaims } from './visitor.ts'

/** A schema with compiled validators of its claims. */
interface Compiled {
  readonly schema: AdaptiveJsonSchema
  readonly ajv: Ajv
}

/**
 * Cached by the text of the schema, so that a changed schema never uses old validators. The oldest entry is removed
 * first.
 */
const compiled = new Map<string, Compiled>()
const maximumCompiled = 100

/**
 * Returns the claims that a site accepts from a visitor. Signed claims: all of them if the site has no schema,
 * otherwise those that it declares and that are valid. Unsigned claims: only those that it declares as unsigned.
 */
export function acceptedClaims(
  declared: Pick<AdaptiveSchema, 'jsonSchema'> | null,
  { unsigned, ...signed }: VisitorClaims,
): VisitorClaims {
  if (!declared) return signed
  const { schema, ajv } = compiledFrom(declared)
  const { unsigned: unsignedClaim, ...signedClaims } = schema.properties
  const claims = declaredOf(ajv, signedClaims, signed)
  if (unsignedClaim?.type !== 'object' || typeof unsigned !== 'object' || unsigned === null) return claims
  return { ...claims, unsigned: declaredOf(ajv, unsignedClaim.properties, unsigned) }
}

function compiledFrom({ jsonSchema }: Pick<AdaptiveSchema, 'jsonSchema'>): Compiled {
  const text = JSON.stringify(jsonSchema)
  const known = compiled.get(text)
  if (known) return known
  const { Ajv } = requirePackage('ajv') as typeof import('ajv')
  const made: Compiled = {
    schema: JSON.parse(text) as AdaptiveJsonSchema,
    // The schema was checked when it was stored. Inherited members of objects are not claims.
    ajv: new Ajv({ validateSchema: false, meta: false, ownProperties: true }),
  }
  compiled.set(text, made)
  for (const oldest of compiled.keys()) {
    if (compiled.size <= maximumCompiled) break
    compiled.delete(oldest)
  }
  return made
}

/** Ajv caches compiled validators, so each claim is compiled once, on first use. */
const declaredOf = (ajv: Ajv, claims: Readonly<Record<string, Claim>>, values: object): VisitorClaims =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => Object.hasOwn(claims, name) && ajv.validate(claims[name] as Claim, value),
    ),
  )
