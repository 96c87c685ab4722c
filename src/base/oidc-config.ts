import { z } from 'zod'
import { invalid } from './invalid-configuration.ts'
import { isPlainHttp } from './plain-http.ts'

/** Gives the members of a group at the provider a role, or a team by its id, or both. */
export interface GroupRule {
  readonly group: string
  readonly role?: Role | undefined
  readonly team?: string | undefined
}

/** The OpenID Connect provider with which people sign in to the whole server. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly label: string
  readonly scopes: readonly string[]
  readonly groupsClaim: string | undefined
  readonly groupMappings: readonly GroupRule[]
  /** Id of the organization that new people join. If absent, nobody who is new is let in. */
  readonly organization: string | undefined
  readonly defaultRole: Role | undefined
}

const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const

type Role = Uppercase<(typeof roles)[number]>

const issuerAddress = z
  .string()
  .refine(
    isPlainHttp,
    'must be an http or https URL without user, query and fragment, for example https://login.example.com/realms/staff',
  )

const role = z
  .enum(roles, `must be one of ${roles.join(', ')}`)
  .transform((name) => name.toUpperCase() as Role)

const groupRule = z
  .strictObject({ group: z.string().min(1), role: role.optional(), team: z.string().optional() })
  .refine(({ role, team }) => role !== undefined || team !== undefined)

const groupRules = z.string().transform((text, context) => {
  const rules = z.array(groupRule).safeParse(parsedJson(text))
  if (rules.success) return rules.data
  context.addIssue(
    'must be a JSON array such as [{"group":"writers","role":"edit"},{"group":"docs","team":"tea…"}]',
  )
  return z.NEVER
})

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const oidcVariables = {
  OIDC_ISSUER: issuerAddress
    .optional()
    .describe(
      'Issuer of an OpenID Connect provider with which people [sign in to the whole server](../guide/single-sign-on.md#for-the-whole-server). `OUTBOUND_ALLOW` must have it if it is in a private network.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .max(512)
    .optional()
    .describe('Client id at that provider. Required with `OIDC_ISSUER`.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .max(4096)
    .optional()
    .describe('Client secret at that provider. Required with `OIDC_ISSUER`.'),
  OIDC_LABEL: z.string().max(30).default('Single sign-on').describe('Text of its button.'),
  OIDC_SCOPES: z
    .string()
    .default('openid profile email')
    .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
    .refine((scopes) => scopes.includes('openid'), 'must have openid')
    .describe('Scopes that it is asked for, separated by spaces.'),
  OIDC_GROUPS_CLAIM: z
    .string()
    .max(200)
    .optional()
    .describe('Claim with the groups of a person, such as `groups` or `realm_access.roles`.'),
  OIDC_GROUP_MAPPINGS: groupRules
    .optional()
    .describe(
      'What groups give in `OIDC_ORGANIZATION`, as JSON: `[{"group":"writers","role":"edit","team":"tea…"}]`.',
    ),
  OIDC_ORGANIZATION: z
    .string()
    .regex(/^org[0-9a-z]+$/, 'must be the id of an organization')
    .optional()
    .describe(
      'Id of the organization that new people join. If unset, only people with an account can sign in.',
    ),
  OIDC_DEFAULT_ROLE: role
    .optional()
    .describe(
      `Role of new people there: ${roles.map((name) => `\`${name}\``).join(', ')}. If unset, they are guests.`,
    ),
}

type Values = z.infer<z.ZodObject<typeof oidcVariables>>

/** Returns the provider of the whole server, if there is one. Throws if a variable of it lacks. */
export function oidcConfig(values: Values): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  if (issuer === undefined) return undefined
  if (clientId === undefined) throw invalid(['OIDC_CLIENT_ID is required where OIDC_ISSUER is set'])
  if (clientSecret === undefined) throw invalid(['OIDC_CLIENT_SECRET is required where OIDC_ISSUER is set'])
  const groupMappings = values.OIDC_GROUP_MAPPINGS ?? []
  if (groupMappings.length > 0 && values.OIDC_GROUPS_CLAIM === undefined)
    throw invalid(['OIDC_GROUPS_CLAIM is required where OIDC_GROUP_MAPPINGS is set'])
  if (groupMappings.length > 0 && values.OIDC_ORGANIZATION === undefined)
    throw invalid(['OIDC_ORGANIZATION is required where OIDC_GROUP_MAPPINGS is set'])
  return {
    issuer,
    clientId,
    clientSecret,
    label: values.OIDC_LABEL,
    scopes: values.OIDC_SCOPES,
    groupsClaim: values.OIDC_GROUPS_CLAIM,
    groupMappings,
    organization: values.OIDC_ORGANIZATION,
    defaultRole: values.OIDC_DEFAULT_ROLE,
  }
}
