import { limited } from '../../base/validation.ts'
import { builder } from '../../graphql/builder.ts'
import { MergeRuleNameEnum, MergeRulesTypeEnum } from './enums.ts'
import { organizationLimits } from './limits.ts'
import type { MergeRule as MergeRuleShape, MergeRules as MergeRulesShape } from './merge-rules.ts'

const MergeRule = builder.objectRef<MergeRuleShape>('MergeRule').implement({
  description: 'A rule that a change request must meet to be merged.',
  fields: (t) => ({
    rule: t.expose('rule', { type: MergeRuleNameEnum, description: 'The rule.' }),
    userIds: t.idList({
      nullable: true,
      description: 'Ids of the users that the rule is about. Null for rules that are about no certain users.',
      resolve: ({ users }) => users && [...users],
    }),
  }),
})

export const MergeRules = builder.objectRef<MergeRulesShape>('MergeRules').implement({
  description: 'What change requests must meet to be merged.',
  fields: (t) => ({
    type: t.expose('type', { type: MergeRulesTypeEnum, description: 'Where the rules come from.' }),
    rules: t.field({
      type: [MergeRule],
      nullable: true,
      description: 'The rules, all of which must be met. Null unless the type is `RULES`.',
      resolve: ({ rules }) => rules && [...rules],
    }),
  }),
})

const MergeRuleInput = builder.inputType('MergeRuleInput', {
  description: 'A rule that a change request must meet to be merged.',
  fields: (t) => ({
    rule: t.field({ type: MergeRuleNameEnum, required: true, description: 'The rule.' }),
    userIds: t.idList({
      description: 'Ids of members of the organization, for the rules that are about certain users.',
      extensions: { rest: 'users', ...limited(organizationLimits.usersOfMergeRule).extensions },
    }),
  }),
})

export const MergeRulesInput = builder.inputType('MergeRulesInput', {
  description: 'What change requests must meet to be merged.',
  fields: (t) => ({
    type: t.field({ type: MergeRulesTypeEnum, required: true, description: 'Where the rules come from.' }),
    rules: t.field({
      type: [MergeRuleInput],
      description: 'The rules, all of which must be met. Required with the type `RULES`.',
      ...limited(organizationLimits.mergeRules),
    }),
  }),
})
