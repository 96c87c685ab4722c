import { invalidInput } from '../../base/errors.ts'
import { limited } from '../../base/validation.ts'
import { extend, model } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { readableSites } from '../sites/policy.ts'
import { Site } from '../sites/schema.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import type { AdaptiveJsonSchema } from './adaptive-json-schema.ts'
import { conditionHolds, faultMessage, parseCondition } from './conditions/condition.ts'
import { conditionLimits } from './limits.ts'
import * as service from './service.ts'
import { type TemplateCondition, templateConditions } from './template-conditions.ts'
import type { VisitorClaims } from './visitor.ts'

const SiteAdaptiveSchema = model('AdaptiveSchema', {
  name: 'SiteAdaptiveSchema',
  visible: (viewer) => ({ site: readableSites(viewer) }),
  description: 'The schema of the claims that a site expects of visitors.',
  extensions: { rest: { object: 'site-adaptive-schema' } },
  fields: (t) => ({
    jsonSchema: t.expose('jsonSchema', {
      type: 'JSON',
      description: 'The claims as a JSON Schema (draft-07), whose form `updateSiteAdaptiveSchema` describes.',
    }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time at which it was set.' }),
  }),
})

const SiteAdaptiveTemplateCondition = builder
  .objectRef<TemplateCondition>('SiteAdaptiveTemplateCondition')
  .implement({
    description: 'A template of a condition.',
    fields: (t) => ({
      description: t.exposeString('description', { description: 'Description of the condition.' }),
      condition: t.exposeString('condition', { description: 'Text of the condition.' }),
    }),
  })

/** No ConditionFault itself, because GraphQL takes every Error that a resolver gives for a failure. */
interface Fault {
  readonly message: string
  readonly position: number
}

const SiteConditionFault = builder.objectRef<Fault>('SiteConditionFault').implement({
  description: 'A syntax error of a condition.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'Message for people that says what is wrong.' }),
    position: t.exposeInt('position', {
      description: 'Position in the text, counted from 1 in UTF-16 code units.',
    }),
  }),
})

interface ConditionTest {
  readonly holds: boolean
  readonly fault: Fault | null
}

const SiteConditionTest = builder.objectRef<ConditionTest>('SiteConditionTest').implement({
  description: 'The result of a condition.',
  fields: (t) => ({
    isMet: t.exposeBoolean('holds', {
      description:
        'Whether a visitor with the claims meets the condition. Always false for an invalid condition.',
    }),
    fault: t.expose('fault', {
      type: SiteConditionFault,
      nullable: true,
      description: 'Syntax error. Null if the condition is valid.',
    }),
  }),
})

extend(Site, (t) => ({
  adaptiveSchema: t.one(SiteAdaptiveSchema, {
    key: 'id',
    by: 'siteId',
    nullable: true,
    description: 'Schema of the claims that the site expects of visitors. Null if not set.',
  }),
}))

extend(Site, (t) => ({
  // Who may read a site may read its schema.
  adaptiveTemplateConditions: t.computed({
    type: [SiteAdaptiveTemplateCondition],
    description: 'Templates of conditions, one for each claim in the schema.',
    from: [],
    with: { adaptiveSchema: ['jsonSchema'] },
    resolve: ({ adaptiveSchema: schema }) =>
      schema ? templateConditions(schema.jsonSchema as unknown as AdaptiveJsonSchema) : [],
  }),
}))

extend(Site, (t) => ({
  testCondition: t.code({
    type: SiteConditionTest,
    description: 'Evaluates a condition without storing it.',
    args: {
      condition: t.arg.string({
        required: true,
        description:
          'An expression over `visitor.claims`, for instance `visitor.claims.plan == "pro"`. It compares without converting types; a claim that is missing is undefined.',
        ...limited(conditionLimits),
      }),
      claims: t.arg({
        type: 'JSON',
        description:
          'Claims of the visitor: an object whose members the adaptive schema of the site declares. Default: no claims.',
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
}))

function assertClaims(claims: unknown): VisitorClaims {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw invalidInput('claims', 'must be an object')
  return claims as VisitorClaims
}

const UpdateSiteAdaptiveSchemaInput = builder.inputType('UpdateSiteAdaptiveSchemaInput', {
  description: 'The schema of the claims that a site expects of visitors.',
  fields: (t) => ({
    jsonSchema: t.field({
      type: 'JSON',
      required: true,
      description:
        'A JSON Schema (draft-07) of an object without additional properties. Each property is a claim with a type (boolean, number, string, array of these, object) and a description; a string may have an enum. Unsigned claims are declared below `unsigned`.',
    }),
  }),
})

builder.mutationField('updateSiteAdaptiveSchema', (t) =>
  mutation(t, {
    description: 'Sets the schema of the claims that a site expects of visitors.',
    permission: 'site:administer',
    args: {
      ...siteArguments(t),
      input: t.arg({ type: UpdateSiteAdaptiveSchemaInput, required: true, description: 'Schema to set.' }),
    },
    target: { type: 'SiteAdaptiveSchema' },
    payload: { siteAdaptiveSchema: SiteAdaptiveSchema, site: Site },
    resolve: async (_root, { input, ...address }, context) =>
      service.updateAdaptiveSchema(context, address, input),
  }),
)
