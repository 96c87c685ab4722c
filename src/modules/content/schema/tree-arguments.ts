import type { FieldBuilder } from '../../../graph/declare/connection.ts'
import { DereferencedContentEnum, EvaluatedContentEnum } from '../enums.ts'
import type { TreeOptions } from '../shown-bodies.ts'

export const keysArgument = <Parent>({ arg }: Pick<FieldBuilder<Parent>, 'arg'>) =>
  arg.boolean({
    description:
      'Whether all nodes have a `key`, the same as long as the body is the same. Defaults to false: nodes have the keys that their authors gave them.',
  })

export const treeArguments = <Parent>(t: Pick<FieldBuilder<Parent>, 'arg'>) => ({
  dereferenced: t.arg({
    type: DereferencedContentEnum,
    description: 'The content that replaces references to it. Defaults to none.',
  }),
  evaluated: t.arg({
    type: EvaluatedContentEnum,
    description:
      'The expressions that are replaced by their texts. One without a text stays. Defaults to none, and for visitors always all.',
  }),
  keys: keysArgument(t),
})

export interface TreeArguments {
  readonly dereferenced?: 'REUSABLE_CONTENTS' | 'ALL' | 'NONE' | null
  readonly evaluated?: 'ALL' | 'DETERMINISTIC_ONLY' | 'NONE' | null
  readonly keys?: boolean | null
}

export const treeOptions = ({ dereferenced, evaluated, keys }: TreeArguments): TreeOptions => ({
  dereferenced: dereferenced === 'REUSABLE_CONTENTS' || dereferenced === 'ALL',
  evaluated: evaluated === 'NONE' ? undefined : (evaluated ?? undefined),
  keys: keys ?? false,
})
