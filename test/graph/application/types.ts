import type {} from '@pothos/plugin-prisma'
import type {} from '@pothos/plugin-relay'
import type { GraphContext } from '../../../src/graph/context.ts'

// The library is compiled here with the types of an application that has no more than the library asks for.

interface AnyContext extends GraphContext {}

interface AnyModel {
  Name: string
  Shape: Record<string, unknown> & { id: string }
  Include: unknown
  Select: unknown
  OrderBy: unknown
  WhereUnique: object
  Where: object
  Create: object
  Update: object
  RelationName: never
  ListRelations: never
  Relations: object
}

interface Types {
  Context: AnyContext
  PrismaTypes: { Row: AnyModel }
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
  Scalars: { DateTime: { Input: Date; Output: Date } }
}

type Builder = PothosSchemaTypes.SchemaBuilder<PothosSchemaTypes.ExtendDefaultTypes<Types>>

declare module '../../../src/graph/application.ts' {
  interface Application {
    Context: AnyContext
    Viewer: { readonly name: string }
    Config: { readonly origin: string }
    Permission: 'read'
    PrismaTypes: Types['PrismaTypes']
    GraphTypes: Builder['$inferSchemaTypes']
    Builder: Builder
  }
}
