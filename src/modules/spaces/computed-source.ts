import { limited } from '../../base/validation.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { spaceLimits } from './limits.ts'

export const ComputedSourceTypeEnum = enumType(
  'ComputedSourceType',
  'The type of the source of a computed page or body.',
  {
    BUILTIN_OPENAPI: {
      description: 'An OpenAPI specification of the organization.',
      value: 'builtin:openapi',
      extensions: { rest: 'builtin:openapi' },
    },
  },
)

export const ComputedPageContentEnum = enumType(
  'ComputedPageContent',
  'The content of a generated page of an OpenAPI specification.',
  {
    INFO: { description: 'The introduction, or the description of a tag.', value: 'info' },
    OPERATIONS: { description: 'The operations of a tag.', value: 'operations' },
    MODELS: { description: 'The models.', value: 'models' },
  },
)

const ComputedSourceReferenceKindEnum = enumType(
  'ComputedSourceReferenceKind',
  'The kind of the object that a source refers to.',
  { OPENAPI: { description: 'An OpenAPI specification.', value: 'openapi' } },
)

/** Descriptions of the properties of a source, which are read as they are written. */
export const computedPropDescriptions = {
  models: 'For a computed page: whether it also generates the page of the models.',
  doc: 'For a body: the content of the page.',
  page: 'For a body of the kinds `INFO` and `OPERATIONS`: the key of the page in the specification.',
}

const ComputedSourceReferenceInput = builder.inputType('ComputedSourceReferenceInput', {
  description: 'A reference to an OpenAPI specification.',
  fields: (t) => ({
    kind: t.field({
      type: ComputedSourceReferenceKindEnum,
      required: true,
      description: 'The kind of the reference.',
    }),
    spec: t.string({
      required: true,
      description: 'Slug or id of the specification.',
      ...limited(spaceLimits.sourceName),
    }),
  }),
})

const ComputedSourceDependencyInput = builder.inputType('ComputedSourceDependencyInput', {
  description: 'An object that a source refers to.',
  fields: (t) => ({
    ref: t.field({
      type: ComputedSourceReferenceInput,
      required: true,
      description: 'The object that the source refers to.',
    }),
  }),
})

const ComputedSourceDependenciesInput = builder.inputType('ComputedSourceDependenciesInput', {
  description: 'The objects that a source refers to.',
  fields: (t) => ({
    spec: t.field({
      type: ComputedSourceDependencyInput,
      required: true,
      description: 'The OpenAPI specification that the content is generated from.',
    }),
  }),
})

const ComputedSourcePropsInput = builder.inputType('ComputedSourcePropsInput', {
  description:
    'The properties of a source: `models` for a computed page; `doc`, with `page` unless it is `MODELS`, for a body.',
  fields: (t) => ({
    includesModels: t.boolean({
      description: computedPropDescriptions.models,
      extensions: { rest: 'models' },
    }),
    doc: t.field({ type: ComputedPageContentEnum, description: computedPropDescriptions.doc }),
    page: t.string({ description: computedPropDescriptions.page, ...limited(spaceLimits.sourceName) }),
  }),
})

export const ComputedSourceInput = builder.inputType('ComputedSourceInput', {
  description: 'The source of a computed page or of a computed body.',
  fields: (t) => ({
    type: t.field({ type: ComputedSourceTypeEnum, required: true, description: 'The type of the source.' }),
    dependencies: t.field({
      type: ComputedSourceDependenciesInput,
      required: true,
      description: 'The objects that the source refers to.',
    }),
    props: t.field({
      type: ComputedSourcePropsInput,
      required: true,
      description: 'The properties of the source.',
    }),
  }),
})
