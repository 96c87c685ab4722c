import { Ajv } from 'ajv'
import type { AdaptiveSchema } from '../../generated/prisma/client.ts'
import type { AdaptiveJsonSchema, Claim } from './adaptive-json-schema.ts'
import type { VisitorClaims } from './visitor.ts'

/** A schema whose claims have been compiled into validators. */
interface Compiled {
  readonly schema: AdaptiveJsonSchema
  readonly ajv: Ajv
}

/** By the text of the schema, so that a changed one never meets the validators of the former; the oldest goes. */
const compiled = new Map<string, Compiled>()
const maximumCompiled = 100

/**
 * The claims that a site takes from a visitor. Of signed ones all, until the site declares what it expects; then what
 * it declares and what is of the declared form. Of unsigned ones only what is declared as unsigned.
 */
export function claimsAgainst(
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
  const made: Compiled = {
    schema: JSON.parse(text) as AdaptiveJsonSchema,
    // The schema was checked when it was written. What objects inherit is no claim, whatever its name.
    ajv: new Ajv({ validateSchema: false, meta: false, ownProperties: true }),
  }
  compiled.set(text, made)
  for (const oldest of compiled.keys()) {
    if (compiled.size <= maximumCompiled) break
    compiled.delete(oldest)
  }
  return made
}

/** Ajv keeps the validator of each claim that it has compiled, so that each is compiled when it is first met. */
const declaredOf = (ajv: Ajv, claims: Readonly<Record<string, Claim>>, values: object): VisitorClaims =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => Object.hasOwn(claims, name) && ajv.validate(claims[name] as Claim, value),
    ),
  )
