import SchemaBuilder, {
  BasePlugin,
  type InputFieldsMapping,
  type InputTypeFieldsMapping,
  mapInputFields,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core'
import { AppError, describeFaults, type FieldFault, maximumFaults } from '../base/errors.ts'
import { faultsOf, type Limits } from '../base/validation.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      limits: LimitsPlugin<Types>
    }
  }
}

/** Refuses arguments that are not within the limits that `limited` declares, with all that is wrong with them. */
class LimitsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  readonly #inputTypes = new Map<string, InputTypeFieldsMapping<Types, Limits>>()

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const limits = mapInputFields(config.args, this.buildCache, checkedLimits, this.#inputTypes)
    if (!limits) return config
    const assertLimits = (args: Record<string, unknown>) => {
      const faults = [...faultsIn(args, limits, []).take(maximumFaults)]
      if (faults.length > 0) throw inputError(faults)
      return args
    }
    return { ...config, argMappers: [...(config.argMappers ?? []), assertLimits] }
  }
}

function checkedLimits<Types extends SchemaTypes>({
  extensions,
}: PothosInputFieldConfig<Types>): Limits | null {
  const { limits, isChecked } = (extensions ?? {}) as { limits?: Limits; isChecked?: boolean }
  return isChecked ? (limits ?? null) : null
}

/** Yields what is wrong with the members of an object, and with those of the objects in it. */
function* faultsIn<Types extends SchemaTypes>(
  values: object,
  limits: InputFieldsMapping<Types, Limits>,
  path: readonly (string | number)[],
): Generator<FieldFault> {
  for (const [name, member] of limits) {
    const value: unknown = values[name as keyof typeof values]
    if (value === null || value === undefined) continue
    const place = [...path, name]
    const faults = member.value ? faultsOf(member.value, value, place) : []
    yield* faults
    const inner = member.kind === 'InputObject' ? member.fields.map : null
    if (!inner || faults.length > 0) continue
    if (!Array.isArray(value)) yield* faultsIn(value, inner, place)
    else
      for (const [index, item] of value.entries()) if (item) yield* faultsIn(item, inner, [...place, index])
  }
}

/** Paths omit the `input` argument, whose members are the members of the body in REST. */
function inputError(faults: readonly FieldFault[]): AppError {
  const fields = faults.map((fault) => ({ ...fault, path: fault.path.replace(/^input(\.|$)/, '') }))
  return new AppError('BAD_USER_INPUT', describeFaults(fields), { fields })
}

SchemaBuilder.registerPlugin('limits', LimitsPlugin)
