import { invalidInput } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { limited } from '../../graphql/validation.ts'
import { Site } from '../sites/schema.ts'
import type { AdaptiveJsonSchema } from './adaptive-json-schema.ts'
import { conditionHolds, faultMessage, parseCondition } from './conditions/condition.ts'
import { conditionLimits } from './limits.ts'
import * as service from './service.ts'
import { type TemplateCondition, templateConditions } from './template-conditions.ts'
import type { VisitorClaims } from './visitor.ts'

const SiteAdaptiveSchema = builder.prismaObject('AdaptiveSchema', {
  variant: 'SiteAdaptiveSchema',
  description: 'The claims that a site expects of its visitors.',
  extensions: { rest: { object: 'site-adaptive-schema' } },
  fields: (t) => ({
    jsonSchema: t.expose('jsonSchema', {
      type: 'JSON',
      description: 'A JSON Schema (draft-07) of the claims.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was set.' }),
  }),
})

const SiteAdaptiveTemplateCondition = builder
  .objectRef<TemplateCondition>('SiteAdaptiveTemplateCondition')
  .implement({
    description: 'A condition to start from.',
    fields: (t) => ({
      description: t.exposeString('description', { description: 'What it asks for.' }),
      condition: t.exposeString('condition', { description: 'The condition.' }),
    }),
  })

/** No ConditionFault itself, because GraphQL takes every Error that a resolver gives for a failure. */
interface Fault {
  readonly message: string
  readonly position: number
}

const SiteConditionFault = builder.objectRef<Fault>('SiteConditionFault').implement({
  description: 'Why a text is no condition.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'What was expected, and where.' }),
    position: t.exposeInt('position', { description: 'Where in the text, counted from 1.' }),
  }),
})

interface ConditionTest {
  readonly holds: boolean
  readonly fault: Fault | null
}

const SiteConditionTest = builder.objectRef<ConditionTest>('SiteConditionTest').implement({
  description: 'How a condition decides.',
  fields: (t) => ({
    holds: t.exposeBoolean('holds', {
      description: 'Whether a visitor with the claims meets it. Nobody meets what is no condition.',
    }),
    fault: t.expose('fault', {
      type: SiteConditionFault,
      nullable: true,
      description: 'Why it is no condition, if it is none.',
    }),
  }),
})

builder.prismaObjectField(Site, 'adaptiveSchema', (t) =>
  t.relation('adaptiveSchema', {
    type: SiteAdaptiveSchema,
    nullable: true,
    description: 'The claims that it expects of its visitors; null until they are set.',
  }),
)

builder.prismaObjectFields(Site, (t) => ({
  adaptiveTemplateConditions: t.field({
    type: [SiteAdaptiveTemplateCondition],
    description: 'Conditions to start from, made from the claims that it expects.',
    select: { adaptiveSchema: true },
    resolve: ({ adaptiveSchema }) =>
      adaptiveSchema ? templateConditions(adaptiveSchema.jsonSchema as unknown as AdaptiveJsonSchema) : [],
  }),
}))

builder.objectField(Site, 'testCondition', (t) =>
  t.field({
    type: SiteConditionTest,
    description: 'Tries a condition, without writing it anywhere.',
    args: {
      condition: t.arg.string({
        required: true,
        description:
          'An expression over `visitor.claims`, for instance `visitor.claims.plan == "pro"`. It compares without converting types; a claim that is missing is undefined.',
        ...limited(conditionLimits),
      }),
      claims: t.arg({
        type: 'JSON',
        description: 'The claims of the visitor, an object; none if absent.',
      }),
    },
    resolve: (_site, { condition, claims }) => {
      const parsed = parseCondition(condition)
      return {
        holds: conditionHolds(condition, assertClaims(claims ?? {})),
        fault:
          'fault' in parsed ? { message: faultMessage(parsed.fault), position: parsed.fault.position } : null,
      }
    },
  }),
)

function assertClaims(claims: unknown): VisitorClaims {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw invalidInput('claims', 'must be an object')
  return claims as VisitorClaims
}

const UpdateSiteAdaptiveSchemaInput = builder.inputType('UpdateSiteAdaptiveSchemaInput', {
  description: 'The claims that a site is to expect of its visitors.',
  fields: (t) => ({
    jsonSchema: t.field({
      type: 'JSON',
      required: true,
      description:
        'A JSON Schema (draft-07) of an object without additional properties. Each property is a claim with a type (boolean, number, string, array of these, object) and a description; a string may have an enum. Claims that nobody has signed are below `unsigned`.',
    }),
  }),
})

builder.mutationField('updateSiteAdaptiveSchema', (t) =>
  t.field({
    type: SiteAdaptiveSchema,
    description: 'Sets the claims that a site expects of its visitors.',
    permission: 'site:administer',
    args: {
      siteId: t.arg.id({ required: true, description: 'Id of the site.' }),
      organizationId: t.arg.id({ description: 'Id of the organization that must own the site.' }),
      input: t.arg({ type: UpdateSiteAdaptiveSchemaInput, required: true, description: 'What to set.' }),
    },
    resolve: (_root, { input, ...address }, context) => service.updateAdaptiveSchema(context, address, input),
  }),
)
