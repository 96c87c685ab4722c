import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import type { HeavyWork } from '../admission/heavy-work.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      heavy: HeavyPlugin<Types>
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The kind of heavy work that the field is, of which only some may run at once. */
      heavy?: HeavyWork
      /** The number of objects that the field counts as in a large query. 1 by default. */
      countsAs?: number
    }
  }
}

interface Weight {
  readonly heavy?: HeavyWork
  readonly countsAs?: number
}

/** Returns what a field declares to be heavier than others by. */
export const weightOf = ({ extensions }: { readonly extensions?: unknown }): Weight =>
  (extensions ?? {}) as Weight

/** Keeps `heavy` and `countsAs` of fields where operations are weighed before they run. */
class HeavyPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { heavy, countsAs } = config.pothosOptions
    if (heavy === undefined && countsAs === undefined) return config
    return { ...config, extensions: { ...config.extensions, heavy, countsAs } }
  }
}

SchemaBuilder.registerPlugin('heavy', HeavyPlugin)
