import { builder } from '../../../graphql/builder.ts'
import {
  ComputedPageContentEnum,
  ComputedSourceTypeEnum,
  computedPropDescriptions,
} from '../../spaces/computed-source.ts'
import type { ComputedSource as ComputedSourceShape } from '../computed/sources.ts'
import { ContentReference } from './reference.ts'

type Dependencies = ComputedSourceShape['dependencies']

const ComputedSourceDependency = builder
  .objectRef<Dependencies['spec']>('ComputedSourceDependency')
  .implement({
    description: 'An object that a source refers to.',
    fields: (t) => ({
      ref: t.expose('ref', { type: ContentReference, description: 'The object that the source refers to.' }),
    }),
  })

const ComputedSourceDependencies = builder.objectRef<Dependencies>('ComputedSourceDependencies').implement({
  description: 'The objects that a source refers to.',
  fields: (t) => ({
    spec: t.expose('spec', {
      type: ComputedSourceDependency,
      description: 'The OpenAPI specification that the content is generated from.',
    }),
  }),
})

/** The properties of all kinds of sources. */
interface AnyProps {
  readonly models?: boolean
  readonly doc?: 'info' | 'operations' | 'models'
  readonly page?: string
}

const ComputedSourceProps = builder.objectRef<AnyProps>('ComputedSourceProps').implement({
  description: 'The properties of a source.',
  fields: (t) => ({
    includesModels: t.exposeBoolean('models', {
      nullable: true,
      description: `${computedPropDescriptions.models} Null for a body.`,
    }),
    doc: t.expose('doc', {
      type: ComputedPageContentEnum,
      nullable: true,
      description: `${computedPropDescriptions.doc} Null for a computed page.`,
    }),
    page: t.exposeString('page', {
      nullable: true,
      description: `${computedPropDescriptions.page} Otherwise null.`,
    }),
  }),
})

export const ComputedSource = builder.objectRef<ComputedSourceShape>('ComputedSource').implement({
  description:
    'The source of a computed page, which generates all pages of an OpenAPI specification, or of a computed body, which is the body of one of these pages.',
  fields: (t) => ({
    type: t.expose('type', { type: ComputedSourceTypeEnum, description: 'The type of the source.' }),
    dependencies: t.expose('dependencies', {
      type: ComputedSourceDependencies,
      description: 'The objects that the source refers to.',
    }),
    props: t.field({
      type: ComputedSourceProps,
      description: 'The properties of the source.',
      resolve: ({ props }) => props,
    }),
  }),
})
