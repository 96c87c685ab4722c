import { limited } from '../../base/validation.ts'
import type { GlossaryEntry as GlossaryEntryRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { LocalizedTextType } from '../../graphql/localized-text.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { type Localized, localizedList } from '../../languages/localized-text.ts'
import { Organization } from '../organizations/schema.ts'
import { glossaryLimits } from './limits.ts'
import { readableGlossaryEntries } from './policy.ts'
import * as service from './service.ts'

const GlossaryEntryUrls = urlsObject<Pick<GlossaryEntryRow, 'id' | 'organizationId'>>('GlossaryEntryUrls', {
  description: 'URLs of an entry of a glossary.',
  of: 'the entry',
  location: ({ id, organizationId }) => `/orgs/${organizationId}/translations-glossary/${id}`,
})

const GlossaryEntry = model('GlossaryEntry', {
  description: 'A term with its translations, for those who translate the content of an organization.',
  id: 'Opaque identifier.',
  visible: readableGlossaryEntries,
  fields: (t) => ({
    translations: t.computed({
      type: [LocalizedTextType],
      description: 'The term in each language.',
      extensions: { rest: { map: { key: 'language', value: 'text' } } },
      from: ['translations'],
      resolve: ({ translations }) => localizedList(translations as Localized) ?? [],
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last update.' }),
    urls: t.computed({
      type: GlossaryEntryUrls,
      description: 'URLs of the entry.',
      from: ['id', 'organizationId'],
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.one(Organization, {
      key: 'organizationId',
      description: 'The organization that owns the glossary.',
    }),
  }),
})

extend(Organization, (t) => ({
  glossaryEntries: t.many(GlossaryEntry, {
    description: 'The entries of the glossary for translations, oldest first.',
    by: 'organizationId',
    order: [],
    permission: 'organization:list-translations',
  }),
}))

builder.queryField('glossaryEntry', (t) =>
  single(t, GlossaryEntry, {
    description: 'An entry of the glossary of an organization.',
    permission: 'organization:list-translations',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the entry.' }),
      organizationId: t.arg.id({
        description: 'Id of the organization that it must belong to. Not checked if omitted.',
      }),
    },
    where: ({ id, organizationId }) => ({ id, ...(organizationId != null && { organizationId }) }),
  }),
)

const GlossaryOperationTypeEnum = enumType('GlossaryOperationType', 'The type of a change of a glossary.', {
  INSERT: 'Adds an entry with `translations`.',
  UPDATE: 'Replaces the `translations` of the entry `id`.',
  DELETE: 'Deletes the entry `id`, if it is there.',
})

const GlossaryTermInput = builder.inputType('GlossaryTermInput', {
  description: 'A term in one language.',
  extensions: { rest: { key: 'language', text: 'text' } },
  fields: (t) => ({
    language: t.string({
      required: true,
      description: 'Tag of the language, such as `fr` or `pt-br`.',
      ...limited(glossaryLimits.language),
    }),
    text: t.string({ required: true, description: 'The term.', ...limited(glossaryLimits.term) }),
  }),
})

const GlossaryOperationInput = builder.inputType('GlossaryOperationInput', {
  description: 'A change of a glossary. The type determines which fields it has.',
  fields: (t) => ({
    type: t.field({ type: GlossaryOperationTypeEnum, required: true, description: 'Type of the change.' }),
    id: t.id({ description: 'Id of the entry. Required for `UPDATE` and `DELETE`.' }),
    translations: t.field({
      type: [GlossaryTermInput],
      description: 'The term in each language. Required for `INSERT` and `UPDATE`.',
      ...limited(glossaryLimits.translations),
    }),
  }),
})

builder.mutationField('updateGlossary', (t) =>
  mutation(t, {
    description: 'Changes the glossary of an organization by all of the operations, or by none.',
    permission: 'organization:create-content',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      operations: t.arg({
        type: [GlossaryOperationInput],
        required: true,
        description: 'The changes. Each entry at most once.',
        ...limited(glossaryLimits.operations),
      }),
    },
    target: { type: 'Organization', id: 'organizationId' },
    payload: {
      glossaryEntries: {
        type: [GlossaryEntry],
        description: 'The entries that were added and updated, in the order of their operations.',
      },
      deletedGlossaryEntryIds: {
        type: ['ID'],
        description: 'Ids of the entries that were deleted.',
      },
      organization: readAfter(
        Organization,
        'The organization that owns the glossary. Null if the caller may no longer see it.',
      ),
    },
    resolve: async (_root, { organizationId, operations }, context) => {
      const changed = await service.changeGlossary(context, organizationId, operations)
      return {
        glossaryEntries: [...changed.written],
        deletedGlossaryEntryIds: [...changed.deletedIds],
        organization: changed.organizationId,
      }
    },
  }),
)
