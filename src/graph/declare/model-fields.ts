import { type FieldDeclaration, fieldFunctions } from '../fields/kinds.ts'
import type { ModelDeclaration } from './model-registry.ts'
import type { Builder, DeclaredField, Fields, ModelFields, ModelName } from './model-types.ts'

/** Declares the fields and records how each is read. */
export function recorded<Name extends ModelName>(
  model: ModelDeclaration,
  builder: Builder<Name>,
  fields: Fields<Name>,
): Record<string, DeclaredField> {
  const declarations = new Map<DeclaredField, FieldDeclaration>()
  const record = (field: DeclaredField, declaration: FieldDeclaration) => {
    declarations.set(field, declaration)
    return field
  }
  const functions = fieldFunctions({ model, builder: builder as never, record })
  const declared = fields({ arg: builder.arg, ...functions } as unknown as ModelFields<Name>)
  for (const [name, field] of Object.entries(declared)) {
    const declaration = declarations.get(field)
    if (!declaration)
      throw new Error(`${model.name}.${name} must be declared with the functions of the model`)
    model.fields.set(name, declaration)
    for (const { fields: own } of model.implementors) if (!own.has(name)) own.set(name, declaration)
  }
  return declared
}
