import SchemaBuilder, {
  BasePlugin,
  createInputValueMapper,
  type InputTypeFieldsMapping,
  mapInputFields,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  resolveInputTypeConfig,
  type SchemaTypes,
} from '@pothos/core'
import { stableId } from '../base/object-ids.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      objectId: ObjectIdPlugin<Types>
    }
  }
}

/** The extension of an argument or input field that takes other names besides ids, so that these are not reduced. */
export const verbatimExtension = 'takesNames'

/**
 * Reduces the ids in arguments to the part that is the same in every context, so that an argument takes the id of an
 * object in a change request or revision as well. The arguments of `node` and `nodes` keep the context.
 */
class ObjectIdPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  readonly #inputTypes = new Map<string, InputTypeFieldsMapping<Types, true>>()

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const ids = mapInputFields(
      config.args,
      this.buildCache,
      (input) => (this.#takesStableId(input) ? true : null),
      this.#inputTypes,
    )
    if (!ids) return config
    const reduce = createInputValueMapper(ids, (id) => stableId(id as string))
    return { ...config, argMappers: [...(config.argMappers ?? []), (args) => reduce(args)] }
  }

  #takesStableId({ type, extensions }: PothosInputFieldConfig<Types>): boolean {
    if (extensions?.isRelayGlobalID === true || extensions?.[verbatimExtension] === true) return false
    return resolveInputTypeConfig(type, this.buildCache).name === 'ID'
  }
}

SchemaBuilder.registerPlugin('objectId', ObjectIdPlugin)
